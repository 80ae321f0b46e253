"""Loops over what is known item by item: their rounds one after the other, with what each makes of the names.

for filters in [64, 128, 256]:                    for layer in self.layers_list:
    x = layers.Conv2D(filters, 3, strides=2)(x)       x = layer(x)

What a name stands for is known at each place of each round: its type, which mypy keeps, and its value, which is kept here. What
comes together from several ways through the body is not known. When the loop is through, mypy's types of the expressions in
it are what those of all rounds have in common, and the values of calls those that were the same in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from mypy import nodes
from mypy.literals import literal
from mypy.nodes import (
    CallExpr,
    Expression,
    ForStmt,
    IfStmt,
    Statement,
)
from mypy.types import Instance, LiteralType, Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.features.bodies import loop_items
from tftypes_mypy.features.bodies.grown_lists import Key, key_of
from tftypes_mypy.features.bodies.loop_findings import Seen
from tftypes_mypy.features.bodies.loop_items import LONGEST
from tftypes_mypy.features.bodies.loop_names import Entry, Followed
from tftypes_mypy.features.bodies.loop_plan import Plan, Step, blocks
from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.facts import certainty
from tftypes_mypy.syntax import walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.values import BodyValues

#: The most rounds that are gone through in one body.
MOST: Final = 256


class Loops(Followed):
    """What is known at the place that mypy is at, in one body."""

    def __init__(self, plan: Plan, values: BodyValues) -> None:
        super().__init__(plan, values)
        #: What was known where a statement with several ways through it begins.
        self._before: dict[Statement, dict[Key, Entry | None]] = {}
        #: Of those the ones that some round may have left on a condition that is not known.
        self._torn: set[ForStmt] = set()
        self._left = MOST
        self._followed: set[Statement] = set()
        self._lost: set[Statement] = set()

    @property
    def followed(self) -> Collection[Statement]:
        """The loops and branches of which it was known each time which way a run takes."""
        return self._followed - self._lost

    @contextmanager
    def installed(self) -> Iterator[None]:
        """While mypy checks the body."""
        before = self._plan.put()
        self._values.loops = self
        try:
            yield
        finally:
            self._values.loops = None
            self._values.forget_parts()
            for block, statements in before:
                block.body = statements

    def followed_in(self, statement: IfStmt) -> Sequence[nodes.Block] | None:
        """The blocks of the loop or branch in whose place a statement was put; None where it is none, or is not followed."""
        at = statement.expr[0]
        step = self._plan.steps.get(at) if isinstance(at, CallExpr) else None
        if step is None or step.statement in self._lost:
            return None
        return [*blocks(step.statement)]

    def take(self, call: CallExpr) -> Type | None:
        """The hook of a step; what it gives is the type of a condition."""
        step = self._plan.steps[call]
        if step.kind == "loop":
            assert isinstance(step.statement, ForStmt)
            return self._condition(not self._loop(step.statement, step.names))
        if step.kind == "branch":
            assert isinstance(step.statement, IfStmt)
            return self._condition(not self._branch(step.statement))
        _STEPS[step.kind](self, step)
        return None

    def _condition(self, holds: bool) -> Type:
        return LiteralType(holds, self._values.types.make("builtins.bool", []))

    # --- statements with several ways through them

    def _enter(self, step: Step) -> None:
        if not isinstance(step.statement, (nodes.WithStmt, nodes.MatchStmt)):
            self._forget(step.names)  # a round that comes later, and a part of a `try`, bind them
        self._before[step.statement] = dict(self._state)

    def _again(self, step: Step) -> None:
        """Where a round begins of which there are many."""
        if step.statement not in self._open:
            self._forget(step.names)

    def _back(self, step: Step) -> None:
        """Where one of several ways begins."""
        before = self._before.get(step.statement)
        if before is not None:
            self._state = dict(before)

    def _leave(self, step: Step) -> None:
        is_open = self._before.pop(step.statement, None) is not None
        made = step.statement
        goes_on = isinstance(made, nodes.WithStmt) and certainty.is_transparent(made)
        if is_open and not goes_on:
            self._forget(step.names)

    def _branch(self, statement: IfStmt) -> bool:
        """Takes the one way that a run takes, if that is known."""
        self._followed.add(statement)
        for condition, body in zip(statement.expr, statement.body):
            self._checker.expr_checker.accept(condition)
            truth = self._values.truth(condition)
            if truth:
                self._checker.accept(body)
                return True
            if truth is None:
                self._lose(statement)
                self._before[statement] = dict(self._state)
                if self._open and self._plan.may_jump(statement):
                    self._torn.update(self._open)
                return False
        if statement.else_body is not None:
            self._checker.accept(statement.else_body)
        return True

    # --- loops

    def _loop(self, loop: ForStmt, names: Collection[Key]) -> bool:
        """Goes through the rounds, if the items are known."""
        items = None
        if not any(key_of(node, self._plan.first) in names for node in _read_in(loop.expr)):
            items = loop_items.items(loop.expr, self._values)
        if items is None or len(items) > min(LONGEST, self._left):
            self._lose(loop)
            self._forget(names)
            self._before[loop] = dict(self._state)
            return False
        self._followed.add(loop)
        self._left -= len(items)
        self._begin(names)
        self._rounds(loop, items, names)
        return True

    def _rounds(
        self, loop: ForStmt, items: Sequence[loop_items.Item], names: Collection[Key]
    ) -> None:
        binder, jumps = self._checker.binder, self._plan.may_jump(loop.body)
        seen = Seen(loop, self._values)
        self._torn.discard(loop)
        with binder.frame_context(can_skip=False):
            for typ, value in items:
                seen.begin()
                self._open.append(loop)
                with binder.frame_context(
                    can_skip=False, break_frame=2 * jumps, continue_frame=1 * jumps
                ):
                    self._checker.analyze_index_variables(loop.index, typ, True, loop)
                    self._give(loop.index, value)
                    self._checker.accept(loop.body)
                if loop in self._torn:
                    self._forget(names)
                    self._forget_models(loop)
                self._open.pop()
                seen.end()
                if binder.is_unreachable():
                    break
            if loop.else_body is not None and not binder.is_unreachable():
                self._checker.accept(loop.else_body)
        seen.settle()
        if loop in self._torn:
            self._forget(names)
            self._forget_models(loop)

    # --- models that layers are added to

    def _lose(self, statement: Statement) -> None:
        """The ways through a statement are not followed from here on."""
        self._lost.add(statement)
        self._forget_models(statement)

    def _forget_models(self, statement: Statement) -> None:
        for model in self._plan.growing_in(statement):
            typ = self._checker.binder.get(model) if literal(model) else None
            proper = get_proper_type(typ or self._values.type_of(model))
            if isinstance(proper, Instance) and is_exact(proper):
                self._checker.binder.put(model, convert.unknown())


_STEPS: Final[dict[str, Callable[[Loops, Step], None]]] = {
    "bind": Loops._bind,
    "enter": Loops._enter,
    "again": Loops._again,
    "back": Loops._back,
    "leave": Loops._leave,
    "grow": Loops._grow,
    "pass": Loops._pass,
    "fill": Loops._fill_other,
    "made": Loops._made,
    "hold": Loops._keep,
    "swap": Loops._swap,
    "return": Loops._return,
}


def _read_in(sequence: Expression) -> Iterable[Expression]:
    """What a loop goes through, by its parts: what is bound or filled meanwhile may be another than at first."""
    return (node for node in walk(sequence) if isinstance(node, Expression))
