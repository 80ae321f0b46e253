"""Objects of Keras that are called and are no layers: losses, metrics, initializers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from mypy.nodes import CallExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, NoneType, Type, UnionType, get_proper_type

from tftypes.algebra import UNKNOWN, DType, TensorType
from tftypes.inference.models.tensorflow.ops import (
    ListOf,
    OpError,
    PyValue,
    Rule,
    keras_functions,
    keras_losses,
    keras_metrics,
)
from tftypes.inference.models.tensorflow.ops.groups import FLOATS
from tftypes.inference.models.tensorflow.ops.values import FLOAT32
from tftypes_mypy import numpy_types
from tftypes_mypy.features.bodies.results import attributes_of, exact, is_exact
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.keras import own_layers as keras
from tftypes_mypy.features.keras import program_layers as layers
from tftypes_mypy.features.keras import sequential, symbols
from tftypes_mypy.syntax import is_spread
from tftypes_mypy.values import Values, of_type

_LOSSES: Final = "tensorflow.keras.losses."
_METRICS: Final = "tensorflow.keras.metrics."
_INITIALIZERS: Final = "tensorflow.keras.initializers."
#: TensorFlow's own, which take the same arguments.
_OLD: Final = frozenset(
    f"tensorflow.{name}_initializer"
    for name in ("random_normal", "random_uniform", "zeros", "ones")
)


def function(fullname: str) -> Callable[..., Type] | None:
    """The hook of a constructor, or of a function that makes arrays."""
    owner, _, name = fullname.rpartition(".")
    if f"{owner}." == _LOSSES and name in keras_losses.LOSSES:
        return construct
    if f"{owner}." == _METRICS and name in keras_metrics.METRICS:
        return construct
    return _ARRAYS.get(fullname)


def method(fullname: str, bodies: Any) -> Callable[..., Type] | None:
    """The hook of a call of such an object, or of `metric.result()`."""
    owner, _, name = fullname.rpartition(".")
    if name == "__call__" and (owner.startswith(_INITIALIZERS) or owner in _OLD):
        return partial(initialize, bodies=bodies)
    if name == "__call__" and owner.startswith(_LOSSES):
        return partial(lose, bodies=bodies)
    if owner.startswith(_METRICS) and name == "__call__" or fullname in _RESULTS:
        return partial(measure, bodies=bodies)
    return None


_NUMBERS: Final = (PyValue("int"), PyValue("float"), PyValue("bool"))
_RESULTS: Final = frozenset(
    {
        "tensorflow.keras.Metric.result",
        *(f"{_METRICS}{name}.result" for name in keras_metrics.METRICS),
    }
)


def construct(context: FunctionContext, values: Values) -> Type:
    """`MeanSquaredError(reduction="none")`: the object, with what its result depends on."""
    made, at = get_proper_type(context.default_return_type), context.context
    if not isinstance(made, Instance) or not isinstance(at, CallExpr) or is_spread(at):
        return context.default_return_type
    given = {
        name: values.of(expressions[0], types[0])
        for name, types, expressions in zip(
            context.callee_arg_names, context.arg_types, context.args
        )
        if types
    }
    if keras_metrics.SEVERAL in given:
        return made
    dtype = given.pop("dtype", None)
    if dtype is not None:
        asked = dtype if isinstance(dtype, str) else getattr(dtype, "name", None)
        if asked not in FLOATS:
            return made
        given["dtype"] = asked
    kept = {
        f"{keras.ARGUMENT}{name}": sequential.literal(given[name], values.types)
        for name in ("reduction", "axis", "dtype")
        if name in given
    }
    return exact(made, kept)


def lose(context: MethodContext, values: BodyValues, bodies: Any) -> Type:
    """`loss(y_true, y_pred)`."""
    receiver = get_proper_type(context.type)
    if not is_exact(receiver) or not isinstance(receiver, Instance):
        return context.default_return_type
    config = {
        key.removeprefix(keras.ARGUMENT): of_type(kept)
        for key, kept in attributes_of(receiver).items()
    }
    given = op_calls.arguments_of(context, values)
    y_true, y_pred = given.get("y_true", UNKNOWN), given.get("y_pred", UNKNOWN)
    if any(symbols.stands_for(typ) is not None for types in context.arg_types for typ in types):
        return context.default_return_type
    name = receiver.type.name
    try:
        made = keras_losses.loss(name, config, y_true, y_pred)
    except OpError as error:
        error.complete(f"tf.keras.losses.{name}()", {"y_true": y_true, "y_pred": y_pred})
        written = dict(zip(context.callee_arg_names, context.args)).get("y_true")
        op_calls.fail(context, error, written[0] if written else context.context, values)
        return context.default_return_type
    return _usual(made, context, values, bodies, config.get("dtype"))


def measure(context: MethodContext, values: BodyValues, bodies: Any) -> Type:
    """`metric(y_true, y_pred)`, `metric.result()`."""
    receiver = get_proper_type(context.type)
    if not is_exact(receiver) or not isinstance(receiver, Instance):
        return context.default_return_type
    dtype = attributes_of(receiver).get(f"{keras.ARGUMENT}dtype")
    if dtype is None or receiver.type.name in keras_metrics.COUNTS:
        return _usual(keras_metrics.metric(), context, values, bodies)
    return _usual(keras_metrics.metric(), context, values, bodies, of_type(dtype))


def _usual(
    made: Any, context: MethodContext, values: BodyValues, bodies: Any, dtype: str | None = None
) -> Type:
    """A result in the dtype that was asked for, or else in the usual one, unless the program sets another."""
    checker: Any = context.api
    if isinstance(made, TensorType):
        known = DType.of(dtype) if dtype is not None else layers.compute_dtype(bodies, checker)
        made = TensorType(known, made.shape)
    return op_calls.to_type(made, context.default_return_type, values.types)


def initialize(context: MethodContext, values: BodyValues, bodies: Any) -> Type:
    """`GlorotUniform()([3, 4])`."""
    given = op_calls.arguments_of(context, values)
    if "shape" not in given:
        return context.default_return_type
    made = keras_functions.initialized(given["shape"], given.get("dtype"))
    if given.get("dtype") is None:
        return _usual(made, context, values, bodies)
    return op_calls.to_type(made, context.default_return_type, values.types)


def draw(context: FunctionContext, values: BodyValues, rule: Rule, bodies: Any) -> Type:
    """`tf.keras.backend.random_normal(shape)`: in the dtype that Keras computes in, if none is given."""
    checker: Any = context.api
    given = op_calls.arguments_of(context, values).get("dtype")
    if given is None and layers.compute_dtype(bodies, checker) != FLOAT32:
        return context.default_return_type
    return op_calls.call(context, rule, values)


def categorical(context: FunctionContext, values: Values) -> Type:
    """`to_categorical(labels, 10)`."""
    given = op_calls.arguments_of(context, values)
    return _array(
        keras_functions.categorical(given.get("x"), given.get("num_classes")), context, values
    )


def normalize(context: FunctionContext, values: Values) -> Type:
    """`normalize(x, axis=1)`."""
    given = op_calls.arguments_of(context, values)
    made = keras_functions.normalized(given.get("x"), given.get("axis", -1))
    return _array(made, context, values)


def prepare(context: FunctionContext, values: Values) -> Type:
    """`preprocess_input(images)`."""
    given = op_calls.arguments_of(context, values)
    made = keras_functions.prepared(given.get("x"), given.get("data_format"))
    return _array(made, context, values)


def pad(context: FunctionContext, values: Values) -> Type:
    """`pad_sequences(sequences, maxlen=256)`."""
    given = op_calls.arguments_of(context, values)
    rows = given.get("sequences", UNKNOWN)
    if rows == ListOf(ListOf(UNKNOWN)) and _is_of_numbers(context.arg_types[0][0]):
        rows = ListOf(ListOf(PyValue("int")))
    made = keras_functions.padded_sequences(rows, given.get("maxlen"), given.get("dtype", "int32"))
    return _array(made, context, values)


def _is_of_numbers(typ: Type) -> bool:
    """Whether it is `list[list[int | None]]`: what `dict.get` gives, of which None could not be padded."""
    for _ in range(2):
        rows = get_proper_type(typ)
        if not isinstance(rows, Instance) or len(rows.args) != 1:
            return False
        typ = rows.args[0]
    item = get_proper_type(typ)
    members = item.items if isinstance(item, UnionType) else [item]
    values = [of_type(each) for each in members if not isinstance(get_proper_type(each), NoneType)]
    return bool(values) and all(value in _NUMBERS for value in values)


def _array(made: Any, context: FunctionContext, values: Values) -> Type:
    default = context.default_return_type
    if any(kind.is_star() for kinds in context.arg_kinds for kind in kinds):
        return default
    if not isinstance(made, TensorType):
        return default
    if made.kind == "tensor":
        return op_calls.to_type(made, default, values.types)
    return numpy_types.type_of_array(made, default, values.types)


#: Functions that make arrays, and tensors of tensors.
_ARRAYS: Final[dict[str, Callable[..., Type]]] = {
    "tensorflow.keras.utils.to_categorical": categorical,
    "tensorflow.keras.utils.normalize": normalize,
    "tensorflow.keras.utils.pad_sequences": pad,
    **{
        f"tensorflow.keras.applications.{name}.preprocess_input": prepare
        for name in keras_functions.APPLICATIONS
    },
}
