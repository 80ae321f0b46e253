"""tf.nn: biases, normalisation, dropout, losses and the activations that take more than features."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    Shape,
    ShapeMismatch,
    TensorType,
    equal,
    merge,
    num_elements,
)

from .arguments import (
    allow,
    axis_argument,
    count_argument,
    defaulted,
    rank_at_least,
    rank_is,
    shape_argument,
)
from .broadcasting import broadcast_shapes, mapped, matched
from .conversion import as_tensor
from .groups import FLOATS, INDICES, INEXACT, INTS, NUMBERS, QUANTIZED, QUOTIENTS, SIGNED
from .reductions import reduced
from .rule import OpError, rule
from .values import is_number, numbers_in

# --- activations ------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.nn.gelu",
    "tf.nn.gelu(f32[2, N]) -> f32[2, N]",
    "tf.nn.gelu(f16[3], approximate=True) -> f16[3]",
    "tf.nn.gelu(i32[3]) !! int32 is not supported",
)
def gelu(features: Any, approximate: Any = False, name: Any = None) -> TensorType:
    x = allow(as_tensor(features, argument="features"), FLOATS, "features")
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.nn.leaky_relu",
    "tf.nn.leaky_relu(f32[2, N], alpha=0.1) -> f32[2, N]",
    "tf.nn.leaky_relu(i32[3]) -> f32[3]",
    "tf.nn.leaky_relu(b[3]) !! bool is not supported",
)
def leaky_relu(features: Any, alpha: Any = 0.2, name: Any = None) -> TensorType:
    x = allow(as_tensor(features, argument="features"), FLOATS | INTS, "features")
    return TensorType(mapped(x.dtype, dict.fromkeys(INTS, "float32")), x.shape)


@rule(
    "tensorflow.nn.silu",
    "tf.nn.silu(f32[2, N], beta=2.0) -> f32[2, N]",
    "tf.nn.silu(i32[3]) !! int32 is not supported",
)
def silu(features: Any, beta: Any = 1.0) -> TensorType:
    x = allow(as_tensor(features, argument="features"), INEXACT, "features")
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.nn.crelu",
    "tf.nn.crelu(f32[2, 3]) -> f32[2, 6]",
    "tf.nn.crelu(f32[N, 3], axis=0) -> f32[2*N, 3]",
    "tf.nn.crelu(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def crelu(features: Any, axis: Any = -1, name: Any = None) -> TensorType:
    x = allow(as_tensor(features, argument="features"), FLOATS | SIGNED, "features")
    place = axis_argument(axis, x.shape.rank)
    return TensorType(
        x.dtype, Shape.unknown() if place is None else x.shape.replace(place, x.shape[place] * 2)
    )


# --- biases, normalisation --------------------------------------------------------------------------------------------


@rule(
    "tensorflow.nn.bias_add",
    "tf.nn.bias_add(f32[N, 28, 28, 3], f32[3]) -> f32[N, 28, 28, 3]",
    "tf.nn.bias_add(f32[8, None], f32[10]) -> f32[8, 10]",
    "tf.nn.bias_add(f32[8, 3, 28, 28], f32[3], data_format='NCHW') -> f32[8, 3, 28, 28]",
    "tf.nn.bias_add(f32[8, 3], [1, 2, 3]) -> f32[8, 3]",
    "tf.nn.bias_add(f32[8, 10], f32[11]) !! 11 biases for 10 channels",
    "tf.nn.bias_add(f32[8, 10], f32[1, 10]) !! expected rank 1, got rank 2",
    "tf.nn.bias_add(f32[10], f32[10]) !! expected rank 2 or more, got rank 1",
    "tf.nn.bias_add(f32[8, 10], i32[10]) !! expected float32, got int32",
)
def bias_add(value: Any, bias: Any, data_format: Any = None, name: Any = None) -> TensorType:
    x = rank_at_least(
        allow(as_tensor(value, argument="value"), NUMBERS | QUANTIZED, "value"), 2, "value"
    )
    biases = rank_is(
        as_tensor(bias, x.dtype if x.dtype.is_known else None, argument="bias"), 1, "bias"
    )
    if data_format is not None and not isinstance(data_format, str):
        return TensorType(x.dtype, x.shape)
    first = data_format is not None and data_format.startswith("NC")
    if (
        data_format is not None
        and not first
        and not (data_format.startswith("N") and data_format.endswith("C"))
    ):
        raise OpError("tf-value", f"{data_format!r} is neither 'N...C' nor 'NC...'", "data_format")
    axis = 1 if first else -1
    channels, size = x.shape[axis], biases.shape[0]
    if equal(channels, size) is False:
        raise OpError("tf-shape", f"{size} biases for {channels} channels", "bias")
    return TensorType(x.dtype, x.shape.replace(axis, size) if channels is UNKNOWN else x.shape)


@rule(
    "tensorflow.nn.moments",
    "tf.nn.moments(f32[8, 28, 28, 3], [0, 1, 2]) -> (f32[3], f32[3])",
    "tf.nn.moments(f16[N, 3], axes=[1], keepdims=True) -> (f16[N, 1], f16[N, 1])",
    "tf.nn.moments(f32[8, 3], [2]) !! axis 2 is out of range for rank 2",
    "tf.nn.moments(u8[8, 3], [0]) !! uint8 is not supported",
)
def moments(
    x: Any, axes: Any, shift: Any = None, keepdims: Any = False, name: Any = None
) -> tuple[TensorType, TensorType]:
    value = allow(as_tensor(x, argument="x"), INEXACT | INDICES, "x")
    part = TensorType(value.dtype, reduced(value.shape, axes, keepdims, "axes"))
    return part, part


@rule(
    "tensorflow.nn.batch_normalization",
    "tf.nn.batch_normalization(f32[N, 3], f32[3], f32[3], f32[3], f32[3], 1e-3) -> f32[N, 3]",
    "tf.nn.batch_normalization(f32[8, 3], f32[1, 3], f32[1, 3], None, None, 1e-3) -> f32[8, 3]",
    "tf.nn.batch_normalization(f32[8, 3], f32[4], f32[4], None, None, 1e-3) !! do not broadcast",
    "tf.nn.batch_normalization(f16[8, 3], f32[3], f32[3], f32[3], None, 1e-3) -> f16[8, 3]",
    "tf.nn.batch_normalization(f32[8, 3], f32[3], i32[3], None, None, 1e-3) !! int32 is not supported",
    "tf.nn.batch_normalization(b[8, 3], f32[3], f32[3], None, None, 1e-3) !! bool is not supported",
)
def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: Any,
    name: Any = None,
) -> TensorType:
    value = allow(as_tensor(x, argument="x"), NUMBERS, "x")
    shape, dtype = value.shape, value.dtype
    parts = {"mean": mean, "variance": variance, "offset": offset, "scale": scale}
    for argument, part in parts.items():
        if part is not None:  # cast to the dtype of x, whatever theirs is
            operand = as_tensor(part, argument=argument)
            if argument == "variance":  # to which a float is added
                allow(operand, INEXACT, argument)
            shape = broadcast_shapes(shape, operand.shape, argument)
    return TensorType(dtype, shape)


@rule(
    "tensorflow.nn.local_response_normalization",
    "tf.nn.local_response_normalization(f32[N, 28, 28, 3], depth_radius=2) -> f32[N, 28, 28, 3]",
    "tf.nn.local_response_normalization(f32[28, 28, 3]) !! expected rank 4, got rank 3",
)
def local_response_normalization(
    input: Any,
    depth_radius: Any = 5,
    bias: Any = 1,
    alpha: Any = 1,
    beta: Any = 0.5,
    name: Any = None,
) -> TensorType:
    x = rank_is(defaulted(input, FLOATS, "float32", "input"), 4, "input")
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.nn.dropout",
    "tf.nn.dropout(f32[2, N], 0.5) -> f32[2, N]",
    "tf.nn.dropout(f32[2, 3], rate=0.1, noise_shape=[2, 1]) -> f32[2, 3]",
    "tf.nn.dropout(i32[2, 3], 0.5) !! int32 is not supported",
    "tf.nn.dropout(f32[2, 3], 1.5) !! expected 0 <= rate < 1, got 1.5",
    "tf.nn.dropout(f32[2, 3], 0.5, noise_shape=[2, 2]) !! do not broadcast",
)
def dropout(
    x: Any, rate: Any, noise_shape: Any = None, seed: Any = None, name: Any = None
) -> TensorType:
    value = allow(as_tensor(x, argument="x"), FLOATS, "x")
    if isinstance(rate, (int, float)) and not 0 <= rate < 1:
        raise OpError("tf-value", f"expected 0 <= rate < 1, got {rate}", "rate")
    if noise_shape is not None and rate != 0:
        broadcast_shapes(value.shape, shape_argument(noise_shape, "noise_shape"), "noise_shape")
    return TensorType(value.dtype, value.shape)


# --- losses -----------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.nn.sparse_softmax_cross_entropy_with_logits",
    "tf.nn.sparse_softmax_cross_entropy_with_logits(i32[8], f32[8, 10]) -> f32[8]",
    "tf.nn.sparse_softmax_cross_entropy_with_logits(labels=i64[N, 5], logits=f32[N, 5, 10]) -> f32[N, 5]",
    "tf.nn.sparse_softmax_cross_entropy_with_logits(i32[None], f32[8, 10]) -> f32[8]",
    "tf.nn.sparse_softmax_cross_entropy_with_logits(i32[8, 1], f32[8, 10]) !! rank 2 for logits of rank 2",
    "tf.nn.sparse_softmax_cross_entropy_with_logits(i32[9], f32[8, 10]) !! 9 labels for 8",
    "tf.nn.sparse_softmax_cross_entropy_with_logits(f32[8], f32[8, 10]) !! float32 is not supported",
    "tf.nn.sparse_softmax_cross_entropy_with_logits(i32[8], i32[8, 10]) !! int32 is not supported",
)
def sparse_softmax_cross_entropy_with_logits(
    labels: Any, logits: Any, name: Any = None
) -> TensorType:
    x = rank_at_least(allow(as_tensor(logits, argument="logits"), FLOATS, "logits"), 1, "logits")
    classes = as_tensor(labels, argument="labels")
    is_encoded = classes.shape == x.shape and x.shape.is_known
    hint = (
        "did you mean softmax_cross_entropy_with_logits?"
        if is_encoded
        else "class numbers are ints"
    )
    classes = allow(classes, INDICES, "labels", hint)
    if x.shape.rank is not None and classes.shape.rank not in (None, x.shape.rank - 1):
        hint = (
            "did you mean softmax_cross_entropy_with_logits?"
            if classes.shape == x.shape
            else "tf.squeeze(labels, -1) has one for each"
            if classes.shape.rank == x.shape.rank and classes.shape[-1] == 1
            else "one label for each"
        )
        raise OpError(
            "tf-rank",
            f"labels of rank {classes.shape.rank} for logits of rank {x.shape.rank}",
            "labels",
            hint,
        )
    check_labels(classes, x.shape[-1] if x.shape.rank else UNKNOWN)
    try:
        return TensorType(x.dtype, merge(classes.shape, x.shape.slice(0, -1)))
    except ShapeMismatch as error:
        raise OpError(
            "tf-shape", f"{error.dim_a} labels for {error.dim_b} logits", "labels"
        ) from None


def check_labels(classes: TensorType, count: Dim) -> None:
    """Raises OpError for a number of a class, where it is known, that is none of so many."""
    if not is_number(count):
        return
    for each in numbers_in(classes.value):
        if not 0 <= each < count:
            words = f"there are {count} classes, 0 to {count - 1}, and no class {each}"
            raise OpError("tf-value", words, "labels")


def _same_number(logits: Shape, labels: Shape) -> None:
    """Raises OpError for labels that cannot be as many as the logits, however they are folded."""
    a, b = num_elements(logits), num_elements(labels)
    if labels.rank == 1 and logits.rank is not None and equal(labels[0], logits[-1]):
        return  # one row, which is broadcast
    if logits.rank != labels.rank and is_number(a) and is_number(b) and a != b:
        words = f"labels of shape {labels} for logits of {logits}"
        is_numbered = labels.rank is not None and labels.rank + 1 == logits.rank
        hint = "tf.nn.sparse_softmax_cross_entropy_with_logits() takes numbers of classes"
        raise OpError("tf-shape", words, "labels", hint if is_numbered else None)


@rule(
    "tensorflow.nn.softmax_cross_entropy_with_logits",
    "tf.nn.softmax_cross_entropy_with_logits(f32[8, 10], f32[8, 10]) -> f32[8]",
    "tf.nn.softmax_cross_entropy_with_logits(labels=f32[N, 5, 10], logits=f32[N, 5, 10], axis=1) -> f32[N, 10]",
    "tf.nn.softmax_cross_entropy_with_logits(i32[8, 10], f32[8, 10]) -> f32[8]",
    "tf.nn.softmax_cross_entropy_with_logits(f32[8, 10], f32[...], axis=4) -> f32[...]",
    "tf.nn.softmax_cross_entropy_with_logits(f32[8, 11], f32[8, 10]) !! 11 classes in the labels, 10 in the logits",
    "tf.nn.softmax_cross_entropy_with_logits(f32[8, 10], i32[8, 10]) !! int32 is not supported",
)
def softmax_cross_entropy_with_logits(
    labels: Any, logits: Any, axis: Any = -1, name: Any = None
) -> TensorType:
    x = rank_at_least(allow(as_tensor(logits, argument="logits"), FLOATS, "logits"), 1, "logits")
    y = rank_at_least(as_tensor(labels, argument="labels"), 1, "labels")
    place = axis_argument(axis, x.shape.rank)
    if place is None or place < 0:
        return TensorType(x.dtype, Shape.unknown())
    _same_number(x.shape, y.shape)
    try:
        # The ranks may differ in ways that fold together, so that only what is the same in both is sure.
        shape = merge(x.shape, y.shape)
    except ShapeMismatch:
        shape = _folded_classes(x.shape, y.shape, place)
    is_there = shape.rank is not None and place < shape.rank
    return TensorType(x.dtype, shape.remove(place) if is_there else Shape.unknown())


def _folded_classes(logits: Shape, labels: Shape, axis: int) -> Shape:
    if logits.rank == 2 and labels.rank == 2:
        a, b = logits[axis], labels[axis]
        if is_number(a) and is_number(b) and a != b and 1 not in (a, b):
            raise OpError("tf-shape", f"{b} classes in the labels, {a} in the logits", "labels")
        return broadcast_shapes(logits, labels, "labels")
    return Shape.unknown()


@rule(
    "tensorflow.nn.sigmoid_cross_entropy_with_logits",
    "tf.nn.sigmoid_cross_entropy_with_logits(f32[N, 10], f32[N, 10]) -> f32[N, 10]",
    "tf.nn.sigmoid_cross_entropy_with_logits(labels=f32[None], logits=f32[8]) -> f32[8]",
    "tf.nn.sigmoid_cross_entropy_with_logits(f32[8], f32[8, 1]) !! labels [8] and logits [8, 1] differ",
    "tf.nn.sigmoid_cross_entropy_with_logits(i32[8], f32[8]) !! expected float32 as logits has, got int32",
)
def sigmoid_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: Any = None
) -> TensorType:
    return _like_logits(labels, logits)


def _like_logits(labels: Any, logits: Any) -> TensorType:
    x, y, dtype = matched(as_tensor(logits, argument="logits"), labels, ("logits", "labels"))
    allow(x, FLOATS, "logits")
    try:
        return TensorType(dtype, merge(x.shape, y.shape))
    except ShapeMismatch:
        size = num_elements(x.shape)
        hint = (
            "tf.reshape(labels, logits.shape) has the shape"
            if is_number(size) and equal(size, num_elements(y.shape))
            else None
        )
        words = f"labels {y.shape} and logits {x.shape} differ"
        raise OpError("tf-shape", words, "labels", hint) from None


@rule(
    "tensorflow.nn.weighted_cross_entropy_with_logits",
    "tf.nn.weighted_cross_entropy_with_logits(f32[N, 10], f32[N, 10], 2.0) -> f32[N, 10]",
    "tf.nn.weighted_cross_entropy_with_logits(f32[8], f32[9], 2.0) !! labels [8] and logits [9] differ",
)
def weighted_cross_entropy_with_logits(
    labels: Any, logits: Any, pos_weight: Any, name: Any = None
) -> TensorType:
    result = _like_logits(labels, logits)
    weight = as_tensor(pos_weight, like=result.dtype, argument="pos_weight")
    return TensorType(result.dtype, broadcast_shapes(result.shape, weight.shape, "pos_weight"))


@rule(
    "tensorflow.nn.log_poisson_loss",
    "tf.nn.log_poisson_loss(f32[8, N], f32[8, N]) -> f32[8, N]",
    "tf.nn.log_poisson_loss(f32[8], f32[9]) !! targets [8] and log_input [9] differ",
)
def log_poisson_loss(
    targets: Any, log_input: Any, compute_full_loss: Any = False, name: Any = None
) -> TensorType:
    x, y, dtype = matched(log_input, targets, ("log_input", "targets"))
    try:
        return TensorType(dtype, merge(x.shape, y.shape))
    except ShapeMismatch:
        raise OpError(
            "tf-shape", f"targets {y.shape} and log_input {x.shape} differ", "targets"
        ) from None


@rule(
    "tensorflow.nn.compute_average_loss",
    "tf.nn.compute_average_loss(f32[N]) -> f32[]",
    "tf.nn.compute_average_loss(f32[8], global_batch_size=16) -> f32[]",
    "tf.nn.compute_average_loss(f32[]) !! expected rank 1 or more, got rank 0",
    "tf.nn.compute_average_loss(b[8]) !! bool is not supported",
    "tf.nn.compute_average_loss(f32[8], global_batch_size=-1) !! negative size -1",
)
def compute_average_loss(
    per_example_loss: Any, sample_weight: Any = None, global_batch_size: Any = None
) -> TensorType:
    losses = allow(
        as_tensor(per_example_loss, argument="per_example_loss"), NUMBERS, "per_example_loss"
    )
    if losses.shape.rank == 0:
        hint = "a loss with reduction='none' has one for each example"
        raise OpError("tf-rank", "expected rank 1 or more, got rank 0", "per_example_loss", hint)
    if global_batch_size is not None:
        count_argument(global_batch_size, "global_batch_size")
    return TensorType(mapped(losses.dtype, QUOTIENTS), Shape.scalar())
