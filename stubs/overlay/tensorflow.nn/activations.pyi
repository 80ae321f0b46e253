"""Activations, normalisation, embeddings."""

from typing import Any

import tensorflow as tf
from tensorflow._typing import Flag, Kind, Open, R, Same, Shaped, ShapeLike, TensorLike

def elu(features: Same[R], name: str | None = None) -> R: ...
def gelu(features: Same[R], approximate: Flag = False, name: str | None = None) -> R: ...
# Of integers it is float32.
def leaky_relu(features: Shaped[R], alpha: TensorLike = 0.2, name: str | None = None) -> R: ...
def relu(features: Same[R], name: str | None = None) -> R: ...
def relu6(features: Same[R], name: str | None = None) -> R: ...
def selu(features: Same[R], name: str | None = None) -> R: ...
def silu(features: Same[R], beta: TensorLike = 1.0) -> R: ...
def softsign(features: Same[R], name: str | None = None) -> R: ...
def softmax(logits: Same[R], axis: TensorLike | None = None, name: str | None = None) -> R: ...
def log_softmax(logits: Same[R], axis: TensorLike | None = None, name: str | None = None) -> R: ...
def crelu(features: Open[R], axis: TensorLike = -1, name: str | None = None) -> R: ...
def dropout(
    x: Same[R],
    rate: TensorLike,
    noise_shape: ShapeLike = None,
    seed: Any = None,
    name: str | None = None,
) -> R: ...
def bias_add(value: Same[R], bias: TensorLike, data_format: str | None = None, name: str | None = None) -> R: ...
def batch_normalization(
    x: Same[R],
    mean: TensorLike,
    variance: TensorLike,
    offset: TensorLike | None,
    scale: TensorLike | None,
    variance_epsilon: TensorLike,
    name: str | None = None,
) -> R: ...
def batch_norm_with_global_normalization(
    input: Same[R],
    mean: TensorLike,
    variance: TensorLike,
    beta: TensorLike | None,
    gamma: TensorLike | None,
    variance_epsilon: TensorLike,
    scale_after_normalization: TensorLike,
    name: str | None = None,
) -> R: ...
def local_response_normalization(
    input: Same[R],
    depth_radius: TensorLike = 5,
    bias: TensorLike = 1,
    alpha: TensorLike = 1,
    beta: TensorLike = 0.5,
    name: str | None = None,
) -> R: ...
def l2_loss(t: Open[R], name: str | None = None) -> R: ...
def normalize_moments(
    counts: TensorLike,
    mean_ss: TensorLike,
    variance_ss: TensorLike,
    shift: TensorLike | None,
    name: str | None = None,
) -> tuple[tf.Tensor[Any, Any], tf.Tensor[Any, Any]]: ...
def moments(
    x: Open[R],
    axes: TensorLike,
    shift: TensorLike | None = None,
    keepdims: Flag = False,
    name: str | None = None,
) -> tuple[R, R]: ...
def weighted_moments(
    x: Open[R],
    axes: TensorLike,
    frequency_weights: TensorLike,
    keepdims: Flag = False,
    name: str | None = None,
) -> tuple[R, R]: ...
def sufficient_statistics(
    x: Open[R],
    axes: TensorLike,
    shift: TensorLike | None = None,
    keepdims: Flag = False,
    name: str | None = None,
) -> tuple[tf.Tensor[Any, Any], R, R, tf.Tensor[Any, Any] | None]: ...
def scale_regularization_loss(regularization_loss: TensorLike) -> tf.Tensor[Any, Any]: ...
def isotonic_regression(
    inputs: TensorLike,
    decreasing: Flag = True,
    axis: TensorLike = -1,
) -> tuple[tf.Tensor[Any, Any], tf.Tensor[Any, Any]]: ...
def embedding_lookup(params: Any, ids: Kind[R], max_norm: TensorLike | None = None, name: str | None = None) -> R: ...
def depth_to_space(input: Open[R], block_size: TensorLike, data_format: str = "NHWC", name: str | None = None) -> R: ...
def space_to_depth(input: Open[R], block_size: TensorLike, data_format: str = "NHWC", name: str | None = None) -> R: ...
