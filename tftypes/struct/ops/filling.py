"""The same struct with other values: zeros, ones, without gradients.

Source: `tf.zeros_like`, `tf.ones_like`, `tf.stop_gradient`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.dispatching import implements
from tftypes.struct.ops import others
from tftypes.struct.ops.kinds import ROWS, each, over


@implements(tf.zeros_like)
def zeros_like(input: Any, dtype: Any = None, *_: Any) -> Any:
    """Zeros, or empty strings, in rows of the same lengths; of `dtype` if it is given."""
    return _with_values(input, lambda tensor: tf.zeros_like(tensor, dtype), "tf.zeros_like")


@implements(tf.compat.v1.zeros_like)
def zeros_like_v1(tensor: Any, dtype: Any = None, *_: Any) -> Any:
    """`tf.zeros_like`."""
    return zeros_like(tensor, dtype)


@implements(tf.ones_like)
def ones_like(input: Any, dtype: Any = None, *_: Any) -> Any:
    """Ones in rows of the same lengths; of `dtype` if it is given.

    Raises:
      FieldOpError: (a TypeError) if a field has no ones.
    """

    def ones(tensor: Any) -> Any:
        if dtype is None and getattr(tensor, "dtype", None) == tf.string:
            raise TypeError("strings have no one")
        return tf.ones_like(tensor, dtype)

    return _with_values(input, ones, "tf.ones_like")


@implements(tf.compat.v1.ones_like)
def ones_like_v1(tensor: Any, dtype: Any = None, *_: Any) -> Any:
    """`tf.ones_like`."""
    return ones_like(tensor, dtype)


@implements(tf.stop_gradient)
def stop_gradient(input: Any) -> Any:
    """The same values, through which no gradient flows."""
    return _with_values(input, tf.stop_gradient, "tf.stop_gradient")


def _with_values(value: Any, function: Callable[[Any], Any], op: str) -> Any:
    """Other values in the same partitions."""
    if isinstance(value, DenseStructTensor):
        return each(value, lambda field: _with_values(field, function, op), value.shape)
    if isinstance(value, ROWS):
        return over(value, _with_values(value.values, function, op))
    return others.passed_on(function, op, value, value)
