"""Keras' own layers: a layer carries what it was made with, and its call gives the shape that follows.

layers.Dense(10)(x)        Sequential([layers.Flatten(), layers.Dense(10)])(x)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, RefExpr
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, keras_layers, keras_ranks
from tftypes.inference.models.tensorflow.ops.conversion import is_told
from tftypes.inference.models.tensorflow.ops.keras_layers import LAYERS, Layer
from tftypes.inference.models.tensorflow.ops.keras_weights import WEIGHTS
from tftypes.inference.models.tensorflow.ops.values import FLOAT32
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies.arguments import Given
from tftypes_mypy.features.bodies.model import Actual
from tftypes_mypy.features.bodies.results import attributes_of, exact, is_exact
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.keras import functional, growing, lambdas, sequential, steps, symbols
from tftypes_mypy.features.keras import program_layers as layers
from tftypes_mypy.features.keras import weights as keras_weights
from tftypes_mypy.features.keras.weights import WEIGHT, Weights
from tftypes_mypy.features.structures import nests
from tftypes_mypy.syntax import is_spread
from tftypes_mypy.values import Values, of_type

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

_LAYERS: Final = "tensorflow.keras.layers."
SEQUENTIAL: Final = "tensorflow.keras.Sequential"
_MODELS: Final = (SEQUENTIAL, functional.MODEL)

#: Before the name of an argument, among what is known of a layer beside its class.
ARGUMENT: Final = "(argument) "
_STORED: Final = keras_layers.stored()
#: An activation that changes a shape, by Keras' name and TensorFlow's.
_CHANGING: Final = frozenset({"glu"})


def function(fullname: str, bodies: Bodies) -> Callable[..., Type] | None:
    """The hook of a layer's constructor."""
    if fullname == SEQUENTIAL:
        return partial(sequential.construct, bodies=bodies)
    special = functional.function(fullname, bodies)
    if special is not None:
        return special
    if fullname == sequential.INPUT_LAYER:
        return sequential.input_layer
    name = fullname.removeprefix(_LAYERS)
    return construct if name != fullname and name in LAYERS else None


def method(fullname: str, bodies: Bodies) -> Callable[..., Type] | None:
    """The hook of a layer's call, and of `Sequential.add` and `pop`."""
    owner, _, name = fullname.rpartition(".")
    if name in ("__call__", "call") and (owner in _MODELS or owner.startswith(_LAYERS)):
        return partial(call, bodies=bodies)
    if owner == SEQUENTIAL and name in ("add", "pop"):
        return sequential.add if name == "add" else sequential.pop
    if owner in _MODELS and name == "predict":
        return partial(_predict, bodies=bodies)
    return functional.METHODS.get(fullname)


# --- making them ------------------------------------------------------------------------------------------------------


def construct(context: FunctionContext, values: Values) -> Type:
    """`layers.Dense(10)`: the layer, with the arguments that its output depends on."""
    made = get_proper_type(context.default_return_type)
    at = context.context
    if not isinstance(made, Instance) or not isinstance(at, CallExpr):
        return context.default_return_type
    if is_spread(at) or not _is_usual(at, values):
        return made
    kept: dict[str, Type] = {}
    for name, types, expressions in zip(context.callee_arg_names, context.arg_types, context.args):
        if (name in _STORED or name == "trainable") and types:
            kept[f"{ARGUMENT}{name}"] = _argument(expressions[0], types[0], values)
    return exact(made, kept)


def _is_usual(call: CallExpr, values: Values) -> bool:
    """Whether it computes in the usual dtype, and its activation leaves the shape alone."""
    for name, argument in zip(call.arg_names, call.args):
        if name == "dtype" and values.of(argument) not in (None, "float32", FLOAT32):
            return False
        if name != "activation":
            continue
        value = values.of(argument)
        if isinstance(value, str):
            if value in _CHANGING:
                return False
        elif value is not None and not _is_of_tensorflow(argument):
            return False
    return True


def _is_of_tensorflow(expression: Expression) -> bool:
    called = expression.callee if isinstance(expression, CallExpr) else expression
    return (
        isinstance(called, RefExpr)
        and called.fullname.startswith("tensorflow.")
        and called.fullname.rpartition(".")[2] not in _CHANGING
    )


def _argument(expression: Expression, typ: Type, values: Values) -> Type:
    """The type of an argument: the value where that is known, and the layer where it is one."""
    if layer_of(typ) is not None:
        return typ
    return sequential.literal(values.of(expression, typ), values.types)


