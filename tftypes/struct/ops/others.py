"""Fields of other types: sparse tensors by TensorFlow's sparse ops, any other by the op itself.

What a type does not take is an error that names the field and the type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from tftypes.struct import partitions
from tftypes.struct.ops.kinds import FieldOpError
from tftypes.struct.tensors import StructTensor


def passed_on(op: Callable[..., Any], name: str, value: Any, *args: Any, **kwargs: Any) -> Any:
    """What the op makes of its arguments, of which `value` is the field.

    Raises:
      FieldOpError: with the type and the reason, if the op does not take it.
    """
    try:
        return op(*args, **kwargs)
    except (TypeError, ValueError, AttributeError, NotImplementedError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise FieldOpError(name, type(value).__name__, reason) from error


def taken(value: Any, indices: tf.Tensor) -> Any:
    """Elements along the first dim: `tf.gather`."""
    if isinstance(value, tf.SparseTensor):
        return passed_on(_sparse_taken, "tf.gather", value, value, indices)
    return passed_on(tf.gather, "tf.gather", value, value, indices)


def _sparse_taken(value: tf.SparseTensor, indices: tf.Tensor) -> tf.SparseTensor:
    """The entries are rows of a ragged list, since they are sorted by their first index."""
    flat = tf.reshape(indices, [-1])
    rows = tf.range(value.dense_shape[0] + 1)
    splits = tf.searchsorted(value.indices[:, 0], rows, out_type=tf.int64)
    new, entries = tf.raw_ops.RaggedGather(
        params_nested_splits=[splits],
        params_dense_values=tf.range(partitions.total(splits)),
        indices=flat,
        OUTPUT_RAGGED_RANK=1,
    )
    inner = tf.gather(value.indices, entries)[:, 1:]
    where = tf.concat([partitions.rowids(new[0])[:, tf.newaxis], inner], axis=1)
    count, dims = tf.size(flat, tf.int64), value.dense_shape[1:]
    made = tf.SparseTensor(
        where, tf.gather(value.values, entries), tf.concat([[count], dims], axis=0)
    )
    if indices.shape.rank == 1:
        return made
    return tf.sparse.reshape(made, tf.concat([tf.shape(indices, out_type=tf.int64), dims], axis=0))


def joined(values: Sequence[Any], axis: int) -> Any:
    """One after the other along an axis: `tf.concat`."""
    _require_others(values)
    if all(isinstance(value, tf.SparseTensor) for value in values):
        return passed_on(tf.sparse.concat, "tf.concat", values[0], axis, list(values))
    return passed_on(tf.concat, "tf.concat", values[0], list(values), axis)


def _require_others(values: Sequence[Any]) -> None:
    """Raises ValueError where tensors or structs are among them; `agreement` tells which."""
    if any(isinstance(value, (tf.Tensor, tf.RaggedTensor, StructTensor)) for value in values):
        raise ValueError("a field is of different kinds")


def stacked(values: Sequence[Any], axis: int) -> Any:
    """Along a new axis: `tf.stack`."""
    _require_others(values)
    if all(isinstance(value, tf.SparseTensor) for value in values):
        return joined([expanded(value, axis) for value in values], axis)
    return passed_on(tf.stack, "tf.stack", values[0], list(values), axis)


def expanded(value: Any, axis: int) -> Any:
    """With a dim of size 1: `tf.expand_dims`."""
    if isinstance(value, tf.SparseTensor):
        return passed_on(tf.sparse.expand_dims, "tf.expand_dims", value, value, axis)
    return passed_on(tf.expand_dims, "tf.expand_dims", value, value, axis)


def squeezed(value: Any, axes: Sequence[int]) -> Any:
    """Without dims of size 1: `tf.squeeze`."""
    if isinstance(value, tf.SparseTensor):
        kept = [dim for dim in range(value.shape.rank) if dim not in axes]
        return tf.sparse.reshape(value, tf.gather(value.dense_shape, kept))
    return passed_on(tf.squeeze, "tf.squeeze", value, value, list(axes))


def reshaped(value: Any, rank: int, dims: Any) -> Any:
    """With other dims for the first `rank`: `tf.reshape`."""
    if isinstance(value, tf.SparseTensor):
        inner = value.dense_shape[rank:]
        return tf.sparse.reshape(value, tf.concat([tf.cast(dims, tf.int64), inner], axis=0))
    return passed_on(_reshaped, "tf.reshape", value, value, rank, dims)


def _reshaped(value: Any, rank: int, dims: Any) -> Any:
    inner = tf.cast(tf.shape(value), tf.int64)[rank:]
    return tf.reshape(value, tf.concat([tf.cast(dims, tf.int64), inner], axis=0))
