"""What the names and lists of a body stand for at the place that mypy is at, where its loops are gone through round by round.

What comes together from several ways through the body is not known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mypy.literals import literal, literal_hash
from mypy.nodes import (
    AssignmentStmt,
    Expression,
    ForStmt,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    TupleExpr,
    Var,
)
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN
from tftypes_mypy import arithmetic, convert
from tftypes_mypy.comparisons import is_plain
from tftypes_mypy.features.bodies import loop_items
from tftypes_mypy.features.bodies.bound import is_mutable
from tftypes_mypy.features.bodies.grown_lists import Key, added, filled, grown, key_of, passed
from tftypes_mypy.features.bodies.loop_items import LONGEST
from tftypes_mypy.features.bodies.loop_plan import Plan, Step
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.features.structures.items import forgotten, kept
from tftypes_mypy.python_calls import items_of
from tftypes_mypy.standing import plain
from tftypes_mypy.syntax import walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.values import BodyValues


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


class Followed:
    """The names and lists of one body that are followed."""

    def __init__(self, plan: Plan, values: BodyValues) -> None:
        self._plan = plan
        self._values = values
        self._checker = values.checker
        #: By the name; None where nothing was followed, and the bindings of the whole body tell.
        self._state: dict[Key, Entry | None] = {}
        #: What the lists that are followed are written as.
        self._written: dict[Key, NameExpr | MemberExpr] = {}
        #: The loops that are gone through round by round right now, from the outermost on.
        self._open: list[ForStmt] = []
        self._kept: Sequence[Type] = ()
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

    def items(self, key: Key) -> Sequence[Type] | None:
        """The types of what is in a list where mypy is, or where it ended; None where that is not known."""
        entry = self._state.get(key)
        return None if entry is None else entry.items

    def holds(self, expression: Expression) -> bool:
        """Whether mypy's type of an attribute is that of the model or the list that is followed there."""
        key = key_of(expression, self._plan.first)
        return isinstance(key, str) and bool(self.items(key))

    def entry(self, var: Var) -> Entry | None:
        """What is known of a name where mypy is; None where it is not followed there."""
        return self._state.get(var)

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


def _is_settled(value: Any) -> bool:
    """Whether a value stays what it is, whatever becomes of names."""
    if isinstance(value, tuple):
        return all(map(_is_settled, value))
    return is_plain(value) and not is_mutable(value)


def _nothing(typ: Type) -> Type:
    """The type of what comes from several rounds."""
    return typ if convert.tensor_of(typ) is not None else convert.unknown()


def _alone(typ: Type) -> Type:
    """The type of an item, of whose own items others may know."""
    proper = get_proper_type(typ)
    if isinstance(proper, Instance) and (nests.is_list(proper) or nests.is_dict(proper)):
        return forgotten(proper)
    return typ