def layer_of(typ: Type | None) -> Layer | None:
    """The layer of Keras' own that a type stands for, if what it was made with is known."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or not is_exact(proper):
        return None
    name = proper.type.fullname.removeprefix(_LAYERS)
    if name == proper.type.fullname or name not in LAYERS:
        return None
    config = {
        key.removeprefix(ARGUMENT): layer_of(kept) or of_type(kept)
        for key, kept in attributes_of(proper).items()
        if key.startswith(ARGUMENT)
    }
    return Layer(name, config)


# --- calling them -----------------------------------------------------------------------------------------------------


def call(context: MethodContext, values: BodyValues, bodies: Bodies) -> Type:
    """`layer(x)`, `model(x)`."""
    at, default = context.context, context.default_return_type
    checker: Any = context.api
    written = body_arguments.spelled_out(at, values) if isinstance(at, CallExpr) else None
    if written is None or not isinstance(at, CallExpr):
        return default
    if sequential.inside(context.type) is not None and not growing.is_told(
        _called(at), bodies, checker
    ):
        return default
    given = (*written[0], *written[1].values())
    symbolic = [symbols.given(each, values) for each in given]
    known = [_value(e, values) if s is UNKNOWN else s for e, s in zip(given, symbolic)]
    positional, named = known[: len(written[0])], dict(zip(written[1], known[len(written[0]) :]))
    _check(context, at, positional, values)
    is_symbolic = any(each is not UNKNOWN for each in symbolic)
    function = lambdas.made(_called(at), values)
    if function is not None and len(positional) == 1 and not named:
        dtype = layers.compute_dtype(bodies, checker)
        made = lambdas.output(function, positional[0], dtype, is_symbolic, values, checker)
    else:
        made = output(context.type, positional, named, values, bodies, checker)
    if not is_symbolic and positional and layers.compute_dtype(bodies, checker) == FLOAT32:
        run = partial(_through, values=values, bodies=bodies, checker=checker)
        weights = _weights(context.type, positional[0], run)
        keras_weights.note(at, context.type, weights, values, bodies)
    if made is UNKNOWN:
        return default
    if is_symbolic:
        result = symbols.symbols_of(made, values.types)
        if symbolic[0] is UNKNOWN or any(each is not UNKNOWN for each in symbolic[1:]):
            return result
        is_own = keras_weights.is_construction(at.callee)
        return steps.follow(
            steps.current(given[0], values), context.type, is_own, result, values.types
        )
    if layers.compute_dtype(bodies, checker) == FLOAT32:
        _build(context, positional, values, checker)
    return nests.unpacked(op_calls.to_type(made, default, values.types), at, values)


def _predict(context: MethodContext, values: BodyValues, bodies: Bodies) -> Type:
    from tftypes_mypy.features.keras import fitting

    return fitting.fit(context, values, bodies)


def predicted(
    model: Type,
    at: CallExpr,
    batch: TensorType,
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Any:
    """What `model.predict(x)` has the model make of a batch; UNKNOWN where that is not known."""
    called = at.callee.expr if isinstance(at.callee, MemberExpr) else at.callee
    if sequential.inside(model) is not None and not growing.is_told(called, bodies, checker):
        return UNKNOWN
    return output(model, [batch], {}, values, bodies, checker)


def _check(context: MethodContext, at: CallExpr, given: Sequence[Any], values: BodyValues) -> None:
    """Reports an input that a layer of Keras' own, or a model with one input, does not take."""
    if not given:
        return
    layer = layer_of(context.type)
    name = "Model" if layer is None else f"layers.{layer.name}"
    try:
        if layer is not None:
            keras_ranks.check(layer.name, given[0])
        elif isinstance(expected := _expected(context.type), TensorType):
            keras_ranks.check_model(expected.shape, given[0])
    except OpError as error:
        error.complete(f"tf.keras.{name}()", {"input": given[0]})
        op_calls.fail(context, error, at.args[0], values)


def _expected(model: Type) -> Any:
    """What goes into a model, where it was made with that."""
    if functional.is_model(model):
        return functional.expected(model)
    return keras_weights.declared(attributes_of(model).get(sequential.SHAPE))


def _called(call: CallExpr) -> Expression:
    """`model` in `model(x)` and `model.call(x)`."""
    callee = call.callee
    is_method = isinstance(callee, MemberExpr) and callee.name in ("call", "__call__")
    return callee.expr if is_method and isinstance(callee, MemberExpr) else callee


