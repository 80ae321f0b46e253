"""Objects of the program's classes: what `__init__` assigns to their attributes.

Each object has types of its own: `Dense(3, 4)` holds another `w` than `Dense(4, 5)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    MemberExpr,
    TypeInfo,
)
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies import sharing
from tftypes_mypy.features.bodies.bound import Member
from tftypes_mypy.features.bodies.model import Actual, Frame, Function, derives_from_tensorflow
from tftypes_mypy.features.bodies.reaching import reaches_tensors, watch
from tftypes_mypy.features.bodies.results import (
    attributes_of,
    exact,
    is_exact,
    number,
)
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.keras import functional
from tftypes_mypy.features.objects import (
    by_name,
    extension_types,
    inherited,
    methods_own,
    reassigned,
)
from tftypes_mypy.features.objects.assigned import (
    BUILD,
    INIT,
    end,
    is_visited,
    joined_over,
    last,
    own_method,
)
from tftypes_mypy.features.structures.items import is_kept, without_items
from tftypes_mypy.syntax import walk
from tftypes_mypy.values import of_type

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies


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
    sharing.note(context.context, init.item, True, outcome, values)
    body_arguments.finish(outcome, context.context, values, bodies, checker, result)
    below = info.mro[: info.mro.index(init.info)]
    return exact(made, inherited.untouched(outcome.attributes, below, bodies, checker))


def _makes_tensors(init: Function, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether `__init__` has to do with TensorFlow, or calls a method of the object that does."""
    known = bodies.making.get(init.item)
    if known is None:
        called = {
            node.callee.name
            for node in walk(init.item)
            if isinstance(node, CallExpr) and isinstance(node.callee, MemberExpr)
        }
        methods = (own_method(init.info, name, bodies, checker) for name in called)
        known = any(
            each is not None and reaches_tensors(each, bodies, checker) for each in (init, *methods)
        )
        bodies.making[init.item] = known
    return known


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
    return joined_over(name, before, frame, member.line)


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
        earlier = [each for each in values if end(each) < callee.line]
        before = earlier if len(values) == 1 else _before(values, callee)
        if not earlier or before is None or not methods.get(name, frozenset()) <= {INIT}:
            continue
        joined = joined_over(name, before, frame, callee.line)
        if joined is not None:
            found[name] = joined
    return exact(proper, found)


def _before(values: Sequence[Member], member: MemberExpr) -> Sequence[Member] | None:
    """What an attribute may hold where it is read, of what is assigned to it; None where that is not told."""
    if len(values) == 1:
        return values
    if not all(each.is_straight for each in values):
        return None  # a loop may come by later
    return last([each for each in values if end(each) < member.line]) or None


def _late(member: MemberExpr, name: str, frame: Frame) -> Type | None:
    """What the method assigned when it was first called: `if self.w is None: self.w = ...`."""
    if name not in frame.late or not frame.bound.is_itself(member.expr):
        return None
    return frame.late[name] if member.line > end(frame.bound.members[name][0]) else None


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
    if before is None or len(before) != 1 or not is_visited(before[0], frame):
        return UNKNOWN
    if frame.function.item.name not in (INIT, BUILD) and not _is_sure(before[0], member):
        return UNKNOWN
    if reassigned.may_have_changed(member, frame.function.info, frame.checker):
        return UNKNOWN
    return frame.values.of(before[0].value, depth=depth)


def _is_sure(assigned: Member, member: MemberExpr) -> bool:
    """Whether every call assigns it before it is read there."""
    return assigned.is_straight and end(assigned) < member.line


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
