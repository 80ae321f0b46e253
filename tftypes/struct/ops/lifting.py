"""Any op that moves elements about, lifted to structs: the op itself is applied to positions.

The elements of a struct, of any shape, have positions 0, 1, 2, ... in the order of its values. What
TensorFlow's op makes of a tensor, or a ragged tensor, of these positions says where each element
goes; then every field is taken from by position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.fields import dynamic_shape
from tftypes.struct.ops.dims import flattened, product, reshaped, sizes
from tftypes.struct.ops.kinds import ROWS, each, row_length, with_rows
from tftypes.struct.ops.taking import take, taker

Move = Callable[[Any], Any]


def positions(st: Any, start: Any = 0) -> Any:
    """Where each element is among all, int64: of the struct's shape, ragged where it is.

    >>> from tftypes import struct
    >>> rows = struct.constant([[{"x": 1}, {"x": 2}], [{"x": 3}]])
    >>> positions(rows)
    <tf.RaggedTensor [[0, 1], [2]]>
    """
    if isinstance(st, ROWS):
        return with_rows(positions(st.values, start), st.row_splits, row_length(st))
    dims = dims_of(st)
    size = tf.cast(product(dims), tf.int64)
    return reshaped(tf.range(start, start + size), 1, dims)


def dims_of(st: Any) -> list[Any]:
    """The dims of a dense struct: static, or scalars."""
    shape = st.shape
    if shape.is_fully_defined():
        return sizes(shape, None)
    told = next((v for v in st._fields.values() if isinstance(v, tf.Tensor)), st._extent)
    if told is None:
        return sizes(shape, dynamic_shape(st, shape.rank))
    return sizes(shape, tf.shape(told, out_type=tf.int64))


def elements(st: Any) -> Any:
    """All elements of a struct, one after the other."""
    return elements(st.values) if isinstance(st, ROWS) else flattened(st, st._rank)


def alike(*values: Any) -> tuple[Any, ...]:
    """Tensors and ragged tensors with splits of one dtype: int64 where they differ."""
    ragged = [value for value in values if isinstance(value, tf.RaggedTensor)]
    if len({value.row_splits.dtype for value in ragged}) < 2:
        return values
    return tuple(
        value.with_row_splits_dtype(tf.int64) if isinstance(value, tf.RaggedTensor) else value
        for value in values
    )


def placed(flat: Any, places: Any) -> Any:
    """The elements at these positions, in the shape of the positions."""
    if isinstance(places, tf.RaggedTensor):
        return with_rows(placed(flat, places.values), places.row_splits, row_length(places))
    return take(flat, places)


def rearranged(st: Any, move: Move, rank: int, direct: Move | None = None) -> Any:
    """A struct with its elements moved.

    Args:
      st: a dense or ragged struct.
      move: the op, for a tensor or ragged tensor of the struct's shape.
      rank: of the result.
      direct: the op for a tensor that has the struct's dims and more. Where there is one, tensor
        fields of dense structs need no positions.
    """
    if isinstance(st, ROWS) or direct is None:
        return placed(elements(st), move(positions(st)))
    return _Moved(st, move, rank, direct).struct(st)


class _Moved:
    """One dense struct whose elements move: positions are made for the first field that needs them."""

    def __init__(self, root: DenseStructTensor, move: Move, rank: int, direct: Move) -> None:
        self._root, self._move, self._rank, self._direct = root, move, rank, direct
        self._placed: Any = None

    def struct(self, st: DenseStructTensor) -> DenseStructTensor:
        return each(st, self._field, st._rank - self._root._rank + self._rank)

    def _field(self, value: Any) -> Any:
        if isinstance(value, tf.Tensor):
            return self._direct(value)
        if isinstance(value, DenseStructTensor):
            return self.struct(value)
        if self._placed is None:
            self._placed = taker(self._move(positions(self._root)))
        return self._placed(flattened(value, self._root._rank))
