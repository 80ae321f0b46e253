"""The parameters of a function of the program in one call: their types, and values where known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.erasetype import remove_instance_last_known_values
from mypy.nodes import ARG_STAR, ARG_STAR2, Argument, LambdaExpr
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeType,
    UnionType,
    UnpackType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, Shape
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import functions
from tftypes_mypy.features.bodies.bound import Bound, FunctionValue, Named
from tftypes_mypy.features.bodies.model import Actual, Function
from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.bodies.values import BodyValues, type_of

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

#: Of an annotation with more members nothing is known but what is given.
WIDE: Final = 4
#: The arguments of a call, by the parameter that takes them.
Given = Mapping[str, Sequence[Actual]]


def parameters(
    function: Function, given: Given, checker: TypeChecker, bodies: Bodies
) -> list[Actual] | None:
    """Type and value of each parameter; what is annotated keeps its type."""
    declared = get_proper_type(function.item.type)
    bound = bodies.bound_in(function.item)
    result: list[Actual] = []
    for index, argument in enumerate(function.item.arguments):
        name = argument.variable.name
        actuals = given.get(name, ())
        if argument.kind == ARG_STAR:
            items = [actual.type for actual in actuals]
            types = convert.Types(checker.modules)
            fallback = types.make("builtins.tuple", [convert.unknown()])
            values = tuple(actual.value for actual in actuals)
            result.append(Actual(UnpackType(TupleType(items, fallback)), values))
        elif argument.kind == ARG_STAR2:
            named = actuals[0].value if actuals else UNKNOWN
            result.append(Actual(convert.unknown(), named if isinstance(named, Named) else UNKNOWN))
        elif actuals and argument.variable in bound.unread:
            is_itself = index == 0 and function.takes_self
            result.append(Actual(itself(function) if is_itself else convert.unknown()))
        elif actuals:
            result.append(_kept(argument, actuals[0], bound))
        elif argument.initializer is not None:
            default = _default(argument, function, checker, bodies)
            result.append(_kept(argument, default, bound))
        elif index == 0 and function.takes_self:
            return None
        else:
            result.append(Actual(convert.unknown()))
    if isinstance(declared, CallableType) and len(declared.arg_types) == len(result):
        result = [_declared(d, a) for d, a in zip(declared.arg_types, result)]
    return result


def usual(function: Function, given: Given, checker: TypeChecker, bodies: Bodies) -> list[Actual]:
    """The parameters as mypy has them when it comes by the function itself: no more than the annotations say."""
    declared = get_proper_type(function.item.type)
    types = declared.arg_types if isinstance(declared, CallableType) else ()
    known = parameters(function, given, checker, bodies) or []
    if len(types) != len(known):
        types = [convert.unknown()] * len(known)
    return [
        a if i < function.takes_self else Actual(t) for i, (a, t) in enumerate(zip(known, types))
    ]


def _kept(argument: Argument, actual: Actual, bound: Bound) -> Actual:
    """The argument without its value where the body changes that."""
    if not bound.keeps(argument.variable, actual.value):
        return Actual(remove_instance_last_known_values(actual.type))
    if argument.variable in bound.names:
        return Actual(remove_instance_last_known_values(actual.type), actual.value)
    typ = get_proper_type(actual.type)
    if isinstance(typ, Instance) and typ.last_known_value is not None:
        # By a Literal mypy knows itself which branches are dead.
        return Actual(typ.last_known_value, actual.value)
    return actual


def itself(function: Function) -> Type:
    """The object, or the class, that a method is called on, as far as the method tells."""
    typ = Instance(function.info, [convert.unknown() for _ in function.info.type_vars])
    return TypeType(typ) if getattr(function.item, "is_class", False) else typ


def _default(
    argument: Argument, function: Function, checker: TypeChecker, bodies: Bodies
) -> Actual:
    assert argument.initializer is not None
    values = function.outer
    if values is None:
        values = BodyValues(checker, bodies.constants(checker), bodies.bound_in(function.item))
    if isinstance(argument.initializer, LambdaExpr):
        made = argument.initializer
        return Actual(_callable(made, values.types), FunctionValue(made))
    value = values.of(argument.initializer, convert.unknown())
    if value is UNKNOWN:
        function = functions.denoted(argument.initializer, values)
        typ = None if function is None else functions.type_of(function, values.types)
        return Actual(convert.unknown()) if typ is None else Actual(typ, function)
    return Actual(type_of(value, values.types) or convert.unknown(), value)


def _callable(function: LambdaExpr, types: convert.Types) -> Type:
    """The type of a function of which only the parameters are known."""
    unknown = convert.unknown()
    return CallableType(
        [unknown] * len(function.arguments),
        function.arg_kinds,
        function.arg_names,
        unknown,
        types.make("builtins.function", []),
    )


def _declared(declared: Type, actual: Actual) -> Actual:
    """An annotated parameter has the type of its annotation, unless that leaves all open."""
    proper = get_proper_type(declared)
    if isinstance(proper, AnyType):
        return actual
    given = get_proper_type(actual.type)
    if isinstance(proper, Instance) and isinstance(given, Instance) and is_exact(given):
        return actual if given.type.has_base(proper.type.fullname) else Actual(declared)
    if isinstance(proper, UnionType):
        members = convert.members(proper)
        if any(_leaves_open(member, given) for member in members):
            return actual
        # mypy would go through all pairs of members for each operator.
        return Actual(convert.unknown() if len(members) > WIDE else declared, actual.value)
    if convert.tensor_of(proper) is not None and convert.tensor_of(given) is not None:
        return actual if _leaves_open(proper, given) else Actual(declared)
    return Actual(declared, actual.value)


def _leaves_open(declared: Type, given: Type) -> bool:
    """Whether an annotation says no more of what is given than its class."""
    proper, given = get_proper_type(declared), get_proper_type(given)
    tensor, got = convert.tensor_of(proper), convert.tensor_of(given)
    if tensor is not None and got is not None:
        is_open = not tensor.dtype.is_known and tensor.shape == Shape.unknown()
        return is_open and tensor.kind == got.kind
    return (
        isinstance(proper, Instance)
        and isinstance(given, Instance)
        and proper.type is given.type
        and not proper.args
    )
