"""What mypy and the hooks have found for the expressions of a loop, in all rounds that were followed.

Who asks when the loop is through gets what the rounds have in common, as mypy has it of any loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mypy.nodes import CallExpr, Expression, ForStmt, Var
from mypy.types import Type

from tftypes.algebra import UNKNOWN
from tftypes_mypy import convert
from tftypes_mypy.features.bodies.results import join_returns
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.facts import certainty


class Seen:
    """What mypy and we have found for the expressions of a loop in each round."""

    def __init__(self, loop: ForStmt, values: BodyValues) -> None:
        self._values = values
        inside = list(certainty.own(loop.body))
        self._expressions = [node for node in inside if isinstance(node, Expression)]
        self._calls = {node: None for node in inside if isinstance(node, CallExpr)}
        self._types: dict[Expression, list[Type]] = {}
        self._results: dict[CallExpr, list[Any]] = {}
        self._weights: dict[CallExpr, list[Any]] = {}
        self._left: set[tuple[CallExpr, Var]] | None = None

    def begin(self) -> None:
        self._values.left -= self._left_here()
        for call in self._calls:
            self._values.results.pop(call, None)
            self._values.weights.pop(call, None)

    def end(self) -> None:
        values, checker = self._values, self._values.checker
        for expression in self._expressions:
            typ = checker.lookup_type_or_none(expression)
            if typ is not None:
                known = self._types.setdefault(expression, [])
                if not any(each is typ for each in known):
                    known.append(typ)
        for call in self._calls:
            if checker.has_type(call):
                self._results.setdefault(call, []).append(values.results.get(call, UNKNOWN))
                if call in values.weights:
                    self._weights.setdefault(call, []).append(values.weights[call])
        left = self._left_here()
        self._left = left if self._left is None else self._left & left

    def settle(self) -> None:
        """Leaves what all rounds have in common."""
        values = self._values
        for expression, types in self._types.items():
            if any(each != types[0] for each in types):
                values.checker.store_type(expression, _common(types, values.types))
        for call, results in self._results.items():
            values.results.pop(call, None)
            if results[0] is not UNKNOWN and all(each == results[0] for each in results):
                values.results[call] = results[0]
        for call, weights in self._weights.items():
            values.weights.pop(call, None)
            if len(weights) == 1:
                values.weights[call] = weights[0]
        values.left -= self._left_here()
        values.left |= self._left or set()

    def _left_here(self) -> set[tuple[CallExpr, Var]]:
        """What calls of the loop leave as it is."""
        return {each for each in self._values.left if each[0] in self._calls}


def _common(types: Sequence[Type], known: convert.Types) -> Type:
    return join_returns(types, known) or convert.unknown()
