"""`take`: elements along the first dim, by position. Most ops are this, once positions are known.

Rows are gathered by one `RaggedGather` for each tensor, with all partitions above it; the new
splits are those of the first tensor, for all fields.

Source: `tf.gather`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from tftypes.struct import partitions
from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.ops import kernels, others
from tftypes.struct.ops.kinds import ROWS, each, row_length, with_rows


def take(value: Any, indices: tf.Tensor) -> Any:
    """`value[i]` for each of the indices: of shape `[*indices.shape, *value.shape[1:]]`.

    Args:
      value: a field value or a struct, of rank 1 at least.
      indices: int32 or int64, of known rank.
    """
    return _taken(value, indices, None)


def taker(indices: tf.Tensor) -> Callable[[Any], Any]:
    """`take` by these indices, for the fields of one struct: those that share rows still do."""
    rows = _Rows(indices)
    return lambda value: _taken(value, indices, rows)


def _taken(value: Any, indices: tf.Tensor, rows: _Rows | None) -> Any:
    """As `take`; `rows` is the gather of rows that the fields of one struct share."""
    if isinstance(value, tf.Tensor):
        return kernels.gather(value, indices, 0)
    rows = _Rows(indices) if rows is None else rows
    if isinstance(value, DenseStructTensor):
        rank = value._rank + indices.shape.rank - 1
        return each(value, lambda field: _taken(field, indices, rows), rank)
    if isinstance(value, ROWS):
        return rows.take(value)
    return others.taken(value, indices)


class _Rows:
    """One gather of rows, at all depths: the splits of each partition are made once."""

    def __init__(self, indices: tf.Tensor) -> None:
        self._indices = indices
        # Splits by the ids of the partitions above and their own, which are kept while ids count.
        self._made: dict[tuple[int, ...], tuple[Any, Any]] = {}
        self._outer: list[Any] = []

    def take(self, rows: Any) -> Any:
        rank = self._indices.shape.rank
        if not rank:
            return self._below(rows.values, (rows.row_splits,))
        taken = self._gathered(rows, ())
        for dim in range(rank - 1, 0, -1):
            splits = tf.cast(self._outer[dim - 1], rows.row_splits.dtype)
            taken = with_rows(taken, splits, _size(self._indices, dim))
        return taken

    def _gathered(self, rows: Any, above: tuple[Any, ...]) -> Any:
        """The rows as they are gathered, with their own splits on top."""
        path = (*above, rows.row_splits)
        values = self._below(rows.values, path)
        return with_rows(values, self._made[tuple(map(id, path))][0], row_length(rows))

    def _below(self, values: Any, path: tuple[Any, ...]) -> Any:
        """The values below these partitions, of which at least one is gathered."""
        if isinstance(values, tf.Tensor):
            return self._leaf(values, path)
        if isinstance(values, DenseStructTensor):
            return each(values, lambda field: self._below(field, path), values._rank)
        if isinstance(values, ROWS):
            return self._gathered(values, path)
        positions = tf.range(partitions.total(path[-1]))
        return take(values, self._leaf(positions, path))

    def _leaf(self, values: tf.Tensor, path: tuple[Any, ...]) -> tf.Tensor:
        extra = self._indices.shape.rank - 1
        splits, flat = tf.raw_ops.RaggedGather(
            params_nested_splits=partitions.matched(path),
            params_dense_values=values,
            indices=self._indices,
            OUTPUT_RAGGED_RANK=len(path) + extra,
        )
        self._outer = self._outer or splits[: max(extra, 0)]
        for depth, old in enumerate(path):
            new = splits[depth + extra] if depth + extra >= 0 else None
            if new is not None:
                key = tuple(map(id, path[: depth + 1]))
                if key not in self._made:
                    same = new.dtype == old.dtype
                    self._made[key] = (new if same else tf.cast(new, old.dtype)), path
        return flat


def _size(indices: tf.Tensor, dim: int) -> Any:
    static = indices.shape[dim]
    return tf.shape(indices, out_type=tf.int64)[dim] if static is None else static
