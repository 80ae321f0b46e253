"""The dims of values: taking the outer ones off, putting them back, merging and repeating them.

Every function takes tensors, ragged tensors and structs alike, and shares what it does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor, dense, ghost
from tftypes.struct.ragged import RaggedStructTensor, ragged
from tftypes.struct.rows import partition, ragged_tensor
from tftypes.struct.tensors import StructTensor

#: Values whose outer rows are cut out of flat values by row splits.
Ragged = (tf.RaggedTensor, RaggedStructTensor)


def with_values(value: Any, values: Any) -> Any:
    """The rows of `value`, made of other flat values; the partition is the same object.

    `values` may be of another kind: rows of structs become rows of tensors, and so on.
    """
    if isinstance(values, StructTensor):
        return ragged(values, value.row_splits, _uniform_length(value))
    if isinstance(value, tf.RaggedTensor):
        return value.with_values(values)
    return ragged_tensor(values, value.row_partition)


def _uniform_length(value: Any) -> Any:
    """The length of all rows, an int where it is static; None for rows of any length."""
    length = value.uniform_row_length
    static = None if length is None else tf.get_static_value(length)
    return length if static is None else int(static)


def size(value: Any, axis: int) -> Any:
    """The size of a dim: an int where it is static, or a scalar tensor."""
    static = value.shape[axis]
    if static is not None:
        return static
    if isinstance(value, Ragged):
        return tf.shape(value.row_splits)[0] - 1 if axis == 0 else value.uniform_row_length
    return tf.shape(value)[axis]


def merge(value: Any, outer: int, inner: int) -> Any:
    """`value` with its dims `outer` to `inner` as one, in the order that they have.

    >>> merge(tf.ragged.constant([[[1, 2], [3]], [[4]]]), 1, 2)
    <tf.RaggedTensor [[1, 2, 3], [4]]>
    """
    if outer == inner:
        return value
    if isinstance(value, Ragged):
        if outer == 0:
            return merge(value.values, 0, inner - 1)
        if outer > 1:
            return with_values(value, merge(value.values, outer - 1, inner - 1))
        return cut(merge(value.values, 0, inner - 1), splits_of_rows(value, inner))
    if isinstance(value, StructTensor):
        return _merge_dense(value, outer, inner)
    return _reshape(value, outer, inner)


def splits_of_rows(value: Any, ndims: int) -> Any:
    """Where each row of what is ragged begins and ends among the elements `ndims` dims further in.

    >>> splits_of_rows(tf.ragged.constant([[[1, 2], [3]], [[4]]]), 2).numpy().tolist()
    [0, 3, 4]
    """
    splits, values = value.row_splits, value.values
    for axis in range(1, ndims):
        if isinstance(values, Ragged):
            splits, values = tf.gather(values.row_splits, splits), values.values
        else:
            length = size(merge(values, 1, ndims - axis), 1)
            return splits * tf.cast(length, splits.dtype)
    return splits


def cut(values: Any, splits: Any) -> Any:
    """Values cut into rows where the splits say."""
    if isinstance(values, StructTensor):
        return ragged(values, splits)
    return tf.RaggedTensor.from_row_splits(values, splits, validate=False)


def _merge_dense(value: StructTensor, outer: int, inner: int) -> StructTensor:
    assert isinstance(value, DenseStructTensor)
    fields = {name: merge(value.field_value(name), outer, inner) for name in value.field_names()}
    dims = value.shape.as_list()
    merged = None
    if all(dim is not None for dim in dims[outer : inner + 1]):
        merged = 1
        for dim in dims[outer : inner + 1]:
            merged *= dim
    shape = tf.TensorShape([*dims[:outer], merged, *dims[inner + 1 :]])
    return dense(shape, fields, lambda: merge(ghost(value), outer, inner))


def _reshape(tensor: tf.Tensor, outer: int, inner: int) -> tf.Tensor:
    dims = tensor.shape.as_list()
    rest = dims[:outer] + dims[inner + 1 :]
    if all(dims[axis] is not None for axis in range(outer, inner + 1)):
        merged = 1
        for dim in dims[outer : inner + 1]:
            merged *= dim
        if rest.count(None) == 0:
            return tf.reshape(tensor, [*dims[:outer], merged, *dims[inner + 1 :]])
    if not any(dim is None or dim == 0 for dim in rest):
        return tf.reshape(tensor, [*dims[:outer], -1, *dims[inner + 1 :]])
    shape = tf.shape(tensor)
    product = tf.reduce_prod(shape[outer : inner + 1], keepdims=True)
    result = tf.reshape(tensor, tf.concat([shape[:outer], product, shape[inner + 1 :]], 0))
    result.set_shape([*dims[:outer], None, *dims[inner + 1 :]])
    return result


def rows(value: Any, ndims: int) -> Any:
    """The first `ndims` dims as one: the elements of a value of that many dims, in a row.

    >>> rows(tf.ragged.constant([[[1, 2], [3]], [[4]]]), 2)
    <tf.RaggedTensor [[1, 2], [3], [4]]>

    Where `ndims` is 0, the only element is the only row.
    """
    if ndims == 0:
        return tf.expand_dims(value, 0)
    return merge(value, 0, ndims - 1)


def unrows(values: Any, like: Any, ndims: int) -> Any:
    """The inverse of `rows`: one row for each element of the first `ndims` dims of `like`."""
    if ndims == 0:
        return values[0]
    if ndims == 1:
        return values
    if isinstance(like, Ragged):
        return with_values(like, unrows(values, like.values, ndims - 1))
    return split_first(values, [size(like, axis) for axis in range(ndims)])


def split_first(value: Any, dims: Sequence[Any]) -> Any:
    """The first dim split into several, dense ones: sizes, or scalar tensors.

    >>> split_first(tf.constant([1, 2, 3, 4]), [2, 2])
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 2],
           [3, 4]], dtype=int32)>
    """
    static = [dim if isinstance(dim, int) else None for dim in dims]
    if isinstance(value, Ragged):
        for axis in range(len(dims) - 1, 0, -1):
            value = _equal_rows(value, dims[:axis], dims[axis])
        return value
    if isinstance(value, DenseStructTensor):
        shape = tf.TensorShape([*static, *value.shape[1:]])
        fields = {name: split_first(value.field_value(name), dims) for name in value.field_names()}
        return dense(shape, fields, lambda: split_first(ghost(value), dims))
    rest = value.shape.as_list()[1:]
    if None not in rest and static.count(None) == 0:
        return tf.reshape(value, [*static, *rest])
    result = tf.reshape(value, tf.concat([tf.stack(dims), tf.shape(value)[1:]], 0))
    result.set_shape([*static, *rest])
    return result


def _equal_rows(values: Any, outer: Sequence[Any], length: Any) -> Any:
    """As many rows as the product of `outer`, all of one length."""
    count = outer[0]
    for dim in outer[1:]:
        count = count * dim
    splits = tf.range(count + 1) * length
    dtype = values.row_splits.dtype
    splits = tf.cast(splits, dtype)
    if isinstance(values, StructTensor):
        return ragged(values, splits, length)
    return ragged_tensor(values, partition(splits, length))


def row_ids(splits: Any) -> Any:
    """The number of its row, for each value.

    >>> row_ids(tf.constant([0, 2, 2, 3])).numpy().tolist()
    [0, 0, 2]
    """
    return tf.ragged.row_splits_to_segment_ids(splits, out_type=splits.dtype)
