"""Objects of the program's classes: what `__init__` assigns to their attributes.

Each object has types of its own: `Dense(3, 4)` holds another `w` than `Dense(4, 5)`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

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
    MemberExpr,
    NameExpr,
    TypeInfo,
)
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies import closures, functions, returns, sharing
from tftypes_mypy.features.bodies.bound import Member
from tftypes_mypy.features.bodies.model import Actual, Frame, Function, derives_from_tensorflow
from tftypes_mypy.features.bodies.reaching import reaches_tensors, watch
from tftypes_mypy.features.bodies.results import (
    attributes_of,
    exact,
    is_exact,
    join_all,
    number,
    settled,
)
from tftypes_mypy.features.bodies.values import BodyValues, type_of
from tftypes_mypy.features.keras import functional
from tftypes_mypy.features.objects import (
    by_name,
    extension_types,
    filled,
    helpers,
    inherited,
    methods_own,
    reassigned,
)
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.features.structures.items import is_kept, items_of, kept, without_items
from tftypes_mypy.syntax import is_none, walk
from tftypes_mypy.values import of_type

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

INIT, BUILD = "__init__", "build"


def construct(
    context: FunctionContext | MethodContext,
    info: TypeInfo,
    values: BodyValues,
    bodies: Bodies,
    again: bool = False,
) -> Type:
    """`Net(3, 4)`: an object of this class and no other, with the types of its attributes.

    `again` says that the module has defined the class again: mypy bound the arguments to the first.
    """
    result = get_proper_type(context.default_return_type)
    checker: Any = context.api
    if (
        not isinstance(result, Instance)
        or result.type is not info
        or not isinstance(context.context, CallExpr)
        or not _is_plain(info, bodies, checker)
        or not bodies.may_hold_tensors(info, checker)
    ):
        return context.default_return_type
    made = exact(result, {})
    init = own_method(info, INIT, bodies, checker)
    if init is None:
        kept = functional.made_by(info.get(INIT), info, context.context, values)
        held = extension_types.held(context.context, info, values, bodies, checker)
        return exact(made, {**kept, **held})
    if not (derives_from_tensorflow(info) or _makes_tensors(init, bodies, checker)):
        watch(init, bodies, checker)
        return made
    given = (
        body_arguments.bind_call(context.context, init.item, [Actual(made)], values)
        if again
        else body_arguments.actuals(context, values, body_arguments.Target(init, made))
    )
    outcome = bodies.infer(init, given, checker) if given is not None else None
    if outcome is None:
        return made
    sharing.note(context.context, init.item, True, outcome.kept, values)
    body_arguments.finish(outcome, context.context, values, bodies, checker, result)
    below = info.mro[: info.mro.index(init.info)]
    return exact(made, inherited.untouched(outcome.attributes, below, bodies, checker))


def _makes_tensors(init: Function, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether `__init__` has to do with TensorFlow, or calls a method of the object that does."""
    if reaches_tensors(init, bodies, checker):
        return True
    called = {
        node.callee.name
        for node in walk(init.item)
        if isinstance(node, CallExpr) and isinstance(node.callee, MemberExpr)
    }
    methods = (own_method(init.info, name, bodies, checker) for name in called)
    return any(m is not None and reaches_tensors(m, bodies, checker) for m in methods)


