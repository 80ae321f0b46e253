"""Calls of `keras.ops` and `keras.random`: of tensors they make tensors, of Keras' symbols other symbols."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mypy.nodes import ARG_STAR, ARG_STAR2, Expression
from mypy.plugin import FunctionContext
from mypy.types import Type

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, Rule
from tftypes.inference.models.tensorflow.ops.keras_ops import LAX, assumed
from tftypes_mypy.features.bodies.values import BodyValues, type_of
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.calls.annotated import callee_name
from tftypes_mypy.features.keras import program_layers as layers
from tftypes_mypy.features.keras import symbols
from tftypes_mypy.features.structs import ops as structs_ops
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.values import Values

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

PACKAGES: Final = ("tensorflow.keras.ops.", "tensorflow.keras.random.")
#: The functions that give Python's numbers.
_OF_NUMBERS: Final = frozenset({"tensorflow.keras.ops.shape", "tensorflow.keras.ops.ndim"})


def call(context: FunctionContext, values: BodyValues, rule: Rule, bodies: Bodies) -> Type:
    """A call of a function that has a rule."""
    checker: Any = context.api
    if values.promotes:
        return context.default_return_type  # TensorFlow promotes too, after Keras has
    floatx = layers.compute_dtype(bodies, checker)
    if any(_has_symbol(each) for each in _written(context, values)):
        with assumed(floatx, symbols=True):
            return _symbolic(context, rule, values)
    with assumed(floatx):
        if rule.fullname in _OF_NUMBERS:
            return _numbers(context, rule, values)
        return structs_ops.call(context, rule, values)


def _written(context: FunctionContext, values: Values) -> list[Type]:
    return [
        displays.written(expression, values.current(expression, typ), values)
        for expressions, types in zip(context.args, context.arg_types)
        for expression, typ in zip(expressions, types)
    ]


def _has_symbol(typ: Type) -> bool:
    if symbols.stands_for(typ) is not None:
        return True
    below = nests.children(typ) if nests.is_nested(typ) else None
    return any(map(_has_symbol, (below or {}).values()))


# --- of tensors -------------------------------------------------------------------------------------------------------


def _numbers(context: FunctionContext, rule: Rule, values: Values) -> Type:
    """`ops.shape(x)`: a tuple, of which sizes may be taken."""
    try:
        made = rule.apply([], op_calls.arguments_of(context, values))
    except OpError:
        return context.default_return_type
    return _type_of_numbers(made, context, values)


def _type_of_numbers(made: Any, context: FunctionContext, values: Values) -> Type:
    if made is UNKNOWN:
        return context.default_return_type
    return type_of(made, values.types) or context.default_return_type


# --- of symbols -------------------------------------------------------------------------------------------------------


def _symbolic(context: FunctionContext, rule: Rule, values: Values) -> Type:
    """What Keras makes of symbols, or of symbols and tensors."""
    given = _arguments(context, rule, values)
    if given is None:
        return context.default_return_type
    rest, arguments, places = given
    try:
        made = _applied(context, rule, rest, arguments)
    except OpError as error:
        if rule.fullname not in LAX:
            at = places.get(error.argument or "", context.context)
            op_calls.fail(context, error, at, values)
        return context.default_return_type
    if rule.fullname in _OF_NUMBERS:
        return _type_of_numbers(made, context, values)
    if not isinstance(made, (TensorType, list, tuple)):
        return context.default_return_type
    return nests.unpacked(symbols.symbols_of(made, values.types), context.context, values)


def _arguments(
    context: FunctionContext, rule: Rule, values: Values
) -> tuple[list[Any], dict[str, Any], dict[str, Expression]] | None:
    """What is given by position and by name, with the expressions; None where `*args` hides some."""
    arguments: dict[str, Any] = {}
    places: dict[str, Expression] = {}
    rest: list[Any] = []
    for name, kinds, types, expressions in zip(
        context.callee_arg_names, context.arg_kinds, context.arg_types, context.args
    ):
        if not types:
            continue
        if name is None or ARG_STAR in kinds or ARG_STAR2 in kinds:
            return None
        found = [_value(each, typ, values) for each, typ in zip(expressions, types)]
        places[name] = expressions[0]
        if name == rule.variadic:
            rest = found
        else:
            arguments[name] = found[0]
    leading = [arguments.pop(name) for name in rule.leading if name in arguments] if rest else []
    return [*leading, *rest], arguments, places


def _value(expression: Expression, typ: Type, values: Values) -> Any:
    typ = values.current(expression, typ)
    return _with_symbols(displays.written(expression, typ, values), values.of(expression, typ))


def _with_symbols(typ: Type, value: Any) -> Any:
    """An argument, with what symbols stand for in their place."""
    known = symbols.stands_for(typ)
    if known is not None:
        return known
    if not _has_symbol(typ):
        return value
    below = list((nests.children(typ) or {}).values())
    items = value if isinstance(value, (list, tuple)) and len(value) == len(below) else below
    return [
        _with_symbols(each, UNKNOWN if items is below else item) for each, item in zip(below, items)
    ]


def _applied(
    context: FunctionContext, rule: Rule, rest: list[Any], arguments: dict[str, Any]
) -> Any:
    """What the rule says. The sizes that a model gets with its inputs may fit whatever their names.

    Raises OpError where no such sizes do.
    """
    shown = partial(callee_name, context.context)
    try:
        return rule.apply(rest, arguments, shown=shown)
    except OpError:
        unnamed = {name: _unnamed(value) for name, value in arguments.items()}
        return rule.apply(_unnamed(rest), unnamed, shown=shown)


def _unnamed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_unnamed, value))
    if not isinstance(value, TensorType):
        return value
    dims = value.shape.dims
    if dims is None:
        return value
    sizes = (UNKNOWN if isinstance(dim, Expr) else dim for dim in dims)
    return TensorType(value.dtype, Shape.of(*sizes), value.kind)
