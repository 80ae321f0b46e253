"""Columns: what nested Python values become on their way to a struct.

A column holds one value for each of `n` structures: `Leaf`, an array; `Lists`, rows of another
column; `Structs`, a column for each field; `Stack`, tensors and extension types as given.
`inferred.py` and `typed.py` make them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.dense import dense
from tftypes.struct.formats import _buffers
from tftypes.struct.ragged import ragged
from tftypes.struct.rows import partition, ragged_tensor
from tftypes.struct.values import StructTensorValue, numpy_field, ragged_value

Shape = tuple[int, ...]


@dataclass
class Column:
    """One value for each of `n` structures."""

    def shaped(self, shape: Shape) -> Any:
        """The same values for structures in this shape; `()` for a single one."""
        raise NotImplementedError

    def tensor(self) -> Any:
        """A tensor, ragged tensor or struct."""
        raise NotImplementedError

    def value(self) -> Any:
        """The same with NumPy arrays."""
        raise NotImplementedError


@dataclass
class Leaf(Column):
    """An array of shape `[n, ...]`; strings are objects."""

    array: Any

    def shaped(self, shape: Shape) -> Leaf:
        return Leaf(self.array.reshape((*shape, *self.array.shape[1:])))

    def tensor(self) -> Any:
        return tf.constant(self.array)

    def value(self) -> Any:
        array = self.array
        if array.dtype == object:
            encoded = [s.encode() if isinstance(s, str) else s for s in array.ravel().tolist()]
            array = objects(encoded).reshape(array.shape)
        return array


@dataclass
class Lists(Column):
    """Rows of another column, with the length of all rows if it is one by type or by chance."""

    values: Column
    splits: Any
    uniform: int | None = None

    def shaped(self, shape: Shape) -> Column:
        if not shape:
            return self.values  # those of the only row
        column: Lists = self
        for axis in range(len(shape) - 1, 0, -1):
            rows = np.arange(prod(shape[:axis]) + 1, dtype=self.splits.dtype) * shape[axis]
            column = Lists(column, rows, shape[axis])
        return column

    def tensor(self) -> Any:
        # Nobody else has the splits, so that a tensor may lie over them.
        made = _buffers.tensor_of if tf.executing_eagerly() else tf.constant
        values, splits = self.values.tensor(), made(self.splits)
        if isinstance(self.innermost, Structs):
            return ragged(values, splits, self.uniform)
        return ragged_tensor(values, partition(splits, self.uniform))

    def value(self) -> Any:
        if isinstance(self.innermost, Structs):
            return StructTensorValue.from_row_splits(self.values.value(), self.splits, self.uniform)
        return ragged_value(self.values.value(), self.splits)

    @property
    def innermost(self) -> Column:
        column: Column = self
        while isinstance(column, Lists):
            column = column.values
        return column


@dataclass
class Structs(Column):
    """A column for each field, all in one shape, which is `[n, ...]`."""

    fields: Mapping[str, Column]
    shape: Shape

    def shaped(self, shape: Shape) -> Structs:
        fields = {name: column.shaped(shape) for name, column in self.fields.items()}
        return Structs(fields, (*shape, *self.shape[1:]))

    def tensor(self) -> Any:
        fields = {name: column.tensor() for name, column in self.fields.items()}
        return dense(tf.TensorShape(self.shape), fields)

    def value(self) -> Any:
        fields = {name: column.value() for name, column in self.fields.items()}
        return StructTensorValue(self.shape, fields)


@dataclass
class Stack(Column):
    """Tensors or extension types, one for each structure, in one shape."""

    items: list[Any]
    shape: Shape
    where: str

    def shaped(self, shape: Shape) -> Stack:
        return Stack(self.items, (*shape, *self.shape[1:]), self.where)

    def tensor(self) -> Any:
        if not self.shape:
            return self.items[0]
        try:
            stacked = self._stacked()
            return stacked if len(self.shape) == 1 else tf.reshape(stacked, self._full(stacked))
        except (TypeError, ValueError, tf.errors.InvalidArgumentError) as error:
            raise ValueError(f"{self.where}: the tensors cannot be stacked: {error}") from None

    def _stacked(self) -> Any:
        if all(isinstance(item, tf.Tensor) for item in self.items):
            shapes = [item.shape for item in self.items]
            if all(s.is_fully_defined() for s in shapes) and len({str(s) for s in shapes}) > 1:
                return tf.ragged.stack(self.items)
        elif any(isinstance(item, tf.RaggedTensor) for item in self.items):
            return tf.ragged.stack(self.items)
        return tf.stack(self.items)

    def _full(self, stacked: Any) -> Any:
        return tf.concat([self.shape, tf.shape(stacked)[1:]], axis=0)

    def value(self) -> Any:
        return numpy_field(self.where, self.tensor())


def in_rows(values: Column, lengths: Any, dtype: Any = np.int64) -> Column:
    """Rows of these lengths: one more dense dim where they are all the same."""
    uniform = int(lengths[0]) if len(lengths) and (lengths == lengths[0]).all() else None
    if uniform is None or isinstance(values, Lists):
        return Lists(values, splits_of(lengths, dtype), uniform)
    shaped: Column = values.shaped((len(lengths), uniform))
    return shaped


def splits_of(lengths: Any, dtype: Any = np.int64) -> Any:
    """`[0, l0, l0 + l1, ...]`."""
    splits = np.zeros(len(lengths) + 1, dtype)
    np.cumsum(lengths, out=splits[1:])
    return splits


def objects(values: Iterable[Any]) -> Any:
    """A one-dimensional array of objects."""
    items = list(values)
    array = np.empty(len(items), object)
    array[:] = items
    return array
