"""tf.keras: activations and losses as functions, and what the objects that stand for them return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, ShapeMismatch, TensorType, broadcast

from .arguments import dtype_argument
from .arrays import as_array, dtype_given
from .conversion import as_tensor
from .rule import OpError, Unsure, rule, with_parameters
from .values import ANY, FLOAT32, FLOAT64, INT32, ListOf, PyValue, is_dim, is_number

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


def _of_ranks(y_true: Any, y_pred: Any) -> TensorType:
    """The same, where a last dim of 1 may be left out on one side."""
    pred, true = _floats(y_pred), y_true
    if not isinstance(true, TensorType) or None in (true.shape.rank, pred.shape.rank):
        return _each(y_true, y_pred)
    true = as_tensor(true)
    ranks = true.shape.rank or 0, pred.shape.rank or 0
    if abs(ranks[0] - ranks[1]) != 1 or 0 in ranks:
        return _each(true, pred)
    less, more = sorted((true.shape, pred.shape), key=lambda shape: shape.rank or 0)
    last = more[-1]
    if type(last) is not int or (last == 1 and less.rank == 1):
        return TensorType(pred.dtype, Shape.unknown())  # by the version of Keras
    try:
        both = broadcast(less, more.slice(0, -1) if last == 1 else more)
        return TensorType(pred.dtype, both.slice(0, -1))
    except ShapeMismatch:
        raise Unsure from None


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
    rule(
        f"{_LOSSES}{_full}",
        *_pairs(f"losses.{_full}"),
        f"tf.keras.losses.{_full}(i32[2], f32[1, 2]) -> f32[1]",
        f"tf.keras.losses.{_full}(f32[8, 3, 1], f32[8, 3]) -> f32[8]",
    )(with_parameters(lambda *given: _of_ranks(*given), y_true=..., y_pred=...))

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
    if not isinstance(y_pred, TensorType):
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


# --- arrays -----------------------------------------------------------------------------------------------------------


def categorical(x: Any, num_classes: Any = None) -> Any:
    """`to_categorical`: the classes one-hot, of an array in float64, of a tensor in float32.

    >>> categorical([0, 2, 1], 3), categorical(TensorType.parse("int32[5]"), 3)
    (array float64[3, 3], float32[5, 3])
    """
    if isinstance(x, TensorType) and x.kind == "tensor":
        return _categorical_tensor(x, num_classes)
    try:
        shape = as_array(x).shape if not isinstance(x, TensorType) or x.kind == "array" else None
    except (OpError, Unsure):
        return UNKNOWN
    dims = shape.dims if shape is not None else None
    if not dims:
        return UNKNOWN
    if dims[-1] is UNKNOWN and len(dims) > 1:
        return UNKNOWN
    if dims[-1] == 1 and len(dims) > 1:
        dims = dims[:-1]
    return TensorType(FLOAT64, Shape.of(*dims, _count(num_classes)), "array")


def _categorical_tensor(x: TensorType, num_classes: Any) -> Any:
    """A last dim of 1 goes in some versions and stays in others."""
    dims = x.shape.dims
    if not dims or x.dtype.is_integer is not True or not is_dim(num_classes):
        return UNKNOWN
    if len(dims) > 1 and (not isinstance(dims[-1], int) or dims[-1] == 1):
        return UNKNOWN
    return TensorType(FLOAT32, Shape.of(*dims, _count(num_classes)))


def _count(number: Any) -> Dim:
    """The number of classes, which 0 and None leave to the largest of them."""
    return number if number is not None and is_dim(number) and number != 0 else UNKNOWN


def normalized(x: Any, axis: Any = -1, order: Any = 2) -> Any:
    """`normalize` of an array or a tensor.

    >>> normalized(TensorType.parse("array uint8[3, 4]")), normalized(TensorType.parse("array float32[4]"))
    (array float64[3, 4], array float32[1, 4])
    """
    if not isinstance(x, TensorType) or x.kind not in ("array", "tensor") or not is_number(axis):
        return UNKNOWN
    rank = x.shape.rank
    if not rank or not -rank <= axis < rank or (axis in (0, -rank) and rank > 1):
        return UNKNOWN  # the first axis is not normalized as such
    if x.kind == "tensor":
        return TensorType(x.dtype, x.shape) if x.dtype == FLOAT32 else UNKNOWN
    dtype = x.dtype if x.dtype.is_floating else FLOAT64 if x.dtype.is_integer else ANY
    return TensorType(dtype, Shape.of(1) + x.shape if rank == 1 else x.shape, "array")


#: The models whose images are prepared by a function of their own.
APPLICATIONS: Final = [
    "convnext",
    "densenet",
    "efficientnet",
    "efficientnet_v2",
    "inception_resnet_v2",
    "inception_v3",
    "mobilenet",
    "mobilenet_v2",
    "mobilenet_v3",
    "nasnet",
    "resnet50",
    "resnet_v2",
    "vgg16",
    "vgg19",
    "xception",
]


def prepared(x: Any, data_format: Any = None) -> Any:
    """`preprocess_input` of a tensor of images with three channels: pixels in another range.

    >>> prepared(TensorType.parse("float32[8, 9, 3]")), prepared(TensorType.parse("float32[8, 9, 1]"))
    (float32[8, 9, 3], ?)
    """
    is_image = isinstance(x, TensorType) and x.kind == "tensor" and x.dtype == FLOAT32
    dims = x.shape.dims if is_image else None
    if dims is None or len(dims) not in (3, 4) or dims[-1] != 3:
        return UNKNOWN
    return TensorType(FLOAT32, x.shape) if data_format in (None, "channels_last") else UNKNOWN


def padded_sequences(sequences: Any, maxlen: Any = None, dtype: Any = "int32") -> Any:
    """`pad_sequences`: as many rows, and what each item of a row is.

    >>> padded_sequences([[1, 2], [3]], 4), padded_sequences(TensorType.parse("array ?[9]"), 4, "int64")
    (array int32[2, 4], array int64[9, 4, ...])
    """
    try:
        made = dtype_given(dtype, INT32)
    except ValueError:
        return UNKNOWN  # objects and texts
    length: Dim = maxlen if is_dim(maxlen) else UNKNOWN
    count, rest = _rows(sequences)
    return TensorType(made, Shape.of(count, length) + rest, "array")


def _rows(sequences: Any) -> tuple[Dim, Shape]:
    """How many sequences there are, and the shape of one item."""
    if isinstance(sequences, TensorType):
        shape, dims = sequences.shape, sequences.shape.dims or ()
        count = shape.prefix[0] if shape.prefix else UNKNOWN
        is_full = len(dims) > 1 and all(isinstance(d, int) and d > 0 for d in dims[:2])
        return count, Shape.of(*dims[2:]) if is_full else Shape.unknown()
    if isinstance(sequences, ListOf):
        return UNKNOWN, _item(sequences.item)
    if not isinstance(sequences, (list, tuple)):
        return UNKNOWN, Shape.unknown()
    found = {_item(each) for each in sequences}
    return len(sequences), found.pop() if len(found) == 1 else Shape.unknown()


def _item(sequence: Any) -> Shape:
    """What an item of one sequence is: a number, if that is told."""
    item = sequence.item if isinstance(sequence, ListOf) else UNKNOWN
    items = sequence if isinstance(sequence, (list, tuple)) else [item]
    numbers = all(isinstance(each, (int, float, PyValue)) for each in items)
    return Shape.scalar() if numbers else Shape.unknown()
