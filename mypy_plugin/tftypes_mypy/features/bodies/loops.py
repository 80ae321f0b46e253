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
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mypy import nodes
from mypy.literals import literal, literal_hash
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    IfStmt,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import Instance, LiteralType, Type, get_proper_type

from tftypes.algebra import UNKNOWN
from tftypes_mypy import arithmetic, convert
from tftypes_mypy.comparisons import is_plain
from tftypes_mypy.features.bodies import loop_items
from tftypes_mypy.features.bodies.bound import is_mutable
from tftypes_mypy.features.bodies.grown_lists import Key, added, filled, grown, key_of, passed
from tftypes_mypy.features.bodies.loop_findings import Seen
from tftypes_mypy.features.bodies.loop_items import LONGEST
from tftypes_mypy.features.bodies.loop_plan import Plan, Step, blocks
from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.facts import certainty
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.features.structures.items import forgotten, kept
from tftypes_mypy.python_calls import items_of
from tftypes_mypy.standing import plain
from tftypes_mypy.syntax import walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.values import BodyValues

#: What changes the layers of a model.
_GROWING: Final = frozenset({"add", "pop"})
#: The most rounds that are gone through in one body.
MOST: Final = 256


class Entry(NamedTuple):
    """What a name stands for at a place."""

    value: Any = UNKNOWN
    #: Whether it stands for what one binding has given to it, and no other.
    is_sure: bool = False
    #: The type that it got there; None where mypy's is as good.
    type: Type | None = None
    #: What is in it where it is a list, or the model in it.
    items: Sequence[Type] | None = None


#: Of what may be one of several things nothing is known.
_OPEN: Final = Entry()


