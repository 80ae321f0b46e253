"""Which function of the program a call reaches, and with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    Node,
    OverloadedFuncDef,
    RefExpr,
    SuperExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Type,
    TypeType,
    get_proper_type,
)

from tftypes.inference.models.tensorflow.ops import RULES, ListOf, Rule
from tftypes_mypy import convert, names
from tftypes_mypy.features.bodies import closures, functions, rebound, redefined, repeated, sharing
from tftypes_mypy.features.bodies.arguments import CallContext, Target, actuals, bind_call, finish
from tftypes_mypy.features.bodies.bound import FunctionValue
from tftypes_mypy.features.bodies.closures import is_transparent
from tftypes_mypy.features.bodies.model import Actual, Function
from tftypes_mypy.features.bodies.reaching import reaches_tensors, watch
from tftypes_mypy.features.bodies.results import (
    is_exact,
    is_informative,
    is_model,
    is_open,
    read,
    traced,
)
from tftypes_mypy.features.bodies.values import BodyValues, is_carried
from tftypes_mypy.features.keras import fitting
from tftypes_mypy.features.keras import program_layers as layers
from tftypes_mypy.features.keras import weights as keras_weights
from tftypes_mypy.features.objects import attributes, helpers
from tftypes_mypy.features.structs import ops as structs_ops
from tftypes_mypy.syntax import FUNCTIONS, calls_alone

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies


def call(context: CallContext, values: BodyValues, bodies: Bodies) -> Type:
    """The hook: the type of a call, where no annotation tells it."""
    if bodies.frames:
        return _call(context, values, bodies)
    checker: Any = context.api
    with rebound.at(context.context, checker, bodies):
        return _call(context, values, bodies)


def _call(context: CallContext, values: BodyValues, bodies: Bodies) -> Type:
    result = context.default_return_type
    at = context.context
    checker: Any = context.api
    if isinstance(at, Decorator):
        return closures.decorate(at, result, values, bodies, checker)
    if not isinstance(at, CallExpr):
        return result
    callee = at.callee
    node = _node(callee)
    meant = _meant(callee, bodies, checker)
    if meant is not node:
        return _call_again(meant, context, values, bodies)
    if isinstance(node, TypeInfo):
        return attributes.construct(context, node, values, bodies)
    if isinstance(callee, SuperExpr):
        return result
    held = None if isinstance(node, FUNCTIONS) else functions.denoted(callee, values)
    if held is not None and not isinstance(held.node, LambdaExpr):
        rule = RULES.get(held.node.fullname)
        if rule is not None:
            return _call_op(rule, context, values, bodies)
    if layers.is_weight(context):
        assert isinstance(context, MethodContext)
        return layers.add_weight(context, values, bodies)
    if isinstance(context, MethodContext) and fitting.is_step(callee, context.type):
        return fitting.fit(context, values, bodies)
    if isinstance(context, MethodContext) and fitting.is_loss(callee, context.type):
        return fitting.loss(context, values, bodies)
    if held is None and isinstance(context, MethodContext) and layers.is_called(context):
        outcome = layers.call_layer(context, values, bodies)
        if outcome is None:
            return result
        return finish(outcome, at, values, bodies, checker, result)
    found = repeated.again(at, values)
    if found is None:
        found = (
            target(callee, context, values, bodies, checker)
            if held is None
            else _held(held, bodies, checker)
        )
        found = repeated.kept(at, found, values)
    if found is None or not _is_untold(found.function, result):
        return result
    return _inferred(
        found, actuals(context, values, found), context, values, bodies, _is_traced(context)
    )


def _inferred(
    found: Target,
    given: Mapping[str, Sequence[Actual]] | None,
    context: CallContext,
    values: BodyValues,
    bodies: Bodies,
    is_traced: bool,
) -> Type:
    """What the body makes of the arguments; what mypy says of the call where that cannot be told."""
    result, at = context.default_return_type, context.context
    checker: Any = context.api
    if given is None or _is_told(found, at, bodies, checker):
        return result
    if not _is_worth_it(found, given, bodies, checker) and not helpers.is_helper(
        found.function, bodies, checker
    ):
        watch(found.function, bodies, checker)
        return result
    now = bodies.now if is_traced else None
    with rebound.standing_for(None if now is None else now.ever):
        outcome = bodies.infer(found.function, given, checker, is_traced)
    if outcome is None:
        return result
    assert isinstance(at, CallExpr)
    sharing.note(at, found.function.item, found.receiver is not None, outcome, values)
    helpers.note(at, found.function, outcome, bodies.frame_of(checker))
    if outcome.built:
        keras_weights.follow(at.callee, outcome.built, bodies.frame_of(checker))
    made = finish(outcome, at, values, bodies, checker, result)
    if not _keeps(result, made):
        return result
    return (traced(read(made, values.types), values.types) or made) if is_traced else made


def _keeps(declared: Type, made: Type) -> bool:
    """Whether the body makes what the annotation says; other annotations, of what it calls, may be wrong."""
    if convert.tensor_of(declared) is None or isinstance(get_proper_type(made), AnyType):
        return True
    return convert.tensor_of(made) is not None


def _is_traced(context: CallContext) -> bool:
    """Whether it is the call of a traced function, also where a method is one."""
    owner = context.type if isinstance(context, MethodContext) else None
    return isinstance(owner, Instance) and owner.type.fullname in names.TRACED


def _call_again(
    meant: Node | None, context: CallContext, values: BodyValues, bodies: Bodies
) -> Type:
    """A call of what the module has defined again, of which mypy knows the first definition."""
    unknown = convert.unknown()
    at = context.context
    checker: Any = context.api
    if isinstance(meant, TypeInfo):
        whole = Instance(meant, [unknown] * len(meant.type_vars))
        context = context._replace(default_return_type=whole)
        return attributes.construct(context, meant, values, bodies, again=True)
    if not isinstance(meant, (FuncDef, Decorator)) or not isinstance(at, CallExpr):
        return unknown
    found = _function(meant, bodies, checker)
    if found is None or not _is_untold(found.function, unknown):
        return unknown
    given = bind_call(at, found.function.item, [], values)
    context = context._replace(default_return_type=unknown)
    is_traced = found.function.is_traced
    return _inferred(found, given, context, values, bodies, is_traced)


def _meant(callee: Expression, bodies: Bodies, checker: TypeChecker) -> Node | None:
    """What a name stands for, which may have been defined again."""
    node = _node(callee)
    if isinstance(node, (FuncDef, Decorator, TypeInfo)) and "." in node.fullname:
        return redefined.meant(node, bodies, checker)
    return node


def _call_op(rule: Rule, context: CallContext, values: BodyValues, bodies: Bodies) -> Type:
    """A call of one of TensorFlow's functions under another name.

    Where the rule says nothing, mypy is asked what the stub says, and asks for the call again.
    """
    at = context.context
    if at in bodies.asked:
        return context.default_return_type
    bodies.asked.add(at)
    try:
        return structs_ops.call(_plain(context), rule, values)
    finally:
        bodies.asked.discard(at)


def _plain(context: CallContext) -> FunctionContext:
    """The call of what an attribute holds, which is no method."""
    return FunctionContext(
        context.arg_types, context.arg_kinds, context.callee_arg_names, context.arg_names,
        context.default_return_type, context.args, context.context, context.api,
    )  # fmt: skip


def _held(value: FunctionValue, bodies: Bodies, checker: TypeChecker) -> Target | None:
    """The function of the program that a parameter or an attribute holds."""
    node = value.node
    if value.made is not None:
        return Target(value.made)
    if isinstance(node, OverloadedFuncDef) or not closures.is_alive(value, bodies):
        return None
    if value.checker is None and isinstance(node, (FuncDef, Decorator)):
        is_meant = redefined.meant(node, bodies, checker) is node
        return _function(node, bodies, checker) if is_meant else None
    return _local(node, bodies, value.checker or checker)


def _is_untold(function: Function, result: Type) -> bool:
    """Whether no annotation tells what the function returns."""
    declared = function.item.type
    if not isinstance(declared, CallableType):
        return True
    return is_open(declared.ret_type) and is_open(result)


def target(
    callee: Expression,
    context: CallContext | None,
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Target | None:
    """The function that an expression stands for, if it is the program's."""
    if isinstance(callee, LambdaExpr):
        return _local(callee, bodies, checker)
    if isinstance(callee, CallExpr) and _is_tracer(callee.callee) and callee.args:
        return target(callee.args[0], None, values, bodies, checker)
    if isinstance(callee, CallExpr) and (held := functions.denoted(callee, values)) is not None:
        return _held(held, bodies, checker)
    if isinstance(callee, CallExpr) and isinstance(callee.callee, MemberExpr):
        if callee.callee.name != "get_concrete_function":
            return None
        whole = target(callee.callee.expr, None, values, bodies, checker)
        return None if whole is None else replace(whole, traced_with=callee)
    node = _meant(callee, bodies, checker)
    found = None
    if isinstance(node, Var):
        known = values.assignments
        bound = known.value_of(node) or known.latest(node, callee, values.ways)
        if isinstance(bound, (LambdaExpr, CallExpr)):
            found = target(bound, None, values, bodies, checker)
    elif isinstance(node, (FuncDef, Decorator)) and not _owner(node):
        return _function(node, bodies, checker)
    if found is None and isinstance(callee, MemberExpr):
        receiver = get_proper_type(checker.lookup_type_or_none(callee.expr))
        if receiver is not None and not isinstance(_node(callee.expr), MypyFile):
            receiver = attributes.so_far(receiver, callee, bodies, checker)
            found = _method(receiver, callee.name, bodies, checker)
    if found is None and isinstance(context, MethodContext):
        found = _method(_object(callee, context, checker), "__call__", bodies, checker)
    return found


