"""tf.nn: statistics and dropout in their other forms, greatest values by approximation, losses over replicas."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Shape, TensorType

from .arguments import allow, axis_argument, rank_at_least
from .broadcasting import broadcast_shapes, mapped, matched
from .conversion import as_tensor
from .groups import FLOATS, NUMBERS, QUOTIENTS, REALS
from .nn import dropout
from .random import seeded
from .reductions import reduced
from .rule import RULES, Unsure, rule, with_parameters
from .values import INT32, contents, is_dim, is_number, known_bool

# --- statistics -------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.nn.weighted_moments",
    "tf.nn.weighted_moments(f32[N, 3], [0], f32[N, 1]) -> (f32[3], f32[3])",
    "tf.nn.weighted_moments(f32[N, 3], axes=[1], frequency_weights=1.0, keepdims=True) -> (f32[N, 1], f32[N, 1])",
    "tf.nn.weighted_moments(f32[8, 3], [2], 1.0) !! axis 2 is out of range for rank 2",
    "tf.nn.weighted_moments(f32[8, 3], [0], f32[4]) !! do not broadcast",
)
def weighted_moments(
    x: Any, axes: Any, frequency_weights: Any, keepdims: Any = False, name: Any = None
) -> tuple[TensorType, TensorType]:
    value = allow(as_tensor(x, argument="x"), NUMBERS, "x")
    weights = as_tensor(frequency_weights, argument="frequency_weights")
    shape = broadcast_shapes(value.shape, weights.shape, "frequency_weights")
    part = TensorType(value.dtype, reduced(shape, axes, keepdims, "axes"))
    return part, part


@rule(
    "tensorflow.nn.sufficient_statistics",
    "tf.nn.sufficient_statistics(f32[N, 3], [0]) -> (f32[], f32[3], f32[3], anything)",
    "tf.nn.sufficient_statistics(f32[8, 3], [2]) !! axis 2 is out of range for rank 2",
)
def sufficient_statistics(
    x: Any, axes: Any, shift: Any = None, keepdims: Any = False, name: Any = None
) -> tuple[TensorType, TensorType, TensorType, Any]:
    value = allow(as_tensor(x, argument="x"), NUMBERS, "x")
    part = TensorType(value.dtype, reduced(value.shape, axes, keepdims, "axes"))
    return TensorType(value.dtype, Shape.scalar()), part, part, UNKNOWN


@rule(
    "tensorflow.nn.normalize_moments",
    "tf.nn.normalize_moments(4.0, f32[3], f32[3], None) -> (f32[3], f32[3])",
    "tf.nn.normalize_moments(4.0, f32[3], f32[4], None) !! do not broadcast",
)
def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: Any = None
) -> tuple[TensorType, TensorType]:
    mean, variance, dtype = matched(mean_ss, variance_ss, ("mean_ss", "variance_ss"))
    count = as_tensor(counts, like=dtype, argument="counts").shape
    shape = broadcast_shapes(mean.shape, count, "counts")
    both = broadcast_shapes(shape, variance.shape, "variance_ss")
    if shift is not None:
        raise Unsure
    return TensorType(dtype, shape), TensorType(dtype, both)


@rule(
    "tensorflow.nn.batch_norm_with_global_normalization",
    "tf.nn.batch_norm_with_global_normalization(f32[N, 8, 8, 3], f32[3], f32[3], f32[3], f32[3], 1e-3, True)"
    " -> f32[N, 8, 8, 3]",
    "tf.nn.batch_norm_with_global_normalization(f32[2, 8, 8, 3], f32[4], f32[3], f32[3], f32[3], 1e-3, True)"
    " !! do not broadcast",
)
def batch_norm_with_global_normalization(
    input: Any,
    mean: Any,
    variance: Any,
    beta: Any,
    gamma: Any,
    variance_epsilon: Any,
    scale_after_normalization: Any,
    name: Any = None,
) -> TensorType:
    parts = RULES["tensorflow.nn.batch_normalization"].call
    scale = gamma if known_bool(scale_after_normalization) else None
    made: TensorType = parts(
        x=input, mean=mean, variance=variance, offset=beta, scale=scale, variance_epsilon=1e-3
    )
    return made


@rule(
    "tensorflow.nn.isotonic_regression",
    "tf.nn.isotonic_regression(f32[N, 3]) -> (f32[N, 3], i32[N, 3])",
    "tf.nn.isotonic_regression(f32[]) -> (f32[], i32[])",
    "tf.nn.isotonic_regression(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def isotonic_regression(
    inputs: Any, decreasing: Any = True, axis: Any = -1
) -> tuple[TensorType, TensorType]:
    x = allow(as_tensor(inputs, argument="inputs"), REALS, "inputs")
    if x.shape.rank != 0:  # of a scalar nobody looks at it
        axis_argument(axis, x.shape.rank)
    if not x.dtype.is_floating:
        raise Unsure
    return TensorType(x.dtype, x.shape), TensorType(INT32, x.shape)


@rule(
    "tensorflow.nn.scale_regularization_loss",
    "tf.nn.scale_regularization_loss(f32[3]) -> f32[]",
    "tf.nn.scale_regularization_loss(0.5) -> f32[]",
)
def scale_regularization_loss(regularization_loss: Any) -> TensorType:
    loss = as_tensor(regularization_loss, argument="regularization_loss")
    return TensorType(mapped(loss.dtype, QUOTIENTS), Shape.scalar())


# --- dropout ----------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.nn.experimental.stateless_dropout",
    "tf.nn.experimental.stateless_dropout(f32[2, N], 0.5, seed=[1, 2]) -> f32[2, N]",
    "tf.nn.experimental.stateless_dropout(f32[2], 0.5, seed=[1]) !! expected two ints, got 1",
    "tf.nn.experimental.stateless_dropout(i32[2, 3], 0.5, seed=[1, 2]) !! int32 is not supported",
    "tf.nn.experimental.stateless_dropout(f32[2, 3], 1.5, seed=[1, 2]) !! expected 0 <= rate < 1, got 1.5",
)
def stateless_dropout(
    x: Any,
    rate: Any,
    seed: Any,
    rng_alg: Any = None,
    noise_shape: Any = None,
    name: Any = None,
) -> TensorType:
    result = dropout(x, rate, noise_shape)
    if rate != 0:
        seeded(seed)
    return result


@rule(
    "tensorflow.nn.experimental.general_dropout",
    "tf.nn.experimental.general_dropout(f32[2, N], 0.5, tf.random.uniform) -> f32[2, N]",
    "tf.nn.experimental.general_dropout(i32[2, 3], 0.5, tf.random.uniform) !! int32 is not supported",
)
def general_dropout(
    x: Any, rate: Any, uniform_sampler: Any, noise_shape: Any = None, name: Any = None
) -> TensorType:
    return dropout(x, rate, noise_shape)


# --- greatest values --------------------------------------------------------------------------------------------------


def _register_approximate(op: str) -> None:
    def function(operand: Any, k: Any, reduction_dimension: Any = -1, *rest: Any) -> Any:
        x = allow(as_tensor(operand, argument="operand"), FLOATS, "operand")
        rank_at_least(x, 1, "operand")
        place = axis_argument(reduction_dimension, x.shape.rank, "reduction_dimension")
        count = contents(k)
        count = count if is_dim(count) else UNKNOWN  # a float is cut
        if place is None or x.shape.rank is None or (rest and rest[2] is not True):
            raise Unsure
        size = x.shape[place]
        if is_number(count) and is_number(size) and count > size:
            raise Unsure
        shape = x.shape.replace(place, count)
        return TensorType(x.dtype, shape), TensorType(INT32, shape)

    rule(
        f"tensorflow.math.{op}",
        f"tf.math.{op}(f32[N, 100], 10) -> (f32[N, 10], i32[N, 10])",
        f"tf.math.{op}(i32[2, 100], 10) !! int32 is not supported",
        f"tf.math.{op}(f32[], 10) !! expected rank 1 or more, got rank 0",
    )(
        with_parameters(
            function, operand=..., k=..., reduction_dimension=-1, recall_target=0.95,
            reduction_input_size_override=-1, aggregate_to_topk=True, name=None,
        )
    )  # fmt: skip


_register_approximate("approx_max_k")
_register_approximate("approx_min_k")
