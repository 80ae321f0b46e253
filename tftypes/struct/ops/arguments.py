"""What ops are given beside structs: as tensors, a list of no elements among them."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.struct.tensors import StructTensor


def converted(value: Any, dtype: tf.DType) -> Any:
    """A tensor, or a ragged one, as it is; all else as a tensor, of `dtype` where it has no elements.

    TensorFlow takes `[]` for floats, unless an op says what it wants.
    """
    if isinstance(value, (tf.Tensor, tf.RaggedTensor)):
        return value
    made = tf.convert_to_tensor(value)
    return tf.cast(made, dtype) if 0 in made.shape and made.dtype == tf.float32 else made


def bools(op: str, argument: str, value: Any) -> Any:
    """A tensor of bools of a static rank, dense or ragged.

    Raises:
      TypeError, ValueError: naming the argument, if it is none.
    """
    if isinstance(value, StructTensor):
        raise TypeError(f"{op}() argument {argument}: expected bools, got a struct")
    value = converted(value, tf.bool)
    if value.dtype != tf.bool:
        raise TypeError(f"{op}() argument {argument}: expected bools, got {value.dtype.name}")
    if value.shape.rank is None:
        raise ValueError(
            f"{op}() argument {argument}: expected a static rank, got an unknown shape"
        )
    return value
