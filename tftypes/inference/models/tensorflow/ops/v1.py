"""tf.compat.v1: the functions that do more or less than those of today, or have no name today."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import (
    UNKNOWN,
    DType,
    Shape,
    ShapeMismatch,
    TensorType,
    less,
    merge,
    num_elements,
)

from .arguments import allow, dtype_argument, rank_at_least, shape_argument, taken
from .conversion import as_tensor, is_told
from .creation import not_negative
from .groups import BOOLS, FLOATS, NUMBERS
from .rule import RULES, OpError, Unsure, rule, with_parameters
from .values import FLOAT32, is_number

#: The default of a parameter that a call need not give, where None is a value.
NOT_GIVEN: Final = object()


def _register_cast(op: str, dtype: str, short: str) -> None:
    def function(x: Any, name: Any = None) -> TensorType:
        return RULES["tensorflow.cast"].call(x=x, dtype=dtype)  # type: ignore[no-any-return]

    rule(
        f"tensorflow.compat.v1.{op}",
        f"tf.compat.v1.{op}(b[2, N]) -> {short}[2, N]",
        f"tf.compat.v1.{op}(s[2]) !! string",
    )(function)


for _op, _dtype, _short in (
    ("to_float", "float32", "f32"),
    ("to_double", "float64", "f64"),
    ("to_bfloat16", "bfloat16", "bf16"),
    ("to_complex64", "complex64", "c64"),
    ("to_complex128", "complex128", "c128"),
    ("to_int32", "int32", "i32"),
    ("to_int64", "int64", "i64"),
):
    _register_cast(_op, _dtype, _short)


@rule(
    "tensorflow.compat.v1.constant",
    "tf.compat.v1.constant([1.5, 2]) -> f32[2]",
    "tf.compat.v1.constant(0, tf.int64, [2, 3]) -> i64[2, 3]",
    "tf.compat.v1.constant([1, 2, 3, 4], shape=[2, 2]) -> i32[2, 2]",
    "tf.compat.v1.constant(1.5, tf.int32) !! int32 cannot hold the float 1.5",
    "tf.compat.v1.constant([1, 2, 3], shape=[2]) !! 3 elements do not make [2]",
)
def constant(
    value: Any, dtype: Any = None, shape: Any = None, name: Any = None, verify_shape: Any = False
) -> TensorType:
    """In a graph the last element fills the shape, and a tensor is refused."""
    given: TensorType = RULES["tensorflow.constant"].call(value=value, dtype=dtype)
    if is_told(value):
        raise Unsure
    if shape is None:
        return given
    made = shape_argument(shape)
    if less(num_elements(made), num_elements(given.shape)):
        raise OpError(
            "tf-shape", f"{num_elements(given.shape)} elements do not make {made}", "shape"
        )
    return TensorType(given.dtype, made)


@rule(
    "tensorflow.compat.v1.nn.dropout",
    "tf.compat.v1.nn.dropout(f32[2, N], 0.5) -> f32[2, N]",
    "tf.compat.v1.nn.dropout(f32[2, N], rate=0.1) -> f32[2, N]",
    "tf.compat.v1.nn.dropout(i32[2], 0.5) !! int32 is not supported",
)
def dropout(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: Any = None,
    name: Any = None,
    rate: Any = None,
) -> TensorType:
    value = allow(as_tensor(x, argument="x"), FLOATS, "x")
    return TensorType(value.dtype, value.shape)


@rule(
    "tensorflow.compat.v1.where",
    "tf.compat.v1.where(b[2, N]) -> i64[None, 2]",
    "tf.compat.v1.where(b[N], f32[N, 3], f32[N, 3]) -> f32[N, 3]",
    "tf.compat.v1.where(b[2], f32[2], i32[2]) !! expected float32 as x has, got int32",
    "tf.compat.v1.where(i32[2], f32[2], f32[2]) !! int32 is not supported",
)
def where(condition: Any, x: Any = None, y: Any = None, name: Any = None) -> Any:
    """The branches have one shape; a vector of conditions chooses rows."""
    if x is None and y is None:
        return RULES["tensorflow.where"].call(condition=condition)
    taken(condition, BOOLS, "condition")
    a, b = as_tensor(x, argument="x"), as_tensor(y, argument="y")
    if any(isinstance(each, TensorType) and not is_told(each) for each in (x, y)):
        raise Unsure  # an array becomes what the other is
    if a.dtype.names.isdisjoint(b.dtype.names):
        raise OpError("tf-dtype", f"expected {a.dtype} as x has, got {b.dtype}", "y")
    if not isinstance(x, TensorType) or not isinstance(y, TensorType):
        raise Unsure
    return TensorType(a.dtype, a.shape if a.shape == b.shape else Shape.unknown())


@rule(
    "tensorflow.compat.v1.image.resize",
    "tf.compat.v1.image.resize(u8[2, 4, 4, 3], [8, N], 1, align_corners=True) -> u8[2, 8, N, 3]",
    "tf.compat.v1.image.resize(f32[4, 4, 3], (4, 4), 'bilinear') -> f32[4, 4, 3]",
    "tf.compat.v1.image.resize(f32[4, 4, 3], [8]) !! expected 2 sizes, got 1",
)
def resize(
    images: Any,
    size: Any,
    method: Any = 0,
    align_corners: Any = False,
    preserve_aspect_ratio: Any = False,
    name: Any = None,
) -> TensorType:
    """Images of this size already stay as they are."""
    if is_number(method) and 0 <= method < 4:
        method = ("bilinear", "nearest", "bicubic", "area")[method]
    made = RULES["tensorflow.image.resize"].function(images, size, method, preserve_aspect_ratio)
    return TensorType(DType(made.dtype.names | as_tensor(images).dtype.names), made.shape)


@rule(
    "tensorflow.compat.v1.placeholder",
    "tf.compat.v1.placeholder(tf.float32, [None, 784]) -> f32[None, 784]",
    "tf.compat.v1.placeholder(tf.int32) -> i32[...]",
    "tf.compat.v1.placeholder(tf.float32, shape=()) -> f32[]",
    "tf.compat.v1.placeholder(tf.float32, [None, -1]) !! negative size -1",
)
def placeholder(dtype: Any, shape: Any = None, name: Any = None) -> TensorType:
    return TensorType(dtype_argument(dtype), not_negative(shape_argument(shape), "shape"))


@rule(
    "tensorflow.compat.v1.placeholder_with_default",
    "tf.compat.v1.placeholder_with_default(f32[2, 3], [None, 3]) -> f32[None, 3]",
)
def placeholder_with_default(input: Any, shape: Any, name: Any = None) -> TensorType:
    x, wanted = as_tensor(input, argument="input"), shape_argument(shape)
    fits = x.shape.rank is not None and x.shape.rank == wanted.rank
    if not fits or any(dim not in (UNKNOWN, own) for dim, own in zip(wanted, x.shape)):
        raise Unsure  # eagerly it is the default itself, whatever its shape
    return TensorType(x.dtype, wanted)


@rule(
    "tensorflow.compat.v1.get_variable",
    "tf.compat.v1.get_variable('w', [784, 10]) -> variable(f32[784, 10])",
    "tf.compat.v1.get_variable('b', shape=(10,), dtype=tf.float64) -> variable(f64[10])",
    "tf.compat.v1.get_variable('w', [784, -1]) !! negative size -1",
)
def get_variable(
    name: Any,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: Any = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: Any = True,
    use_resource: Any = None,
    custom_getter: Any = None,
    constraint: Any = None,
    synchronization: Any = None,
    aggregation: Any = None,
) -> TensorType:
    if partitioner is not None or custom_getter is not None:
        raise Unsure
    if shape is None:
        if not is_told(initializer):
            raise Unsure
        value = as_tensor(initializer)
        return TensorType(value.dtype, value.shape, "variable")
    made = dtype_argument(dtype, FLOAT32)
    return TensorType(made, not_negative(shape_argument(shape), "shape"), "variable")


@rule(
    "tensorflow.compat.v1.nn.xw_plus_b",
    "tf.compat.v1.nn.xw_plus_b(f32[N, 3], f32[3, 4], f32[4]) -> f32[N, 4]",
    "tf.compat.v1.nn.xw_plus_b(f32[2, 3], f32[2, 4], f32[4]) !! inner dims 3 and 2 differ",
)
def xw_plus_b(x: Any, weights: Any, biases: Any, name: Any = None) -> Any:
    product = RULES["tensorflow.linalg.matmul"].call(a=x, b=weights)
    return RULES["tensorflow.nn.bias_add"].call(value=product, bias=biases)


#: The losses that keep the dtype of the logits.
_OF_LOGITS: Final = ("softmax_cross_entropy", "sigmoid_cross_entropy")


def _is_reduced(reduction: Any) -> bool:
    """Whether one number comes out of a loss: for all that `tf.compat.v1.losses.Reduction` has but NONE."""
    return isinstance(reduction, str) and reduction.startswith("weighted_")


def _register_loss(op: str, first: str, second: str, *more: str) -> None:
    def function(labels: Any, predictions: Any, *rest: Any) -> TensorType:
        a, b = as_tensor(labels, argument=first), as_tensor(predictions, argument=second)
        reduction = rest[-1] if op != "cosine_distance" else rest[-2]
        if reduction is not NOT_GIVEN and not _is_reduced(reduction):
            raise Unsure
        try:
            merge(a.shape, b.shape)
        except ShapeMismatch:
            raise OpError("tf-shape", f"shapes {a.shape} and {b.shape} differ", second) from None
        if op == "softmax_cross_entropy":
            rank_at_least(a, 1, first)
            rank_at_least(b, 1, second)
        return TensorType(b.dtype if op in _OF_LOGITS else FLOAT32, Shape.scalar())

    defaults: dict[str, Any] = dict.fromkeys(
        (*more, "scope", "loss_collection", "reduction"), NOT_GIVEN
    )
    path = f"tf.compat.v1.losses.{op}"
    rule(
        f"tensorflow.compat.v1.losses.{op}",
        f"{path}(f32[N, 3], f32[N, 3]) -> f32[]",
        f"{path}(f32[8, 3], f32[8, 4]) !! shapes [8, 3] and [8, 4] differ",
        f"{path}(f32[8, 3], f32[8]) !! shapes [8, 3] and [8] differ",
    )(with_parameters(function, **{first: ..., second: ..., **defaults}))


_register_loss("mean_squared_error", "labels", "predictions", "weights")
_register_loss("absolute_difference", "labels", "predictions", "weights")
_register_loss("log_loss", "labels", "predictions", "weights", "epsilon")
_register_loss("hinge_loss", "labels", "logits", "weights")
_register_loss("huber_loss", "labels", "predictions", "weights", "delta")
_register_loss("softmax_cross_entropy", "onehot_labels", "logits", "weights", "label_smoothing")
_register_loss(
    "sigmoid_cross_entropy", "multi_class_labels", "logits", "weights", "label_smoothing"
)


@rule(
    "tensorflow.compat.v1.losses.compute_weighted_loss",
    "tf.compat.v1.losses.compute_weighted_loss(f32[N, 3]) -> f32[]",
    "tf.compat.v1.losses.compute_weighted_loss(f64[8, 3], f32[8, 1]) -> f64[]",
    "tf.compat.v1.losses.compute_weighted_loss(f32[8, 3], reduction='weighted_mean') -> f32[]",
    "tf.compat.v1.losses.compute_weighted_loss(f32[N, 3], 0.5, reduction='none') -> f32[N, 3]",
    "tf.compat.v1.losses.compute_weighted_loss(s[8]) !! string is not supported",
)
def compute_weighted_loss(
    losses: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: Any = "losses",
    reduction: Any = NOT_GIVEN,
) -> TensorType:
    x = allow(as_tensor(losses, argument="losses"), NUMBERS | BOOLS, "losses")
    if reduction == "none" and as_tensor(weights).shape.rank == 0:
        return TensorType(x.dtype, x.shape)
    if reduction is not NOT_GIVEN and not _is_reduced(reduction):
        raise Unsure
    return TensorType(x.dtype, Shape.scalar())
