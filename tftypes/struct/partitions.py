"""Row splits: pure functions from splits to splits, for everything that moves rows about.

Splits are `[0, l0, l0 + l1, ...]`, int32 or int64; results are of the dtype that came. Kernels are
called without TensorFlow's Python wrappers, which cost more than the work; what is static is
computed in Python.

Source: `tf.RaggedTensor`, "Row-partitioning tensors".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import tensorflow as tf


def ints(values: Iterable[int], dtype: tf.DType = tf.int32) -> tf.Tensor:
    """A vector of ints that an op takes. Eagerly the same one each time: converting costs more."""
    known = tuple(values)
    return _eager_ints(known, dtype) if tf.executing_eagerly() else tf.constant(known, dtype)


@lru_cache(maxsize=512)
def _eager_ints(values: tuple[int, ...], dtype: tf.DType) -> tf.Tensor:
    return tf.constant(values, dtype)


def nrows(splits: tf.Tensor) -> int | None:
    """The number of rows, where it is static."""
    size = splits.shape[0] if splits.shape.rank is not None else None
    return None if size is None else size - 1


def count(splits: tf.Tensor) -> Any:
    """The number of rows: a scalar, static where it can be."""
    static = nrows(splits)
    if static is not None:
        return tf.constant(static, splits.dtype)
    return tf.raw_ops.Size(input=splits, out_type=splits.dtype) - 1


def total(splits: tf.Tensor) -> tf.Tensor:
    """The number of values in all rows: a scalar."""
    return element(splits, -1)


def element(vector: tf.Tensor, index: int) -> tf.Tensor:
    """`vector[index]`, of which `-1` is the last."""
    end = index + 1
    return tf.raw_ops.StridedSlice(
        input=vector,
        begin=ints([index]),
        end=ints([end]),
        strides=ints([1]),
        end_mask=int(end == 0),
        shrink_axis_mask=1,
    )


def rest(vector: tf.Tensor) -> tf.Tensor:
    """`vector[1:]`."""
    return tf.raw_ops.StridedSlice(
        input=vector, begin=ints([1]), end=ints([0]), strides=ints([1]), end_mask=1
    )


def most(vector: tf.Tensor) -> tf.Tensor:
    """`vector[:-1]`."""
    return tf.raw_ops.StridedSlice(
        input=vector, begin=ints([0]), end=ints([-1]), strides=ints([1]), begin_mask=1
    )


def lengths(splits: tf.Tensor) -> tf.Tensor:
    """How long each row is.

    >>> lengths(tf.constant([0, 2, 2, 3])).numpy().tolist()
    [2, 0, 1]
    """
    return tf.raw_ops.Sub(x=rest(splits), y=most(splits))


def of_lengths(row_lengths: tf.Tensor) -> tf.Tensor:
    """The splits of rows of these lengths.

    >>> of_lengths(tf.constant([2, 0, 1])).numpy().tolist()
    [0, 2, 2, 3]
    """
    ends = tf.raw_ops.Cumsum(x=row_lengths, axis=0)
    return tf.raw_ops.ConcatV2(values=[ints([0], ends.dtype), ends], axis=0)


def uniform(rows: Any, length: Any, dtype: tf.DType) -> tf.Tensor:
    """The splits of so many rows of one length; both ints or scalars.

    >>> uniform(2, 3, tf.int64).numpy().tolist()
    [0, 3, 6]
    """
    if isinstance(rows, int) and isinstance(length, int):
        return tf.constant(np.arange(rows + 1) * length, dtype)
    starts = tf.range(tf.cast(rows, dtype) + 1)
    return tf.raw_ops.Mul(x=starts, y=tf.cast(length, dtype))


def rowids(splits: tf.Tensor, values: Any = None) -> tf.Tensor:
    """For each value the row that it is in.

    >>> rowids(tf.constant([0, 2, 2, 3])).numpy().tolist()
    [0, 0, 2]

    Args:
      values: the number of values, if it is known; else the last split.
    """
    positions = tf.range(tf.cast(total(splits) if values is None else values, splits.dtype))
    return tf.searchsorted(rest(splits), positions, side="right", out_type=splits.dtype)


def joined(parts: Sequence[tf.Tensor]) -> tf.Tensor:
    """The splits of the rows of all parts, one after the other; int64 if one of them is.

    >>> joined([tf.constant([0, 2]), tf.constant([0, 1, 4])]).numpy().tolist()
    [0, 2, 3, 6]
    """
    first, *others = parts = matched(parts)
    pieces, offset = [first], None
    for before, splits in zip(parts, others):
        end = total(before)
        offset = end if offset is None else tf.raw_ops.AddV2(x=offset, y=end)
        pieces.append(tf.raw_ops.AddV2(x=rest(splits), y=offset))
    return tf.raw_ops.ConcatV2(values=pieces, axis=0) if others else first


def matched(parts: Sequence[tf.Tensor]) -> list[tf.Tensor]:
    """Splits of one dtype: as they are where they agree, else all int64."""
    if len({splits.dtype for splits in parts}) == 1:
        return list(parts)
    return [tf.cast(splits, tf.int64) for splits in parts]