class Loops:
    """What is known at the place that mypy is at, in one body."""

    def __init__(self, plan: Plan, values: BodyValues) -> None:
        self._plan = plan
        self._values = values
        self._checker = values.checker
        #: By the name; None where nothing was followed, and the bindings of the whole body tell.
        self._state: dict[Key, Entry | None] = {}
        #: What was known where a statement with several ways through it begins.
        self._before: dict[Statement, dict[Key, Entry | None]] = {}
        #: What the lists that are followed are written as.
        self._written: dict[Key, NameExpr | MemberExpr] = {}
        #: The loops that are gone through round by round right now, from the outermost on.
        self._open: list[ForStmt] = []
        #: Of those the ones that some round may have left on a condition that is not known.
        self._torn: set[ForStmt] = set()
        self._left = MOST
        self._kept: Sequence[Type] = ()
        self._followed: set[Statement] = set()
        self._lost: set[Statement] = set()
        #: The types of what is returned under a name, of each time; None where it may be of several bindings.
        self.returned: dict[NameExpr, list[Type | None]] = {}

    @property
    def models(self) -> frozenset[str]:
        """The attributes whose models get layers one by one."""
        return self._plan.models

    @property
    def lists(self) -> Collection[Key]:
        """The lists that are followed item by item."""
        return self._plan.lists

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

    def items(self, key: Key) -> Sequence[Type] | None:
        """The types of what is in a list where mypy is, or where it ended; None where that is not known."""
        entry = self._state.get(key)
        return None if entry is None else entry.items

    def followed_in(self, statement: IfStmt) -> Sequence[nodes.Block] | None:
        """The blocks of the loop or branch in whose place a statement was put; None where it is none, or is not followed."""
        at = statement.expr[0]
        step = self._plan.steps.get(at) if isinstance(at, CallExpr) else None
        if step is None or step.statement in self._lost:
            return None
        return [*blocks(step.statement)]

    def holds(self, expression: Expression) -> bool:
        """Whether mypy's type of an attribute is that of the model or the list that is followed there."""
        key = key_of(expression, self._plan.first)
        return isinstance(key, str) and bool(self.items(key))

    def entry(self, var: Var) -> Entry | None:
        """What is known of a name where mypy is; None where it is not followed there."""
        return self._state.get(var)

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

    # --- names

    def _bind(self, step: Step) -> None:
        statement = step.statement
        if isinstance(statement, AssignmentStmt):
            for target in statement.lvalues:
                key = key_of(target, self._plan.first)
                if key in self._plan.lists:
                    self._make(key, target, statement.rvalue)
                elif isinstance(key, str) and key in self._plan.models:
                    self._hold(key, self._values.type_of(statement.rvalue))
            self._give(statement.lvalues[0], self._values.of(statement.rvalue))
        elif isinstance(statement, OperatorAssignmentStmt):
            target = statement.lvalue
            if isinstance(target, NameExpr) and isinstance(target.node, Var):
                before = self.entry(target.node)
                old = UNKNOWN if before is None else before.value
                made = arithmetic.binary(statement.op, old, self._values.of(statement.rvalue))
                self._give(target, made)

    def _give(self, target: Expression, value: Any) -> None:
        """What a name is bound to, or each of several."""
        if isinstance(target, (TupleExpr, ListExpr)):
            items = items_of(value) if isinstance(value, (tuple, list)) else None
            if items is None or len(items) != len(target.items):
                items = [UNKNOWN] * len(target.items)
            for part, item in zip(target.items, items):
                self._give(part, item)
        elif isinstance(target, NameExpr) and isinstance(target.node, Var):
            if target.node in self._plan.names:
                typ = self._checker.binder.get(target)
                known = value if _is_settled(value) else UNKNOWN
                self._state[target.node] = Entry(known, is_sure=True, type=typ)

    # --- lists

    def _make(self, key: Key, target: Expression, value: Expression) -> None:
        found = loop_items.items(value, self._values) if isinstance(value, ListExpr) else None
        if found is None or not isinstance(target, (NameExpr, MemberExpr)):
            self._state[key] = _OPEN
            return
        self._fill(key, target, found)

    def _grow(self, step: Step) -> None:
        """`outs.append(x)`: the list has one item more."""
        model = added(step.statement)
        name = None if model is None else key_of(model, self._plan.first)
        if model is not None and isinstance(name, str):
            is_seen = bool(self.items(name)) and literal(model)
            self._hold(name, self._checker.binder.get(model) if is_seen else None)
        elif model is not None and isinstance(name, Var) and name in self._plan.names:
            known = self._state.get(name)
            if known is not None and known.is_sure:
                self._state[name] = known._replace(type=self._checker.binder.get(model))
        pair = grown(step.statement)
        key = None if pair is None else key_of(pair[0], self._plan.first)
        if pair is None or key is None or not isinstance(pair[0], (NameExpr, MemberExpr)):
            return
        entry = self._state.get(key)
        if entry is None or entry.items is None or len(entry.items) >= LONGEST:
            self._forget([key])
            return
        item = loop_items.written(pair[1], self._values), self._values.of(pair[1])
        self._fill(key, pair[0], [*zip(entry.items, entry.value), item])

    def _fill(self, key: Key, target: NameExpr | MemberExpr, items: loop_items.Items) -> None:
        types = [_alone(typ) for typ, _ in items]
        made = nests.list_of(types, self._values.types) if items else None
        self._state[key] = Entry([value for _, value in items], True, made, types)
        self._written[key] = target
        if made is not None:
            self._put(key, target, kept(made) if isinstance(key, str) else made)

    def _put(self, key: Key, target: NameExpr | MemberExpr, made: Instance) -> None:
        """Tells mypy what a list is now, which it takes for one of what has come first into it."""
        binder, name = self._checker.binder, literal_hash(target)
        if isinstance(key, Var) and key.is_inferred and name is not None:
            key.type = binder.declarations[name] = plain(made)
        binder.put(target, made)

    def _hold(self, name: str, model: Type | None) -> None:
        """What a model in an attribute is now."""
        self._state[name] = _OPEN if model is None else Entry(UNKNOWN, True, model, [model])

    def _keep(self, step: Step) -> None:
        """What is on the right of `x, y = y, x`, before any of the names is bound."""
        assert isinstance(step.statement, AssignmentStmt)
        assert isinstance(step.statement.rvalue, TupleExpr)
        accept = self._checker.expr_checker.accept
        self._kept = [accept(item) for item in step.statement.rvalue.items]

    def _swap(self, step: Step) -> None:
        assert isinstance(step.statement, AssignmentStmt)
        for target in step.statement.lvalues:
            for part, typ in zip(getattr(target, "items", ()), self._kept):
                if isinstance(part, NameExpr):
                    self._checker.analyze_index_variables(part, typ, True, step.statement)

    def _made(self, step: Step) -> None:
        """A list of what is made of each of several things: now it can be seen of what."""
        assert isinstance(step.statement, AssignmentStmt)
        displays.written(step.statement.rvalue, None, self._values)

    def _fill_other(self, step: Step) -> None:
        """What comes into a list or dict that is not followed, of which mypy knows what the first round has put in."""
        pair = filled(step.statement)
        var = None if pair is None else pair[0].node
        typ = get_proper_type(var.type) if isinstance(var, Var) else None
        if pair is None or not isinstance(var, Var) or not isinstance(typ, Instance):
            return
        made = None if pair[1] is None else self._values.type_of(pair[1])
        is_alike = bool(typ.args) and made is not None and typ.args[-1] == made
        if typ.args and not is_alike and var.is_inferred:
            whole = get_proper_type(forgotten(typ))
            assert isinstance(whole, Instance)
            self._put(var, pair[0], whole.copy_modified(args=[_nothing(a) for a in whole.args]))

    def _pass(self, step: Step) -> None:
        """What a function was given that may change it, or give it to others."""
        for call, names in passed(step.statement, self._plan.lists).items():
            if not self._is_of_keras(call.callee):
                self._forget(var for var in names if not self._values.leaves(call, var))

    def _is_of_keras(self, callee: Expression) -> bool:
        """Whether what is called is one of Keras' own layers, which leave lists as they are."""
        with self._checker.local_type_map, self._checker.msg.filter_errors():
            typ = get_proper_type(self._checker.expr_checker.accept(callee))
        return isinstance(typ, Instance) and typ.type.fullname.startswith("tensorflow.")

    def _begin(self, names: Iterable[Key]) -> None:
        """From here on these names are followed."""
        for var in names:
            if var in self._plan.lists:
                self._state.setdefault(var, _OPEN)
            elif (
                isinstance(var, Var) and var not in self._state
            ):  # it is a parameter, or not bound yet
                value = self._values.arguments.get(var, UNKNOWN)
                self._state[var] = Entry(value if _is_settled(value) else UNKNOWN, True)
            elif self._state.get(var) is None:
                self._state[var] = _OPEN

    def _forget(self, names: Iterable[Key]) -> None:
        for var in names:
            entry, target = self._state.get(var), self._written.get(var)
            if target is not None and entry is not None and entry.items is not None:
                listed = self._values.types.make("builtins.list", [convert.unknown()])
                self._put(var, target, listed)
            self._state[var] = _OPEN if self._open or isinstance(var, str) else None

    def _return(self, step: Step) -> None:
        for node in walk(step.statement):
            if isinstance(node, NameExpr) and isinstance(node.node, Var):
                entry = self.entry(node.node)
                if entry is not None and (node.node in self._plan.names or entry.items):
                    current = entry.type or self._checker.binder.get(node)
                    self.returned.setdefault(node, []).append(current if entry.is_sure else None)

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
                if self._open and _may_jump(statement):
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
        binder, jumps = self._checker.binder, _may_jump(loop.body)
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
        for node in certainty.own(statement):
            callee = node.callee if isinstance(node, CallExpr) else None
            if isinstance(callee, MemberExpr) and callee.name in _GROWING:
                typ = get_proper_type(self._values.type_of(callee.expr))
                model = self._checker.binder.get(callee.expr) if literal(callee.expr) else None
                proper = get_proper_type(model or typ)
                if isinstance(proper, Instance) and is_exact(proper):
                    self._checker.binder.put(callee.expr, convert.unknown())


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


def _is_settled(value: Any) -> bool:
    """Whether a value stays what it is, whatever becomes of names."""
    if isinstance(value, tuple):
        return all(map(_is_settled, value))
    return is_plain(value) and not is_mutable(value)


def _may_jump(statement: Node) -> bool:
    """Whether a statement may leave a round of a loop around it."""
    return any(
        isinstance(node, (nodes.BreakStmt, nodes.ContinueStmt)) for node in certainty.own(statement)
    )


def _read_in(sequence: Expression) -> Iterable[Expression]:
    """What a loop goes through, by its parts: what is bound or filled meanwhile may be another than at first."""
    return (node for node in walk(sequence) if isinstance(node, Expression))


def _nothing(typ: Type) -> Type:
    """The type of what comes from several rounds."""
    return typ if convert.tensor_of(typ) is not None else convert.unknown()


def _alone(typ: Type) -> Type:
    """The type of an item, of whose own items others may know."""
    proper = get_proper_type(typ)
    if isinstance(proper, Instance) and (nests.is_list(proper) or nests.is_dict(proper)):
        return forgotten(proper)
    return typ
