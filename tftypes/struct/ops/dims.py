"""The leading dims of a field or a struct: merged, split, added and dropped.

Source: `tf.reshape`, `tf.expand_dims`, `tf.squeeze`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from functools import reduce
from typing import Any

import tensorflow as tf

from tftypes.struct import partitions
from tftypes.struct.assertions import require
from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.ops import kernels, others
from tftypes.struct.ops.kinds import ROWS, each, nrows, over, row_length, with_rows

#: A size that is static, or a scalar int64 tensor.
Dim = Any


def sizes(shape: tf.TensorShape, vector: Any) -> list[Dim]:
    """The dims of a shape: ints where they are static, else elements of the vector."""
    return [vector[i] if size is None else size for i, size in enumerate(shape)]


def product(dims: Sequence[Dim]) -> Dim:
    """How many elements there are."""
    static = math.prod(dims_known(dims))
    dynamic = [tf.cast(dim, tf.int64) for dim in dims if not isinstance(dim, int)]
    if not dynamic:
        return static
    return reduce(operator.mul, dynamic if static == 1 else [static, *dynamic])


def reshaped(value: Any, rank: int, dims: Sequence[Dim]) -> Any:
    """A value with other dims in the place of its first `rank`; of as many elements."""
    if isinstance(value, tf.Tensor):
        return _tensor_reshaped(value, rank, dims)
    if isinstance(value, DenseStructTensor):
        new = value._rank - rank + len(dims)
        return each(value, lambda field: reshaped(field, rank, dims), new)
    if isinstance(value, ROWS):
        return _in_dims(flattened(value, rank), dims)
    return others.reshaped(value, rank, vector(dims))


def flattened(value: Any, rank: int) -> Any:
    """A value with its first `rank` dims as one; a new dim of size 1 where the rank is 0."""
    if rank == 1:
        return value
    if rank == 0:
        return expanded(value, 0)
    if isinstance(value, ROWS):
        return flattened(value.values, rank - 1)
    if isinstance(value, DenseStructTensor):
        return each(value, lambda field: flattened(field, rank), value._rank - rank + 1)
    if isinstance(value, tf.Tensor):
        leading = value.shape[:rank]
        known = leading.is_fully_defined()
        dims = sizes(leading, None if known else tf.shape(value, out_type=tf.int64))
        return _tensor_reshaped(value, rank, [product(dims)])
    return others.reshaped(value, rank, [tf.reduce_prod(tf.cast(tf.shape(value), tf.int64)[:rank])])


def _tensor_reshaped(value: tf.Tensor, rank: int, dims: Sequence[Dim]) -> tf.Tensor:
    inner = value.shape[rank:]
    if not inner.is_fully_defined():
        more = tf.shape(value, out_type=tf.int64)[rank:]
        target = tf.concat([vector(dims), more], axis=0)
    elif all(isinstance(dim, int) for dim in dims):
        target = partitions.ints((*dims, *inner), tf.int64)
    elif sum(not isinstance(dim, int) for dim in dims) == 1 and 0 not in (
        *dims_known(dims),
        *inner,
    ):
        target = partitions.ints(
            (*(dim if isinstance(dim, int) else -1 for dim in dims), *inner), tf.int64
        )
    else:
        target = vector([*dims, *inner])
    return tf.raw_ops.Reshape(tensor=value, shape=target)


def dims_known(dims: Sequence[Dim]) -> list[int]:
    """Those that are static."""
    return [dim for dim in dims if isinstance(dim, int)]


def vector(dims: Sequence[Dim]) -> tf.Tensor:
    """Dims as an int64 vector."""
    if len(dims_known(dims)) == len(dims):
        return partitions.ints(dims, tf.int64)
    return tf.stack([tf.cast(dim, tf.int64) for dim in dims])


def _in_dims(rows: Any, dims: Sequence[Dim]) -> Any:
    """Rows, whose first dim is to be these dims: partitions of uniform length around them."""
    if not dims:
        return rows.values  # the one row
    for i in range(len(dims) - 1, 0, -1):
        count = product(dims[:i])
        splits = partitions.uniform(count, dims[i], rows.row_splits.dtype)
        rows = with_rows(rows, splits, dims[i])
    return rows


def expanded(value: Any, axis: int) -> Any:
    """A value with a dim of size 1 before the dim `axis`, which is one of the leading dims."""
    if isinstance(value, tf.Tensor):
        return kernels.expand_dims(value, axis)
    if isinstance(value, DenseStructTensor):
        return each(value, lambda field: expanded(field, axis), value._rank + 1)
    if not isinstance(value, ROWS):
        return others.expanded(value, axis)
    if axis > 1:
        return over(value, expanded(value.values, axis - 1))
    count, dtype = nrows(value), value.row_splits.dtype
    if axis == 0:
        return with_rows(value, partitions.uniform(1, count, dtype), count)
    return with_rows(value, tf.range(tf.size(value.row_splits, dtype)), 1)


def squeezed(value: Any, axes: Sequence[int], shape: tf.TensorShape) -> Any:
    """A value without some of its leading dims, which are of size 1.

    Args:
      shape: what is known of the leading dims.

    Raises:
      ValueError: if a dim is known to be of another size.
    """
    if isinstance(value, tf.Tensor):
        return kernels.squeeze(value, list(axes)) if axes else value
    if isinstance(value, DenseStructTensor):
        rank = value._rank - len(axes)
        return each(value, lambda field: squeezed(field, axes, shape), rank)
    if not isinstance(value, ROWS):
        return others.squeezed(value, axes)
    if 0 in axes:
        if shape[0] is None:
            value = _once_one(value, partitions.count(value.row_splits), 0)
        return squeezed(value.values, [axis - 1 for axis in axes if axis], shape[1:])
    if 1 in axes and shape[1] is None and row_length(value) != 1:
        value = _once_one(value, partitions.lengths(value.row_splits), 1)
    inner = squeezed(value.values, [axis - 1 for axis in axes if axis > 1], shape[1:])
    return inner if 1 in axes else over(value, inner)


def _once_one(value: Any, found: tf.Tensor, axis: int) -> Any:
    """The value, once the sizes that were found along an axis are known to be 1."""
    text = f"tf.squeeze(): axis {axis} is not of size 1"
    return require(value, lambda: [tf.reduce_all(tf.equal(found, 1))], text, {"sizes": found})
