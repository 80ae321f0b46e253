"""Functions in functions that mypy asks for again: it goes through the arguments of an overloaded call once for each overload.

What the body made of its arguments then holds again, as nothing else has run meanwhile. Elsewhere it does not: names of the
function around may stand for something else whenever such a function is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from mypy.nodes import CallExpr, ForStmt, GeneratorExpr, LambdaExpr, MypyFile, TryStmt, WhileStmt

from tftypes_mypy.features.bodies.arguments import Target
from tftypes_mypy.features.bodies.model import Function
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.ranges import Ranges
from tftypes_mypy.syntax import nodes_of, per_tree


class Asked(NamedTuple):
    """What a call reached, and what was known then."""

    target: Target
    state: Sequence[object]
    #: The types of the variables of the copy before its body was checked.
    types: Sequence[object]


def again(at: CallExpr, values: BodyValues) -> Target | None:
    """What a call reaches, if mypy has just been there."""
    known = values.asked.get(at)
    if known is None:
        return None
    function = known.target.function
    state = _state(function, values)
    if len(state) != len(known.state) or any(a is not b for a, b in zip(state, known.state)):
        return None
    for variable, typ in zip(function.originals, known.types):
        variable.type = typ  # type: ignore[assignment]
    return known.target


def kept(at: CallExpr, found: Target | None, values: BodyValues) -> Target | None:
    """What a call reaches, kept for when mypy asks again before anything else runs."""
    if found is None or found.function.outer is not values or found.function.is_made:
        return found
    if _repeating(values.checker.tree).around(at):
        return found
    function = replace(found.function, outcomes={})
    target = replace(found, function=function)
    types = [variable.type for variable in function.originals]
    values.asked[at] = Asked(target, _state(function, values), types)
    return target


def _state(function: Function, values: BodyValues) -> Sequence[object]:
    """What mypy takes the names around for, and in which of its passes."""
    checker = values.checker
    bound = [current for frame in checker.binder.frames for current in frame.types.values()]
    return [checker.pass_num, *bound, *(around.type for around in function.originals.values())]


@per_tree
def _repeating(tree: MypyFile) -> Ranges:
    """What mypy may go through more than once, with something else in between."""
    return Ranges.of(nodes_of(tree), (ForStmt, WhileStmt, GeneratorExpr, LambdaExpr, TryStmt))