def _object(callee: Expression, context: MethodContext, checker: TypeChecker) -> Type:
    """The object that is called, in whose place mypy shows its class, or that of one of several.

    Of a method that is called it is a function.
    """
    owner = context.type
    is_traced = isinstance(owner, Instance) and owner.type.fullname in names.TRACED
    return _type_of(callee, checker) if is_traced or is_exact(owner) else owner


def _type_of(expression: Expression, checker: TypeChecker) -> Type:
    """The type of what is called, in whose place mypy keeps that of its `__call__`."""
    with checker.local_type_map, checker.msg.filter_errors():
        return checker.expr_checker.accept(expression)


def _function(node: FuncDef | Decorator, bodies: Bodies, checker: TypeChecker) -> Target | None:
    function = node.func if isinstance(node, Decorator) else node
    if "." not in function.fullname:
        return _local(node, bodies, checker)
    found = closures.find(function, bodies, checker)
    return None if found is None else Target(found)


def _local(
    node: FuncDef | Decorator | LambdaExpr, bodies: Bodies, checker: TypeChecker
) -> Target | None:
    decorators = tuple(node.decorators) if isinstance(node, Decorator) else ()
    if not is_transparent(decorators):
        return None
    copied = bodies.copy(node.func if isinstance(node, Decorator) else node, checker)
    return None if copied is None else Target(replace(copied, decorators=decorators))


