"""Reductions, sums along axes, products of arrays."""

from typing import Any

import tensorflow as tf
import tftypes
from tensorflow._typing import TensorLike

def amax(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def amin(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def average(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def count_nonzero(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def cross(a: TensorLike, b: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def cumprod(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def cumsum(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def diff(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def dot(a: TensorLike, b: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def einsum(*operands: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def inner(a: TensorLike, b: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def kron(a: TensorLike, b: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def matmul(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def max(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def mean(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def min(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def nanmean(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def nanprod(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def nansum(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def outer(a: TensorLike, b: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def prod(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def ptp(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def std(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def sum(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def tensordot(a: TensorLike, b: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def trace(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def var(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def vdot(a: TensorLike, b: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def argmax(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def argmin(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def all(a: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def any(a: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def allclose(a: TensorLike, b: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def array_equal(a1: TensorLike, a2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
