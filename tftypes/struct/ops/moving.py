"""Elements repeated, turned round and moved along the axes.

Source: `tf.tile`, `tf.repeat`, `tf.reverse`, `tf.roll`, `tf.transpose`, `tf.broadcast_to`,
`tf.slice`, `tf.random.shuffle`; for ragged structs as for `tf.RaggedTensor`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from tftypes.struct import partitions
from tftypes.struct.dispatching import implements
from tftypes.struct.ops import kernels
from tftypes.struct.ops.arguments import converted
from tftypes.struct.ops.axes import static_axes, static_axis
from tftypes.struct.ops.gathering import gather
from tftypes.struct.ops.kinds import ROWS, nrows, over, with_rows
from tftypes.struct.ops.lifting import dims_of, elements, rearranged
from tftypes.struct.ops.taking import take


@implements(tf.tile)
def tile(input: Any, multiples: Any) -> Any:
    """The struct as often as `multiples` says along each of its dims.

    Raises:
      ValueError: if there is not one multiple for each dim.
    """
    given = _per_dim("tf.tile", "multiples", multiples, input)
    if isinstance(input, ROWS):
        static = tf.get_static_value(given)
        if static is not None and all(static[1:] == 1):
            return take(input, tf.tile(_numbers(input), given[:1]))
    return rearranged(
        input,
        lambda places: tf.tile(places, given),
        input.rank,
        lambda value: kernels.tile(value, _padded(given, value, input.rank, 1)),
    )


@implements(tf.repeat)
def repeat(input: Any, repeats: Any, axis: Any = None) -> Any:
    """Each element so many times along `axis`; of all elements in one dim if that is None.

    Args:
      repeats: an integer, or one for each element along the axis.

    Raises:
      ValueError: if the axis is out of range, or along rows of different lengths a vector.
    """
    if axis is None:
        input, axis = elements(input), 0
    axis, repeats = static_axis("tf.repeat", axis, input.rank), converted(repeats, tf.int32)
    if axis and isinstance(input, ROWS):
        return _repeated_in_rows(input, repeats, axis)
    size = nrows(input) if axis == 0 else dims_of(input)[axis]
    places = tf.range(tf.cast(size, tf.int64))
    return gather(input, tf.repeat(places, repeats, axis=0), axis=axis)


def _repeated_in_rows(rows: Any, repeats: tf.Tensor, axis: int) -> Any:
    if axis > 1:
        return over(rows, repeat(rows.values, repeats, axis - 1))
    if repeats.shape.rank != 0:
        raise ValueError(
            f"tf.repeat() argument repeats: expected a scalar along rows of different lengths, got "
            f"shape {repeats.shape}"
        )
    splits = rows.row_splits * tf.cast(repeats, rows.row_splits.dtype)
    return with_rows(repeat(rows.values, repeats, 0), splits)


@implements(tf.reverse)
def reverse(tensor: Any, axis: Any) -> Any:
    """The struct turned round along axes.

    Raises:
      ValueError: if an axis is out of range or comes twice.
    """
    axes = static_axes("tf.reverse", axis, tensor.rank)
    if isinstance(tensor, ROWS) and axes == [0]:
        return take(tensor, tf.reverse(_numbers(tensor), axes))
    return rearranged(
        tensor,
        lambda places: tf.reverse(places, axes),
        tensor.rank,
        lambda value: tf.raw_ops.ReverseV2(tensor=value, axis=partitions.ints(axes)),
    )


@implements(tf.roll)
def roll(input: Any, shift: Any, axis: Any) -> Any:
    """The elements of a dense struct shifted along axes; what leaves at one end enters at the other.

    Raises:
      ValueError: if an axis is out of range, or the struct is ragged.
    """
    _require_dense("tf.roll", input)
    single = tf.convert_to_tensor(axis).shape.rank == 0
    listed = [axis] if single else list(tf.get_static_value(axis) if tf.is_tensor(axis) else axis)
    axes = [static_axis("tf.roll", dim, input.rank) for dim in listed]

    def move(value: Any) -> Any:
        return tf.roll(value, shift, axes[0] if single else axes)

    return rearranged(input, move, input.rank, move)


@implements(tf.transpose)
def transpose(a: Any, perm: Any = None, conjugate: bool = False) -> Any:
    """The dims of a dense struct in another order; fields keep those of their own last.

    Raises:
      ValueError: if `perm` is no permutation of the struct's dims, or the struct is ragged.
    """
    _require_dense("tf.transpose", a)
    order = list(range(a.rank))[::-1]
    if perm is not None:
        given = tf.get_static_value(perm) if tf.is_tensor(perm) else perm
        order = [static_axis("tf.transpose", dim, a.rank, "perm") for dim in given]
    if sorted(order) != list(range(a.rank)):
        raise ValueError(
            f"tf.transpose() argument perm: expected a permutation of {list(range(a.rank))}, got {order}"
        )

    def move(value: Any) -> Any:
        more = range(a.rank, value.shape.rank)
        return tf.transpose(value, [*order, *more], conjugate=conjugate)

    return rearranged(a, move, a.rank, move)


@implements(tf.compat.v1.transpose)
def transpose_v1(a: Any, perm: Any = None, conjugate: bool = False) -> Any:
    """`tf.transpose`."""
    return transpose(a, perm, conjugate)


@implements(tf.broadcast_to)
def broadcast_to(input: Any, shape: Any) -> Any:
    """The struct repeated along dims of size 1 and along new ones in front.

    Args:
      shape: dims, as many as the struct has at least, or a `tf.experimental.DynamicRaggedShape`.
    """
    if isinstance(shape, tf.experimental.DynamicRaggedShape):
        return rearranged(input, lambda places: tf.broadcast_to(places, shape), shape.rank or 0)
    _require_dense("tf.broadcast_to", input)
    dims = _vector("tf.broadcast_to", "shape", shape)
    rank = dims.shape[0]

    def direct(value: tf.Tensor) -> tf.Tensor:
        inner = tf.shape(value, out_type=dims.dtype)[input.rank :]
        return tf.broadcast_to(value, tf.concat([dims, inner], axis=0))

    return rearranged(input, lambda places: tf.broadcast_to(places, dims), rank, direct)


@implements(tf.slice)
def slice(input_: Any, begin: Any, size: Any) -> Any:
    """A block of a dense struct: `size` elements from `begin` on along each of its dims.

    Raises:
      ValueError: if there is not one of both for each dim, or the struct is ragged.
    """
    _require_dense("tf.slice", input_)
    starts = _per_dim("tf.slice", "begin", begin, input_)
    sizes = tf.cast(_per_dim("tf.slice", "size", size, input_), starts.dtype)
    rank = input_.rank
    return rearranged(
        input_,
        lambda places: tf.slice(places, starts, sizes),
        rank,
        lambda value: tf.slice(
            value, _padded(starts, value, rank, 0), _padded(sizes, value, rank, -1)
        ),
    )


@implements(tf.random.shuffle)
def shuffle(value: Any, seed: Any = None) -> Any:
    """The elements along the first dim in random order, the same for all fields.

    Raises:
      ValueError: for a single structure.
    """
    if not value.rank:
        raise ValueError("tf.random.shuffle() argument value: a single structure has no order")
    return take(value, tf.random.shuffle(_numbers(value), seed=seed))


def _numbers(st: Any) -> tf.Tensor:
    """The positions along the first dim."""
    return tf.range(tf.cast(nrows(st), tf.int64))


def _require_dense(op: str, st: Any) -> None:
    if isinstance(st, ROWS):
        raise ValueError(f"{op}(): expected a dense struct, got one of shape {st.shape.as_list()}")


def _vector(op: str, argument: str, given: Any) -> tf.Tensor:
    """An integer vector of static length."""
    if isinstance(given, tf.TensorShape):
        given = given.as_list()
    made = given if isinstance(given, tf.Tensor) else _listed(given)
    if made.shape.rank != 1 or made.shape[0] is None or not made.dtype.is_integer:
        raise ValueError(
            f"{op}() argument {argument}: expected a vector of integers of static length, got "
            f"{made.dtype.name} of shape {made.shape}"
        )
    return made


def _listed(given: Any) -> tf.Tensor:
    if isinstance(given, Sequence) and all(type(item) is int for item in given):
        return partitions.ints(given)
    return tf.convert_to_tensor(given)


def _per_dim(op: str, argument: str, given: Any, st: Any) -> tf.Tensor:
    made = _vector(op, argument, given)
    if made.shape[0] != st.rank:
        raise ValueError(
            f"{op}() argument {argument}: expected {st.rank} integers for a struct of shape "
            f"{st.shape.as_list()}, got {made.shape[0]}"
        )
    return made


def _padded(given: tf.Tensor, value: tf.Tensor, rank: int, fill: int) -> tf.Tensor:
    """One integer for each dim of a field, of which the struct has the first `rank`."""
    if value.shape.rank == rank:
        return given
    if value.shape.rank is None:
        inner = tf.fill([tf.rank(value) - rank], tf.cast(fill, given.dtype))
    else:
        inner = partitions.ints([fill] * (value.shape.rank - rank), given.dtype)
    return tf.raw_ops.ConcatV2(values=[given, inner], axis=0)