def _method(receiver: Type, name: str, bodies: Bodies, checker: TypeChecker) -> Target | None:
    """A method of an object whose class is known for sure, or of a class."""
    receiver = get_proper_type(receiver)
    on_class = False
    if isinstance(receiver, TypeType):
        receiver, on_class = receiver.item, True
    elif isinstance(receiver, CallableType) and receiver.is_type_obj():
        receiver, on_class = get_proper_type(receiver.ret_type), True
    if not isinstance(receiver, Instance):
        return None
    symbol = receiver.type.get(name)
    node = symbol.node if symbol is not None else None
    function = node.func if isinstance(node, Decorator) else node
    if not isinstance(function, FuncDef) or function.is_property:
        return None
    if not (is_exact(receiver) or on_class) or (
        on_class and not (function.is_class or function.is_static)
    ):
        return None
    found = closures.find(function, bodies, checker)
    if found is None:
        return None
    if function.is_static:
        return Target(found)
    return Target(found, TypeType.make_normalized(receiver) if function.is_class else receiver)


def _node(expression: Expression) -> Node | None:
    return expression.node if isinstance(expression, RefExpr) else None


def _owner(node: FuncDef | Decorator) -> bool:
    return bool((node.func if isinstance(node, Decorator) else node).info)


def _is_tracer(expression: Expression) -> bool:
    return isinstance(expression, RefExpr) and expression.fullname in names.TRACERS


def _is_worth_it(
    found: Target, given: Mapping[str, Sequence[Actual]], bodies: Bodies, checker: TypeChecker
) -> bool:
    """Whether the body may tell more than that something comes out.

    It may where a tensor or a model goes in of which something is known, or where a list or all that
    goes in is known and tensors are made of it.
    """
    actuals = [actual for items in given.values() for actual in items]
    if found.function.is_traced or any(is_informative(actual.type) for actual in actuals):
        return True
    if any(is_model(actual.type) for actual in actuals):
        return True
    if found.function.makes_function or (found.function.outer is not None and not actuals):
        return True
    is_told = any(isinstance(a.value, (list, ListOf)) for a in actuals) or all(
        map(_is_known, actuals)
    )
    return is_told and reaches_tensors(found.function, bodies, checker)


def _is_told(found: Target, at: Context, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether all that the call could tell is found when mypy comes by the function itself.

    Nothing goes in then, of what comes out nothing is made, and no name stands for something else.
    """
    function = found.function
    return (
        not function.item.arguments
        and function.outer is None
        and not (function.is_traced or function.sets)
        and not (function.source.defines_again or function.source.bound_again)
        and at in calls_alone(checker.tree)
        and bodies.checks_untyped(function, checker)
    )


def _is_known(actual: Actual) -> bool:
    return is_carried(actual.value) or not isinstance(get_proper_type(actual.type), AnyType)