def _through(
    typ: Type, given: Any, values: BodyValues, bodies: Bodies, checker: TypeChecker
) -> Any:
    return output(typ, [given], {}, values, bodies, checker)


def _weights(typ: Type, given: Any, run: Callable[[Type, Any], Any]) -> Weights | None:
    """The weights that a call makes, of one of Keras' layers or a Sequential."""
    layer, inside = layer_of(typ), sequential.inside(typ)
    if layer is not None:
        return keras_weights.of_layer(layer, given)
    foreign = keras_weights.number(attributes_of(typ).get(sequential.FOREIGN))
    applied = functional.layers_of(typ)
    if applied is not None:
        inside, foreign, given = applied
    if inside is None or foreign is None:
        return None
    if not isinstance(given, TensorType) or given.shape.rank is None:
        given = keras_weights.declared(attributes_of(typ).get(sequential.SHAPE))
    parts: list[Weights] = []
    for each in inside:
        made = None if given is UNKNOWN else _weights(each, given, run)
        if made is None:
            return None
        parts.append(made)
        given = run(each, given)
    return keras_weights.together(parts, foreign)


def _value(given: Given, values: BodyValues) -> Any:
    if not isinstance(given, Actual):
        return values.of(given)
    return of_type(given.type) if given.value is UNKNOWN else given.value


def _build(
    context: MethodContext, inputs: Sequence[Any], values: Values, checker: TypeChecker
) -> None:
    """From here on the name stands for a layer that has weights: its first input has made them."""
    called = context.context.callee if isinstance(context.context, CallExpr) else None
    layer, receiver = layer_of(context.type), get_proper_type(context.type)
    if layer is None or layer.name not in WEIGHTS or not inputs:
        return
    if not isinstance(called, NameExpr) or not isinstance(receiver, Instance):
        return
    if not any(name.startswith(WEIGHT) for name in attributes_of(receiver)):
        kept = {
            f"{WEIGHT}{name}": keras_weights.variable(made, values.types)
            for name, made in keras_layers.weights(layer, inputs[0]).items()
        }
        checker.binder.put(called, exact(receiver, kept))


def weight(context: AttributeContext, types: convert.Types, name: str) -> Type:
    """`layer.kernel`, once the layer was called."""
    return attributes_of(context.type).get(f"{WEIGHT}{name}") or context.default_attr_type


_OWNERS: Final = ("Dense", "_BaseConv", *WEIGHTS)
ATTRIBUTES: Final[dict[str, Callable[..., Type]]] = {
    **{
        f"{_LAYERS}{owner}.{name}": partial(weight, name=name)
        for owner in _OWNERS
        for name in ("kernel", "bias")
    },
    **functional.ATTRIBUTES,
}


def output(
    typ: Type,
    positional: Sequence[Any],
    named: Mapping[str, Any],
    values: BodyValues,
    bodies: Bodies,
    checker: TypeChecker,
) -> Any:
    """What a layer makes of its inputs; UNKNOWN where that is not known."""
    layer = layer_of(typ)
    if layer is not None:
        given = [*positional, *(named[n] for n in ("query", "value", "states") if n in named)]
        count = keras_layers.inputs_of(layer.name)
        inputs = given[:count]
        if len(inputs) < count or not all(map(_is_concrete, inputs)):
            return UNKNOWN
        return keras_layers.output(layer, inputs, layers.compute_dtype(bodies, checker))
    inside = sequential.inside(typ)
    if inside is not None:
        made = positional[0] if positional else UNKNOWN
        for each in inside:
            made = UNKNOWN if made is UNKNOWN else output(each, [made], {}, values, bodies, checker)
        return made
    if positional and functional.is_model(typ):
        return functional.output(typ, positional[0])
    if not positional or not isinstance(positional[0], TensorType):
        return UNKNOWN

    def run(given: list[Any]) -> Any:
        actual = Actual(convert.type_of_tensor(given[0], values.types))
        outcome = layers.infer(typ, [actual], [], {}, values, bodies, checker)
        return UNKNOWN if outcome is None or outcome.result is None else of_type(outcome.result)

    return symbols.through([positional[0]], run)


def _is_concrete(value: Any) -> bool:
    """Whether it is known to be a tensor, or several, and none of Keras' symbols."""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(map(_is_concrete, value))
    return is_told(value) or isinstance(value, TensorType)
