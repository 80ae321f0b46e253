"""Arrays made, reshaped, joined, split and searched."""

from collections.abc import Sequence
from typing import Any

import tensorflow as tf
from tensorflow._typing import TensorLike

def append(arr: TensorLike, values: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def arange(start: TensorLike, stop: TensorLike | None) -> tf.Tensor[Any, Any]: ...  # and the rest
def argsort(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def array(val: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def asanyarray(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def asarray(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def ascontiguousarray(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def broadcast_to(array: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def compress(condition: TensorLike, a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def concatenate(arys: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def diag(v: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def diagflat(v: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def diagonal(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def dstack() -> tf.Tensor[Any, Any]: ...  # and the rest
def empty() -> tf.Tensor[Any, Any]: ...  # and the rest
def empty_like(a: TensorLike) -> tf.Tensor[Any, Any] | Any: ...  # and the rest
def expand_dims(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def eye() -> tf.Tensor[Any, Any]: ...  # and the rest
def flatten(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def flip(m: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def fliplr(m: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def flipud(m: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def full() -> tf.Tensor[Any, Any]: ...  # and the rest
def full_like(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def geomspace(start: TensorLike, stop: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def hstack() -> tf.Tensor[Any, Any]: ...  # and the rest
def identity() -> tf.Tensor[Any, Any]: ...  # and the rest
def linspace(start: TensorLike, stop: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def logspace(start: TensorLike, stop: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def moveaxis(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def ones() -> tf.Tensor[Any, Any]: ...  # and the rest
def ones_like(a: TensorLike) -> tf.Tensor[Any, Any] | Any: ...  # and the rest
def pad(array: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def ravel(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def repeat(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def reshape(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def roll(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def rot90(m: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def select() -> tf.Tensor[Any, Any]: ...  # and the rest
def sort(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def squeeze(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def stack() -> tf.Tensor[Any, Any]: ...  # and the rest
def swapaxes(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def take(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def take_along_axis(arr: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def tile(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def transpose(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def tri() -> tf.Tensor[Any, Any]: ...  # and the rest
def tril(m: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def triu(m: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def vander(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def vstack() -> tf.Tensor[Any, Any]: ...  # and the rest
def zeros() -> tf.Tensor[Any, Any]: ...  # and the rest
def zeros_like(a: TensorLike) -> tf.Tensor[Any, Any] | Any: ...  # and the rest
def dsplit(ary: TensorLike) -> list[tf.Tensor[Any, Any]]: ...  # and the rest
def hsplit(ary: TensorLike) -> list[tf.Tensor[Any, Any]]: ...  # and the rest
def vsplit(ary: TensorLike) -> list[tf.Tensor[Any, Any]]: ...  # and the rest
def split(ary: TensorLike) -> list[tf.Tensor[Any, Any]]: ...  # and the rest
def meshgrid(*xi: TensorLike) -> list[tf.Tensor[Any, Any]]: ...  # and the rest
def nonzero(a: TensorLike) -> list[tf.Tensor[Any, Any]]: ...  # and the rest
def ix_() -> list[tf.Tensor[Any, Any]]: ...  # and the rest
def broadcast_arrays() -> Sequence[tf.Tensor[Any, Any]]: ...  # and the rest
def diag_indices() -> tuple[tf.Tensor[Any, Any], ...]: ...  # and the rest
def atleast_1d(*arys: TensorLike) -> tf.Tensor[Any, Any] | Any: ...  # and the rest
def atleast_2d(*arys: TensorLike) -> tf.Tensor[Any, Any] | Any: ...  # and the rest
def atleast_3d(*arys: TensorLike) -> tf.Tensor[Any, Any] | Any: ...  # and the rest
def where(condition: TensorLike, x: TensorLike | None, y: TensorLike | None) -> tf.Tensor[Any, Any] | Any: ...  # and the rest
