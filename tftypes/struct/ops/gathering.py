"""Elements by position, by coordinates and by a mask.

Source: `tf.gather`, `tf.compat.v1.batch_gather`, `tf.gather_nd`, `tf.boolean_mask`,
`tf.ragged.boolean_mask`; for ragged structs as for `tf.RaggedTensor`.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.dispatching import implements
from tftypes.struct.ops.arguments import bools, converted
from tftypes.struct.ops.axes import static_axis
from tftypes.struct.ops.dims import flattened, product, reshaped
from tftypes.struct.ops.kinds import ROWS, over
from tftypes.struct.ops.lifting import alike, dims_of, elements, placed, positions, rearranged
from tftypes.struct.ops.taking import take
from tftypes.struct.tensors import StructTensor


@implements(tf.gather)
def gather(
    params: Any, indices: Any, validate_indices: Any = None, axis: Any = None, batch_dims: Any = 0
) -> Any:
    """Elements of a struct along `axis`, by position.

    Args:
      params: a struct of rank 1 at least.
      indices: integers, dense or ragged.

    Raises:
      TypeError: if the struct is not what is gathered from, or the indices are no integers.
      ValueError: if `axis` or `batch_dims` is out of range.
    """
    _require_struct("tf.gather", "params", params)
    if not params.rank:
        raise ValueError("tf.gather() argument params: a single structure has no elements")
    indices = _integers("tf.gather", indices)
    batch = _batch_dims("tf.gather", batch_dims, params, indices)
    axis = batch if axis is None else static_axis("tf.gather", axis, params.rank)
    if axis < batch:
        raise ValueError(
            f"tf.gather() argument axis: expected {batch} (batch_dims) or more, got {axis}"
        )
    if axis == 0:
        if isinstance(indices, tf.RaggedTensor):
            return placed(params, indices)
        return take(params, indices)
    if isinstance(indices, tf.RaggedTensor):
        places, indices = alike(positions(params), indices)
        places = tf.gather(places, indices, axis=axis, batch_dims=batch)
        return placed(elements(params), places)
    return rearranged(
        params,
        lambda places: tf.gather(places, indices, axis=axis, batch_dims=batch),
        params.rank + indices.shape.rank - batch - 1,
        lambda tensor: tf.raw_ops.GatherV2(
            params=tensor, indices=indices, axis=axis, batch_dims=batch
        ),
    )


@implements(tf.compat.v1.gather)
def gather_v1(
    params: Any, indices: Any, validate_indices: Any = None, axis: Any = None, batch_dims: Any = 0
) -> Any:
    """`tf.gather`."""
    return gather(params, indices, validate_indices, axis, batch_dims)


@implements(tf.compat.v1.batch_gather)
def batch_gather(params: Any, indices: Any) -> Any:
    """`tf.gather`, in which all dims of the indices but the last are batch dims."""
    return gather(params, indices, batch_dims=-1)


@implements(tf.gather_nd)
def gather_nd(params: Any, indices: Any, batch_dims: Any = 0, *_: Any) -> Any:
    """Elements or slices of a struct, by coordinates.

    Args:
      params: a struct.
      indices: integers of shape `[..., k]`, where k is static, and `batch_dims + k` the rank of the
        struct at most: coordinates do not reach into fields.

    Raises:
      ValueError: if `k` is not static or too large.
    """
    _require_struct("tf.gather_nd", "params", params)
    indices = _integers("tf.gather_nd", indices)
    batch = _batch_dims("tf.gather_nd", batch_dims, params, indices)
    depth = indices.shape[-1] if indices.shape.rank else None
    if depth is None or batch + depth > params.rank:
        raise ValueError(
            f"tf.gather_nd() argument indices: expected shape [..., k] with static k from 0 to "
            f"{params.rank - batch} for a struct of rank {params.rank}, got {indices.shape}"
        )

    def move(values: Any) -> Any:
        return tf.gather_nd(values, indices, batch_dims=batch)

    if isinstance(indices, tf.RaggedTensor):
        places, indices = alike(positions(params), indices)
        return placed(elements(params), move(places))
    return rearranged(params, move, indices.shape.rank - 1 + params.rank - batch - depth, move)


@implements(tf.compat.v1.gather_nd)
def gather_nd_v1(params: Any, indices: Any, batch_dims: Any = 0, *_: Any) -> Any:
    """`tf.gather_nd`."""
    return gather_nd(params, indices, batch_dims)


@implements(tf.boolean_mask)
def boolean_mask(tensor: Any, mask: Any, axis: Any = None) -> Any:
    """The elements where the mask is true; the dims of the mask become one.

    Args:
      tensor: a struct.
      mask: bools, of the shape of the struct's dims from `axis` on; ragged where the struct is.

    Raises:
      TypeError: if it is the mask that is a struct, or it is not of bools.
      ValueError: if the mask does not fit the struct.
    """
    _require_struct("tf.boolean_mask", "tensor", tensor)
    mask = bools("tf.boolean_mask", "mask", mask)
    first = 0 if axis is None else static_axis("tf.boolean_mask", axis, tensor.rank)
    rank = mask.shape.rank
    if not rank or first + rank > tensor.rank:
        raise ValueError(
            f"tf.boolean_mask() argument mask: expected rank 1 to {tensor.rank - first} for a struct "
            f"of shape {tensor.shape.as_list()}, got shape {mask.shape}"
        )
    found, own = mask.shape, tensor.shape[first : first + rank]
    if not own.is_compatible_with(found):
        raise ValueError(
            f"tf.boolean_mask() argument mask: expected shape {own.as_list()}, got {found.as_list()}"
        )
    if first == 0 and rank == 1:
        return take(tensor, _chosen(mask))
    if isinstance(tensor, ROWS) or isinstance(mask, tf.RaggedTensor):
        return _ragged_masked(tensor, mask, first)
    if first == 0:
        return take(flattened(tensor, rank), _chosen(mask))
    return gather(_merged(tensor, first, rank), _chosen(mask), axis=first)


@implements(tf.compat.v1.boolean_mask)
def boolean_mask_v1(tensor: Any, mask: Any, axis: Any = None) -> Any:
    """`tf.boolean_mask`."""
    return boolean_mask(tensor, mask, axis)


def _chosen(mask: tf.Tensor) -> tf.Tensor:
    """The positions at which a mask of any shape is true."""
    flat = mask if mask.shape.rank == 1 else tf.reshape(mask, [-1])
    return tf.raw_ops.Squeeze(input=tf.raw_ops.Where(condition=flat), axis=[1])


def _merged(st: DenseStructTensor, axis: int, count: int) -> Any:
    """A dense struct with `count` dims from `axis` on as one."""
    if count == 1:
        return st
    dims = dims_of(st)
    dims[axis : axis + count] = [product(dims[axis : axis + count])]
    return reshaped(st, st.rank, dims)


def _ragged_masked(st: Any, mask: Any, axis: int) -> Any:
    if axis == 0:
        kept = tf.ragged.boolean_mask(*alike(positions(st), mask))
        return placed(elements(st), kept.merge_dims(0, mask.shape.rank - 1))
    if mask.shape.rank == 1:
        return gather(st, _chosen(mask), axis=axis)
    if axis > 1 and isinstance(st, ROWS):
        return over(st, boolean_mask(st.values, mask, axis - 1))
    raise ValueError(
        f"tf.boolean_mask() argument axis: a mask of rank {mask.shape.rank} at axis {axis} needs a "
        f"struct that is dense there, got shape {st.shape.as_list()}"
    )


@implements(tf.ragged.boolean_mask)
def ragged_boolean_mask(data: Any, mask: Any) -> Any:
    """The elements where the mask is true, with the dims of the mask kept: rows get shorter.

    Raises:
      TypeError: if it is the mask that is a struct, or it is not of bools.
      ValueError: if the mask does not fit the struct.
    """
    _require_struct("tf.ragged.boolean_mask", "data", data)
    mask = bools("tf.ragged.boolean_mask", "mask", mask)
    return placed(elements(data), tf.ragged.boolean_mask(*alike(positions(data), mask)))


def _require_struct(op: str, argument: str, value: Any) -> None:
    if not isinstance(value, StructTensor):
        raise TypeError(
            f"{op}() argument {argument}: expected the struct here, got {type(value).__name__}; "
            "a struct cannot be another argument"
        )


def _integers(op: str, indices: Any) -> Any:
    """Indices as an int32 or int64 tensor, dense or ragged."""
    if not isinstance(indices, (tf.Tensor, tf.RaggedTensor)):
        if isinstance(indices, StructTensor):
            raise TypeError(f"{op}() argument indices: expected integers, got a struct")
        indices = converted(indices, tf.int32)
    if indices.dtype not in (tf.int32, tf.int64):
        if not indices.dtype.is_integer:
            raise TypeError(f"{op}() argument indices: expected integers, got {indices.dtype.name}")
        indices = tf.cast(indices, tf.int64)
    if indices.shape.rank is None:
        raise ValueError(f"{op}() argument indices: expected a static rank, got an unknown shape")
    return indices


def _batch_dims(op: str, batch_dims: Any, params: Any, indices: Any) -> int:
    """The number of batch dims; `-1` is all dims of the indices but the last."""
    rank = indices.shape.rank
    batch = static_axis(op, batch_dims, rank + 1, "batch_dims") if batch_dims != -1 else rank - 1
    if not 0 <= batch <= max(params.rank - 1, 0):
        raise ValueError(
            f"{op}() argument batch_dims: expected less than the rank of the struct, which is "
            f"{params.rank}, got {batch_dims}"
        )
    return batch
