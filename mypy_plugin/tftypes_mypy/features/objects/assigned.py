"""What a method assigns to the attributes of its object."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    NameExpr,
    TypeInfo,
)
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes_mypy.features.bodies import closures, functions, returns
from tftypes_mypy.features.bodies.bound import Member
from tftypes_mypy.features.bodies.model import Frame, Function
from tftypes_mypy.features.bodies.results import join_all, number, settled
from tftypes_mypy.features.bodies.values import type_of
from tftypes_mypy.features.objects import by_name, filled, helpers, inherited
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.features.structures.items import is_kept, items_of, kept, without_items
from tftypes_mypy.syntax import is_none

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

#: The methods in which an object may not have its attributes yet.
INIT, BUILD = "__init__", "build"


def own_method(info: TypeInfo, name: str, bodies: Bodies, checker: TypeChecker) -> Function | None:
    """A method as the class has it, where it is the program's."""
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    function = node.func if isinstance(node, Decorator) else node
    return bodies.find(function, checker) if isinstance(function, FuncDef) else None


def assigned(frame: Frame) -> dict[str, Type]:
    """The attributes that the method which was just checked gives to its object for good."""
    item = frame.function.item
    is_first = item.name in (INIT, BUILD) and frame.function.takes_self
    if not is_first and not helpers.is_helper(frame.function, frame.bodies, frame.checker):
        return {}
    result = {**inherited.given(frame), **frame.helped}
    methods = frame.bodies.assigned_in(frame.function.info, frame.checker)
    may_assign = {INIT, item.name} if is_first else {item.name}
    for name, values in frame.bound.members.items():
        if not methods.get(name, frozenset()) <= may_assign:
            result.pop(name, None)  # another method, or another object, assigns it too
            continue
        joined = joined_over(name, last(values), frame)
        if joined is not None:
            result[name] = joined
        else:
            result.pop(name, None)
    for name in {*frame.bound.members, *by_name.names(frame)}:
        is_set, typ = by_name.last(name, frame.bound.members.get(name, ()), frame)
        if is_set:
            result.pop(name, None)
            result.update({} if typ is None else {name: typ})
    for name in filled.lost(frame):
        result.pop(name, None)
    return {**result, **filled.lists(frame), **filled.models(result, frame)}


def last(values: Sequence[Member]) -> Sequence[Member]:
    """Those that may be the last ones: what is sure to be assigned undoes what was before."""
    sure = [number for number, each in enumerate(values) if each.is_straight]
    return values[sure[-1] :] if sure else values


def is_visited(assigned: Member, frame: Frame) -> bool:
    """Whether mypy came by: of `a, b = c, d` it asks for each side's items."""
    return any(frame.checker.has_type(each) for each in (assigned.written, assigned.value))


def _joined(values: Sequence[Member], frame: Frame) -> Type | None:
    """What an attribute holds that has one of these values."""
    types = [_type(each, frame) for each in values if is_visited(each, frame)]
    return join_all(types, frame.values.types) if types and None not in types else None


def joined_over(
    name: str, values: Sequence[Member], frame: Frame, until: int = sys.maxsize
) -> Type | None:
    """The same, where a method of a base class may have assigned to the attribute too, before it or after."""
    own, first = _joined(values, frame), values[0]
    is_left = not any(is_visited(each, frame) for each in values)
    if (own is None and not is_left) or not inherited.is_of_base(name, frame):
        return own
    calls = frame.bound.calls_of_parent
    if not calls:
        return own
    if own is None:
        return inherited.given(frame).get(name)
    if first.is_straight and calls[0].line < first.written.line and end(first) < until:
        return own
    before = inherited.given(frame).get(name)
    return None if before is None else join_all([before, own], frame.values.types)


def assigned_late(frame: Frame) -> dict[str, Type]:
    """The attributes that only this method gives to its object, or `__init__` as None before.

    What it assigns under a condition it may have assigned in an earlier call: this is for a body
    that was checked for any arguments.
    """
    result = {}
    for name, values in frame.bound.members.items():
        if len(values) == 1 and is_visited(values[0], frame) and _is_own(name, frame):
            typ = _type(values[0], frame)
            if typ is not None:
                result[name] = typ
    return result


def _is_own(name: str, frame: Frame) -> bool:
    function = frame.function
    methods = frame.bodies.assigned_in(function.info, frame.checker).get(name, frozenset())
    if methods == {function.item.name}:
        return True
    init = own_method(function.info, INIT, frame.bodies, frame.checker)
    if init is None or methods != {INIT, function.item.name}:
        return False
    values = frame.bodies.bound_in(init.item).members.get(name, [])
    return all(is_none(each.value) for each in values)


def _type(assigned: Member, frame: Frame) -> Type | None:
    value = assigned.value
    known = frame.values.of(value)
    if type(known) in (int, str, tuple):
        carried = type_of(known, frame.values.types)
        if carried is not None:
            return carried
    function = functions.denoted(value, frame.values)
    if isinstance(value, LambdaExpr) and closures.reads_nothing(value):
        function = closures.returned(value, frame)
    if function is not None:
        return functions.marked(function, frame.values.types)
    made = _item_by_item(assigned, frame)
    return settled(made, frame.values.types) or number(made)


def _item_by_item(assigned: Member, frame: Frame) -> Type | None:
    """A list of what is in it, where mypy gives it the type that the attribute has in any call.

    Each item for itself where nobody changes the list.
    """
    value = assigned.value
    typ = _shown(value, frame)
    if typ is not None and isinstance(value, (NameExpr, CallExpr)):
        return _whole(assigned, typ, frame)
    if typ is None or not isinstance(value, (ListExpr, ListComprehension, DictExpr)):
        return typ
    made = get_proper_type(displays.written(value, typ, frame.values))
    if not isinstance(made, Instance):
        return typ
    if _is_only_read(assigned, made, frame):
        return kept(made)
    return typ if isinstance(value, DictExpr) else without_items(made)


def _whole(assigned: Member, typ: Type, frame: Frame) -> Type:
    """A list that was made before, or by a function: each item for itself where nobody else has it."""
    known = returns.followed(assigned.value, frame)
    made = get_proper_type(typ if known is None else known)
    if not isinstance(made, Instance) or not is_kept(made):
        return typ
    is_own = known is not None or isinstance(assigned.value, CallExpr)
    return made if is_own and _is_only_read(assigned, made, frame) else without_items(made)


def _is_only_read(assigned: Member, made: Instance, frame: Frame) -> bool:
    """Whether a list or dict of tensors stays what it is when it is assigned."""
    name = next((n for n, each in frame.bound.members.items() if assigned in each), "")
    return (
        len(frame.bound.members.get(name, ())) == 1
        and not any(map(nests.is_nested, (items_of(made) or {}).values()))
        and name not in frame.function.source.only_read.changed
    )


def _shown(value: Expression, frame: Frame) -> Type | None:
    """mypy's type of what is assigned, or of the item of it that goes into one of several."""
    typ = frame.checker.lookup_type_or_none(value)
    if typ is not None or not isinstance(value, IndexExpr):
        return typ
    whole = get_proper_type(_shown(value.base, frame))
    place = frame.values.of(value.index)
    if not isinstance(whole, TupleType) or type(place) is not int:
        return None
    return whole.items[place] if -len(whole.items) <= place < len(whole.items) else None


def end(assigned: Member) -> int:
    return assigned.written.end_line or assigned.written.line
