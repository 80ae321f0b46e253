"""Iterative solvers."""

from typing import Any, NamedTuple

import tensorflow as tf
import tftypes

class _ConjugateGradient(NamedTuple):
    i: tf.Tensor[tftypes.int32, Any]
    x: tf.Tensor[Any, Any]
    r: tf.Tensor[Any, Any]
    p: tf.Tensor[Any, Any]
    gamma: tf.Tensor[Any, Any]

def conjugate_gradient() -> _ConjugateGradient: ...  # and the rest
