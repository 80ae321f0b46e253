"""Objects of the program's classes: what `__init__` assigns to their attributes.

Each object has types of its own: `Dense(3, 4)` holds another `w` than `Dense(4, 5)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    Statement,
    SuperExpr,
    TypeInfo,
    WithStmt,
)
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN
from tftypes_mypy.features import body_arguments, extension_types, functions
from tftypes_mypy.features.body_model import Actual, Frame, Function, derives_from_tensorflow
from tftypes_mypy.features.body_results import attributes_of, exact, is_exact, join_all, settled
from tftypes_mypy.features.body_values import BodyValues, type_of
from tftypes_mypy.values import of_type

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies import Bodies

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
    ):
        return context.default_return_type
    made = exact(result, {})
    init = own_method(info, INIT, bodies, checker)
    if init is None:
        return exact(made, extension_types.held(context.context, info, values, bodies, checker))
    if not (derives_from_tensorflow(info) or init.mentions_tensors):
        return made
    given = (
        body_arguments.bind_call(context.context, init.item, [Actual(made)], values)
        if again
        else body_arguments.actuals(context, values, body_arguments.Target(init, made))
    )
    outcome = bodies.infer(init, given, checker) if given is not None else None
    if outcome is None:
        return made
    body_arguments.finish(outcome, context.context, values, bodies, checker, result)
    return exact(made, outcome.attributes)


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
    if item.name not in (INIT, BUILD) or not frame.function.takes_self:
        return {}
    result = dict(_inherited(frame))
    methods = frame.bodies.assigned_in(frame.function.info, frame.checker)
    for name, values in frame.bound.members.items():
        if not methods.get(name, frozenset()) <= {INIT, item.name}:
            result.pop(name, None)  # another method, or another object, assigns it too
            continue
        types = [_type(value, frame) for value in values if frame.checker.has_type(value)]
        joined = join_all(types, frame.values.types) if types and None not in types else None
        if joined is not None:
            result[name] = joined
        else:
            result.pop(name, None)
    return result


def assigned_late(frame: Frame) -> dict[str, Type]:
    """The attributes that only this method gives to its object, or `__init__` as None before.

    What it assigns under a condition it may have assigned in an earlier call: this is for a body
    that was checked for any arguments.
    """
    result = {}
    for name, values in frame.bound.members.items():
        if len(values) == 1 and frame.checker.has_type(values[0]) and _is_own(name, frame):
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
    return all(isinstance(v, NameExpr) and v.fullname == "builtins.None" for v in values)


def _type(value: Expression, frame: Frame) -> Type | None:
    known = frame.values.of(value)
    if type(known) in (int, str, tuple):
        carried = type_of(known, frame.values.types)
        if carried is not None:
            return carried
    function = functions.denoted(value, frame.values)
    if function is not None:
        return functions.marked(function, frame.values.types)
    return settled(frame.checker.lookup_type_or_none(value), frame.values.types)


def _inherited(frame: Frame) -> Mapping[str, Type]:
    """What `super().__init__(...)` in the method assigns."""
    if frame.is_inheriting:
        return {}
    frame.is_inheriting = True
    try:
        return _of_parent(frame)
    finally:
        frame.is_inheriting = False


def _of_parent(frame: Frame) -> Mapping[str, Type]:
    info = frame.function.info
    for node in frame.bound.own:
        if (
            isinstance(node, CallExpr)
            and isinstance(node.callee, SuperExpr)
            and node.callee.name == frame.function.item.name
            and all(frame.checker.has_type(arg) for arg in node.args)
        ):
            parent = _parent_method(info, node.callee.name, frame)
            if parent is None:
                return {}
            given = _given(node, parent, frame)
            outcome = None if given is None else frame.bodies.infer(parent, given, frame.checker)
            return {} if outcome is None else outcome.attributes
    return {}


def _parent_method(info: TypeInfo, name: str, frame: Frame) -> Function | None:
    for base in info.mro[1:]:
        symbol = base.names.get(name)
        if symbol is not None:
            node = symbol.node
            return frame.bodies.find(node, frame.checker) if isinstance(node, FuncDef) else None
    return None


def _given(call: CallExpr, parent: Function, frame: Frame) -> Mapping[str, Sequence[Actual]] | None:
    return body_arguments.bind_call(call, parent.item, [frame.parameters[0]], frame.values)


# --- what is read ---------------------------------------------------------------------


def attribute(context: AttributeContext, name: str, bodies: Bodies) -> Type:
    """The hook: the type of an attribute of this very object."""
    result = context.default_attr_type
    if context.is_lvalue:
        return result
    known = attributes_of(context.type).get(name)
    if known is not None:
        return known
    checker: Any = context.api
    frame = bodies.frame_of(checker)
    if frame is not None and isinstance(context.context, MemberExpr):
        so_far = _so_far(context.context, name, frame)
        if so_far is not None:
            return so_far
        late = _late(context.context, name, frame)
        if late is not None:
            return late
    return _property(context, name, bodies, checker)


def _so_far(member: MemberExpr, name: str, frame: Frame) -> Type | None:
    """What the method itself has assigned to the attribute before it reads it."""
    if not frame.function.takes_self or not frame.bound.is_itself(member.expr):
        return None
    if frame.function.item.name not in (INIT, BUILD):
        return None
    values = frame.bound.members.get(name)
    if values is None:
        return _inherited(frame).get(name)
    if len(values) != 1 or not frame.checker.has_type(values[0]):
        return None
    return _type(values[0], frame)


def _late(member: MemberExpr, name: str, frame: Frame) -> Type | None:
    """What the method assigned when it was first called: `if self.w is None: self.w = ...`."""
    if name not in frame.late or not frame.bound.is_itself(member.expr):
        return None
    assigned = frame.bound.members[name][0]
    return frame.late[name] if member.line > (assigned.end_line or assigned.line) else None


def value(member: MemberExpr, depth: int, frame: Frame) -> Any:
    """What an attribute of the method's own object is known to hold."""
    if not frame.function.takes_self or not frame.bound.is_itself(member.expr):
        return UNKNOWN
    values = frame.bound.members.get(member.name)
    if values is None:
        known = attributes_of(frame.parameters[0].type).get(member.name)
        if known is None and frame.function.item.name in (INIT, BUILD):
            known = _inherited(frame).get(member.name)
        return UNKNOWN if known is None else of_type(known)
    if len(values) > 1 or not frame.checker.has_type(values[0]):
        return UNKNOWN
    if frame.function.item.name not in (INIT, BUILD) and not _is_sure(values[0], member, frame):
        return UNKNOWN
    return frame.values.of(values[0], depth=depth)


def _is_sure(assigned: Expression, member: MemberExpr, frame: Frame) -> bool:
    """Whether every call assigns it before it is read there."""
    is_before = (assigned.end_line or assigned.line) < member.line
    return is_before and any(
        isinstance(statement, AssignmentStmt) and statement.rvalue is assigned
        for statement in _straight(frame.function.item.body)
    )


def _straight(block: Block) -> Iterator[Statement]:
    """The statements that no condition and no loop is around."""
    for statement in block.body:
        yield statement
        if isinstance(statement, WithStmt):
            yield from _straight(statement.body)


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