def _is_plain(info: TypeInfo, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether calling the class makes an object of it, as far as the program's classes tell."""
    if info.typeddict_type or info.tuple_type or info.is_enum or info.is_newtype:
        return False
    if not bodies.is_program(info.module_name, checker):
        return False
    return not any(
        "__new__" in base.names and bodies.is_program(base.module_name, checker)
        for base in info.mro
    )


def own_method(info: TypeInfo, name: str, bodies: Bodies, checker: TypeChecker) -> Function | None:
    """A method as the class has it, where it is the program's."""
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    function = node.func if isinstance(node, Decorator) else node
    return bodies.find(function, checker) if isinstance(function, FuncDef) else None


# --- what a method assigns ------------------------------------------------------------


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
        joined = _joined_over(name, _last(values), frame)
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


def _last(values: Sequence[Member]) -> Sequence[Member]:
    """Those that may be the last ones: what is sure to be assigned undoes what was before."""
    sure = [number for number, each in enumerate(values) if each.is_straight]
    return values[sure[-1] :] if sure else values


def _is_visited(assigned: Member, frame: Frame) -> bool:
    """Whether mypy came by: of `a, b = c, d` it asks for each side's items."""
    return any(frame.checker.has_type(each) for each in (assigned.written, assigned.value))


def _joined(values: Sequence[Member], frame: Frame) -> Type | None:
    """What an attribute holds that has one of these values."""
    types = [_type(each, frame) for each in values if _is_visited(each, frame)]
    return join_all(types, frame.values.types) if types and None not in types else None


def _joined_over(
    name: str, values: Sequence[Member], frame: Frame, until: int = sys.maxsize
) -> Type | None:
    """The same, where a method of a base class may have assigned to the attribute too, before it or after."""
    own, first = _joined(values, frame), values[0]
    is_left = not any(_is_visited(each, frame) for each in values)
    if (own is None and not is_left) or not inherited.is_of_base(name, frame):
        return own
    calls = frame.bound.calls_of_parent
    if not calls:
        return own
    if own is None:
        return inherited.given(frame).get(name)
    if first.is_straight and calls[0].line < first.written.line and _end(first) < until:
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
        if len(values) == 1 and _is_visited(values[0], frame) and _is_own(name, frame):
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


# --- what is read ---------------------------------------------------------------------


def attribute(context: AttributeContext, name: str, bodies: Bodies) -> Type:
    """The hook: the type of an attribute of this very object."""
    result = context.default_attr_type
    if context.is_lvalue or _is_module(context.type):
        return result
    known = attributes_of(context.type).get(name)
    checker: Any = context.api
    if known is not None:
        return _here(known, name, bodies, checker)
    frame = bodies.frame_of(checker)
    if frame is not None and isinstance(context.context, MemberExpr):
        so_far = _so_far(context.context, name, frame)
        if so_far is not None:
            if frame.checker.binder.get(context.context) is not None:
                # mypy may have refused the last assignment, and go on with the one before.
                frame.checker.binder.put(context.context, so_far)
            return so_far
        late = _late(context.context, name, frame)
        if late is not None:
            return late
        if number(result) is not None and _is_set_again(context.type, name, frame):
            return convert.unknown()
    if isinstance(context.context, MemberExpr):
        common = reassigned.common(context.context, result, context.type, bodies, checker)
        if common is not result:
            return common
    return _property(context, name, bodies, checker)


def _is_module(owner: Type) -> bool:
    """Whether it is a module as a value, as in `backend = tf`, where mypy keeps what is in it beside the type.

    It asks only some of them for that: what may be another module has any attribute.
    """
    return isinstance(owner, Instance) and owner.type.fullname == "types.ModuleType"


def _here(known: Type, name: str, bodies: Bodies, checker: TypeChecker) -> Type:
    """What an attribute holds, without the items that this module may change."""
    proper = get_proper_type(known)
    if not is_kept(proper) or not isinstance(proper, Instance):
        return known
    source = bodies.source_of(checker)
    is_changed = source is None or name in source.only_read.changed - source.only_read.grown
    return without_items(proper) if is_changed else known


def _is_set_again(typ: Type, name: str, frame: Frame) -> bool:
    """Whether other methods than `__init__` assign an attribute: a number may be a tensor by then."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance):
        return False
    methods = frame.bodies.assigned_in(proper.type, frame.checker).get(name, frozenset())
    return not methods <= {INIT}


def _so_far(member: MemberExpr, name: str, frame: Frame) -> Type | None:
    """What the method itself has assigned to the attribute before it reads it."""
    if not frame.function.takes_self or not frame.bound.is_itself(member.expr):
        return None
    if frame.function.item.name not in (INIT, BUILD):
        return None
    values = frame.bound.members.get(name)
    is_set, typ = by_name.last(name, values or (), frame, member.line)
    if is_set:
        return typ
    if values is None:
        return frame.helped.get(name) or inherited.given(frame).get(name)
    before = _before(values, member)
    if before is None or reassigned.may_have_changed(member, frame.function.info, frame.checker):
        return None
    return _joined_over(name, before, frame, member.line)


def so_far(receiver: Type, callee: MemberExpr, bodies: Bodies, checker: TypeChecker) -> Type:
    """The object that `__init__` calls a method of, with what it has assigned to it before."""
    proper = get_proper_type(receiver)
    frame = bodies.frame_of(checker)
    if frame is None or not isinstance(proper, Instance) or not frame.function.takes_self:
        return receiver
    if frame.function.item.name != INIT or not frame.bound.is_itself(callee.expr):
        return receiver
    methods = bodies.assigned_in(frame.function.info, checker)
    found = {**inherited.given(frame), **frame.helped}
    for name, values in frame.bound.members.items():
        found.pop(name, None)
        earlier = [each for each in values if _end(each) < callee.line]
        before = earlier if len(values) == 1 else _before(values, callee)
        if not earlier or before is None or not methods.get(name, frozenset()) <= {INIT}:
            continue
        joined = _joined_over(name, before, frame, callee.line)
        if joined is not None:
            found[name] = joined
    return exact(proper, found)


def _before(values: Sequence[Member], member: MemberExpr) -> Sequence[Member] | None:
    """What an attribute may hold where it is read, of what is assigned to it; None where that is not told."""
    if len(values) == 1:
        return values
    if not all(each.is_straight for each in values):
        return None  # a loop may come by later
    return _last([each for each in values if _end(each) < member.line]) or None


def _late(member: MemberExpr, name: str, frame: Frame) -> Type | None:
    """What the method assigned when it was first called: `if self.w is None: self.w = ...`."""
    if name not in frame.late or not frame.bound.is_itself(member.expr):
        return None
    return frame.late[name] if member.line > _end(frame.bound.members[name][0]) else None


def value(member: MemberExpr, depth: int, frame: Frame) -> Any:
    """What an attribute of the method's own object is known to hold."""
    if frame.function.outer is not None:
        return methods_own.value(member, frame)
    if not frame.function.takes_self or not frame.bound.is_itself(member.expr):
        return UNKNOWN
    values = frame.bound.members.get(member.name)
    is_set, typ = by_name.last(member.name, values or (), frame, member.line)
    if is_set:
        return UNKNOWN if typ is None else of_type(typ)
    if values is None:
        known = attributes_of(frame.parameters[0].type).get(member.name)
        if known is None and frame.function.item.name in (INIT, BUILD):
            known = inherited.given(frame).get(member.name)
        return UNKNOWN if known is None else of_type(known)
    before = _before(values, member)
    if before is None or len(before) != 1 or not _is_visited(before[0], frame):
        return UNKNOWN
    if frame.function.item.name not in (INIT, BUILD) and not _is_sure(before[0], member):
        return UNKNOWN
    if reassigned.may_have_changed(member, frame.function.info, frame.checker):
        return UNKNOWN
    return frame.values.of(before[0].value, depth=depth)


def _is_sure(assigned: Member, member: MemberExpr) -> bool:
    """Whether every call assigns it before it is read there."""
    return assigned.is_straight and _end(assigned) < member.line


def _end(assigned: Member) -> int:
    return assigned.written.end_line or assigned.written.line


def _property(context: AttributeContext, name: str, bodies: Bodies, checker: TypeChecker) -> Type:
    result = context.default_attr_type
    receiver = get_proper_type(context.type)
    if not is_exact(receiver) or not isinstance(receiver, Instance):
        return result
    symbol = receiver.type.get(name)
    node = symbol.node if symbol is not None else None
    if not isinstance(node, Decorator) or not node.func.is_property or node.func.type is not None:
        return result
    found = bodies.find(node.func, checker)
    if found is None or not isinstance(context.context, MemberExpr):
        return result
    given = body_arguments.bind(found.item, [Actual(receiver)], [], {}, bodies.values_of(checker))
    outcome = None if given is None else bodies.infer(found, given, checker)
    if outcome is None:
        return result
    values = bodies.values_of(checker)
    return body_arguments.finish(outcome, context.context, values, bodies, checker, result)
