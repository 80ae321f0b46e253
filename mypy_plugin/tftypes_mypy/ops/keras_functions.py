"""tf.keras: activations and losses as functions, and what the objects that stand for them return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType, broadcast

from .arguments import dtype_argument
from .conversion import as_tensor
from .rule import OpError, Unsure, rule, with_parameters
from .values import FLOAT32, FLOAT64, is_dim

_LOSSES: Final = "tensorflow.keras.losses."
_METRICS: Final = "tensorflow.keras.metrics."


def _floats(x: Any) -> TensorType:
    """An operand of floats; a symbol of Keras, or an int, may become anything."""
    if not isinstance(x, TensorType) or not x.dtype.is_floating:
        raise Unsure
    return as_tensor(x)


# --- activations ------------------------------------------------------------------------------------------------------

#: The parameters of activations that leave dtype and shape alone.
_ACTIVATIONS: Final[dict[str, dict[str, Any]]] = {
    "elu": {"alpha": 1.0},
    "exponential": {},
    "gelu": {"approximate": False},
    "hard_sigmoid": {},
    "leaky_relu": {"negative_slope": 0.2},
    "linear": {},
    "log_softmax": {"axis": -1},
    "mish": {},
    "relu": {"negative_slope": 0.0, "max_value": None, "threshold": 0.0},
    "relu6": {},
    "selu": {},
    "sigmoid": {},
    "silu": {},
    "softmax": {"axis": -1},
    "softplus": {},
    "softsign": {},
    "tanh": {},
}


def _activate(x: Any, *rest: Any) -> TensorType:
    return _floats(x)


for _name, _parameters in _ACTIVATIONS.items():
    rule(
        f"tensorflow.keras.activations.{_name}",
        f"tf.keras.activations.{_name}(f32[2, None]) -> f32[2, None]",
        f"tf.keras.activations.{_name}(f64[3, 4]) -> f64[3, 4]",
    )(with_parameters(lambda *given: _activate(*given), x=..., **_parameters))


# --- losses -----------------------------------------------------------------------------------------------------------


def _each(y_true: Any, y_pred: Any, axis: Any = -1) -> TensorType:
    """A loss for each sample: the mean over the last axis of both."""
    pred = _floats(y_pred)
    shape = Shape.unknown()
    true = as_tensor(y_true).shape if isinstance(y_true, TensorType) else Shape.unknown()
    if axis == -1 and pred.shape.rank and true.rank == pred.shape.rank:
        try:
            shape = broadcast(true, pred.shape).slice(0, -1)
        except ShapeMismatch:
            raise Unsure from None
    return TensorType(pred.dtype, shape)


def _of_classes(y_true: Any, y_pred: Any, axis: Any = -1) -> TensorType:
    """A loss for each sample, whose class is a number."""
    pred = _floats(y_pred)
    known = axis == -1 and pred.shape.rank
    return TensorType(pred.dtype, pred.shape.slice(0, -1) if known else Shape.unknown())


def _pairs(name: str) -> tuple[str, ...]:
    return (
        f"tf.keras.{name}(f32[8, 3], f32[8, 3]) -> f32[8]",
        f"tf.keras.{name}(f32[None, 5, 3], f32[None, 5, 3]) -> f32[None, 5]",
    )


for _name, _full in {
    "mean_squared_error": "MSE",
    "mean_absolute_error": "MAE",
    "mean_squared_logarithmic_error": "MSLE",
}.items():
    rule(f"{_LOSSES}{_full}", *_pairs(f"losses.{_full}"))(
        with_parameters(lambda *given: _each(*given), y_true=..., y_pred=...)
    )

_CROSSENTROPY: Final = {"y_true": ..., "y_pred": ..., "from_logits": False}

for _name in ("binary_crossentropy", "categorical_crossentropy"):
    rule(f"{_METRICS}{_name}", *_pairs(f"metrics.{_name}"))(
        with_parameters(
            lambda *given: _each(given[0], given[1], given[4]),
            **_CROSSENTROPY,
            label_smoothing=0.0,
            axis=-1,
        )
    )

rule(
    f"{_METRICS}sparse_categorical_crossentropy",
    "tf.keras.metrics.sparse_categorical_crossentropy(i32[8], f32[8, 3]) -> f32[8]",
    "tf.keras.metrics.sparse_categorical_crossentropy(i64[None, 5], f32[None, 5, 3], from_logits=True) -> f32[None, 5]",
)(
    with_parameters(
        lambda *given: _of_classes(given[0], given[1], given[4]),
        **_CROSSENTROPY,
        ignore_class=None,
        axis=-1,
    )
)

# --- objects ----------------------------------------------------------------------------------------------------------

#: Losses whose value for each sample is that of the function.
_PER_SAMPLE: Final = {
    "MeanSquaredError": _each,
    "MeanAbsoluteError": _each,
    "BinaryCrossentropy": _each,
    "CategoricalCrossentropy": _each,
    "SparseCategoricalCrossentropy": _of_classes,
}
LOSSES: Final = frozenset(
    {
        *_PER_SAMPLE,
        "CategoricalHinge",
        "CosineSimilarity",
        "Hinge",
        "Huber",
        "KLDivergence",
        "LogCosh",
        "MeanAbsolutePercentageError",
        "MeanSquaredLogarithmicError",
        "Poisson",
        "SquaredHinge",
    }
)
#: Metrics whose result is one number.
METRICS: Final = frozenset(
    {
        "Accuracy",
        "BinaryAccuracy",
        "BinaryCrossentropy",
        "CategoricalAccuracy",
        "CategoricalCrossentropy",
        "Mean",
        "MeanAbsoluteError",
        "MeanSquaredError",
        "RootMeanSquaredError",
        "SparseCategoricalAccuracy",
        "SparseCategoricalCrossentropy",
        "SparseTopKCategoricalAccuracy",
        "Sum",
        "TopKCategoricalAccuracy",
    }
)


def loss(name: str, config: Mapping[str, Any], y_true: Any, y_pred: Any) -> Any:
    """What a loss returns: a number, or one for each sample where it does not reduce them.

    >>> x = TensorType.parse("float64[8, 3]")
    >>> loss("MeanSquaredError", {}, x, x), loss("MeanSquaredError", {"reduction": "none"}, x, x)
    (float32[], float32[8])
    """
    reduction = config.get("reduction", "sum")
    if reduction in ("sum", "sum_over_batch_size", "mean"):
        return TensorType(FLOAT32, Shape.scalar())
    function = _PER_SAMPLE.get(name)
    if reduction != "none" or function is None or "axis" in config:
        return UNKNOWN
    try:
        return TensorType(FLOAT32, function(y_true, y_pred).shape)
    except (Unsure, OpError):
        return UNKNOWN


def metric() -> TensorType:
    """The result of a metric in `METRICS`."""
    return TensorType(FLOAT32, Shape.scalar())


def initialized(shape: Any, dtype: Any = None) -> Any:
    """What an initializer makes.

    >>> initialized([3, 4])
    float32[3, 4]
    """
    if isinstance(shape, (list, tuple)):
        shape = Shape.of(*(each if is_dim(each) else UNKNOWN for each in shape))
    if not isinstance(shape, Shape):
        shape = Shape.unknown()
    try:
        return TensorType(FLOAT32 if dtype is None else dtype_argument(dtype), shape)
    except (OpError, Unsure):
        return TensorType(DType.any(), shape)


def categorical(x: Any, num_classes: Any = None) -> Any:
    """`to_categorical` of an array: its classes one-hot, in float64."""
    if not isinstance(x, TensorType) or x.kind != "array" or not x.shape.dims:
        return UNKNOWN
    dims = x.shape.dims
    if dims[-1] is UNKNOWN and len(dims) > 1:
        return UNKNOWN
    if dims[-1] == 1 and len(dims) > 1:
        dims = dims[:-1]
    count = num_classes if num_classes is not None and is_dim(num_classes) else UNKNOWN
    return TensorType(FLOAT64, Shape.of(*dims, count), "array")
