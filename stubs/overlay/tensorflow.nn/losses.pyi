"""Losses."""

from typing import Any

import tensorflow as tf
from tensorflow._typing import Flag, Kind, Open, R, Same, TensorLike

def sigmoid_cross_entropy_with_logits(
    labels: Kind[R] | None = None,
    logits: Same[R] | None = None,
    name: str | None = None,
) -> R: ...
def softmax_cross_entropy_with_logits(
    labels: Kind[R],
    logits: Open[R],
    axis: TensorLike = -1,
    name: str | None = None,
) -> R: ...
def sparse_softmax_cross_entropy_with_logits(labels: Kind[R], logits: Open[R], name: str | None = None) -> R: ...
def weighted_cross_entropy_with_logits(
    labels: Kind[R],
    logits: Same[R],
    pos_weight: TensorLike,
    name: str | None = None,
) -> R: ...
def log_poisson_loss(
    targets: Kind[R],
    log_input: Same[R],
    compute_full_loss: Flag = False,
    name: str | None = None,
) -> R: ...
def nce_loss(
    weights: Any,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: TensorLike,
    num_classes: TensorLike,
    num_true: TensorLike = 1,
    sampled_values: Any = None,
    remove_accidental_hits: Flag = False,
    name: str | None = "nce_loss",
) -> tf.Tensor[Any, Any]: ...
def sampled_softmax_loss(
    weights: Any,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: TensorLike,
    num_classes: TensorLike,
    num_true: TensorLike = 1,
    sampled_values: Any = None,
    remove_accidental_hits: Flag = True,
    seed: int | None = None,
    name: str | None = "sampled_softmax_loss",
) -> tf.Tensor[Any, Any]: ...
def compute_average_loss(
    per_example_loss: TensorLike,
    sample_weight: TensorLike | None = None,
    global_batch_size: TensorLike | None = None,
) -> tf.Tensor[Any, Any]: ...
def ctc_loss(
    labels: Any,
    logits: TensorLike,
    label_length: TensorLike,
    logit_length: TensorLike,
    logits_time_major: Flag = True,
    unique: Any = None,
    blank_index: TensorLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
