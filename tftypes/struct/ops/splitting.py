"""A struct taken apart along an axis, into a list of structs.

Source: `tf.unstack`, `tf.split`; for ragged structs as for `tf.RaggedTensor`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor, dense, ghost
from tftypes.struct.dispatching import implements
from tftypes.struct.ops.axes import static_axis
from tftypes.struct.ops.dims import flattened
from tftypes.struct.ops.kinds import ROWS, FieldOpError, nrows, over, row_length
from tftypes.struct.ops.lifting import placed, positions
from tftypes.struct.ops.taking import take


@implements(tf.unstack)
def unstack(value: Any, num: Any = None, axis: Any = 0) -> list[Any]:
    """The elements along `axis`, without that dim.

    Args:
      num: how many there are, where that is not static.

    Raises:
      ValueError: if their number is not static, or not `num`; or if rows differ along the axis.
    """
    axis = static_axis("tf.unstack", axis, value.rank)
    size = value.shape[axis]
    if axis and size is None and isinstance(value, ROWS):
        raise ValueError(
            f"tf.unstack() argument axis: rows differ along axis {axis} of shape "
            f"{value.shape.as_list()}"
        )
    if size is None and num is None:
        raise ValueError(
            f"tf.unstack() argument num: needed, since dim {axis} of shape {value.shape.as_list()} "
            "is not static"
        )
    if size is not None and num is not None and size != num:
        raise ValueError(
            f"tf.unstack() argument num: expected {size}, the size of dim {axis}, got {num}"
        )
    count = int(num if size is None else size)
    if not isinstance(value, ROWS):
        parts = _Parts(value, lambda tensor: tf.raw_ops.Unpack(value=tensor, num=count, axis=axis))
        return parts.structs(count, value.rank - 1)
    if axis == 0:
        return [take(value, tf.constant(i)) for i in range(count)]
    if axis == 1:
        return [tf.gather(value, i, axis=1) for i in range(count)]
    return [over(value, part) for part in unstack(value.values, count, axis - 1)]


@implements(tf.split)
def split(value: Any, num_or_size_splits: Any, axis: Any = 0, num: Any = None) -> list[Any]:
    """The struct in pieces along `axis`: so many of one size, or of these sizes.

    Raises:
      ValueError: if the number of pieces is not static, or the axis cannot be divided so; or if
        rows differ along the axis.
    """
    axis = static_axis("tf.split", axis, value.rank)
    count = _count(num_or_size_splits, num)
    size = value.shape[axis]
    if isinstance(num_or_size_splits, int) and size is not None and size % count:
        raise ValueError(
            f"tf.split() argument num_or_size_splits: dim {axis} of shape {value.shape.as_list()} "
            f"does not divide into {count}"
        )
    if not isinstance(value, ROWS):
        parts = _Parts(value, lambda t: tf.split(t, num_or_size_splits, axis=axis, num=num))
        return parts.structs(count, value.rank)
    if axis == 0:
        places = tf.range(tf.cast(nrows(value), tf.int64))
        return [take(value, part) for part in tf.split(places, num_or_size_splits, num=num)]
    if axis > 1:
        return [over(value, p) for p in split(value.values, num_or_size_splits, axis - 1, num)]
    length = row_length(value)
    if length is None:
        raise ValueError(
            f"tf.split() argument axis: rows differ along axis 1 of shape {value.shape.as_list()}"
        )
    places = tf.range(tf.cast(length, tf.int64))
    parts = tf.split(places, num_or_size_splits, num=num)
    return [tf.gather(value, part, axis=1) for part in parts]


@implements(tf.dynamic_partition)
def dynamic_partition(data: Any, partitions: Any, num_partitions: Any) -> list[Any]:
    """A vector of the structures in partition 0, one of those in partition 1, and so on.

    Args:
      data: a struct.
      partitions: the number of its partition for each structure, or for each row.

    Raises:
      ValueError: if `partitions` is not of the shape of the struct's first dims.
    """
    flat, numbers, given = _partitioned("tf.dynamic_partition", data, partitions)
    return [take(flat, part) for part in tf.dynamic_partition(numbers, given, num_partitions)]


@implements(tf.ragged.stack_dynamic_partitions)
def stack_dynamic_partitions(data: Any, partitions: Any, num_partitions: Any) -> Any:
    """The structures in partition 0, in partition 1, and so on, as rows.

    Raises:
      ValueError: if `partitions` is not of the shape of the struct's first dims.
    """
    flat, numbers, given = _partitioned("tf.ragged.stack_dynamic_partitions", data, partitions)
    return placed(flat, tf.ragged.stack_dynamic_partitions(numbers, given, num_partitions))


def _partitioned(op: str, data: Any, partitions: Any) -> tuple[Any, Any, Any]:
    """The elements, their positions in the shape of the partitions, and the partitions."""
    given = tf.convert_to_tensor(partitions, tf.int32)
    rank = given.shape.rank
    most = 1 if isinstance(data, ROWS) else data.rank
    if not rank or rank > most or not data.shape[:rank].is_compatible_with(given.shape):
        raise ValueError(
            f"{op}() argument partitions: expected the first dims of shape {data.shape.as_list()}, "
            f"got shape {given.shape}"
        )
    numbers = tf.reshape(tf.range(tf.size(given)), tf.shape(given))
    return flattened(data, rank), numbers, given


def _count(num_or_size_splits: Any, num: Any) -> int:
    """The number of pieces."""
    if isinstance(num_or_size_splits, int):
        if num_or_size_splits < 1:
            raise ValueError(
                f"tf.split() argument num_or_size_splits: expected 1 or more, got {num_or_size_splits}"
            )
        return num_or_size_splits
    shape = tf.convert_to_tensor(num_or_size_splits).shape
    if shape.rank == 0:
        raise TypeError(
            "tf.split() argument num_or_size_splits: expected an integer or a vector, got a scalar tensor"
        )
    static = shape[0] if shape.rank else None
    if static is None and num is None:
        raise ValueError("tf.split() argument num: needed, since the number of sizes is not static")
    return int(num if static is None else static)


class _Parts:
    """One dense struct that is taken apart: every field into the same number of pieces."""

    def __init__(self, root: DenseStructTensor, direct: Callable[[Any], Any]) -> None:
        self._root, self._direct = root, direct
        self._places: Any = None

    def structs(self, count: int, rank: int) -> list[Any]:
        return self._of(self._root, count, rank - self._root._rank)

    def _of(self, st: DenseStructTensor, count: int, change: int) -> list[Any]:
        parts, name = {}, ""
        try:
            for name, value in st._fields.items():
                if isinstance(value, DenseStructTensor):
                    parts[name] = self._of(value, count, change)
                else:
                    parts[name] = self._field(value)
        except FieldOpError as error:
            raise error.within(name) from error.__cause__
        extents = cache(lambda: self._field(ghost(st)))

        def part(i: int) -> Any:
            fields = {name: pieces[i] for name, pieces in parts.items()}
            return dense(st._rank + change, fields, lambda: extents()[i])

        return [part(i) for i in range(count)]

    def _field(self, value: Any) -> Any:
        if isinstance(value, tf.Tensor):
            return self._direct(value)
        if self._places is None:
            self._places = self._direct(positions(self._root))
        flat = flattened(value, self._root._rank)
        return [placed(flat, places) for places in self._places]
