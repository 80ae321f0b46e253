"""Tensors to Arrow arrays: numbers, offsets and nested values in place, bools and strings converted.

An array has an element for each along the first dim of the value. Ragged dims are lists, large
lists where their splits are int64; dense ones fixed-size lists.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct import rows as _rows
from tftypes.struct.dense import dense, mapped
from tftypes.struct.formats import _buffers
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._arrow_types import TYPES
from tftypes.struct.formats._pyarrow import pa
from tftypes.struct.ragged import ragged
from tftypes.struct.tensors import StructTensor


class Writer:
    """How one call writes: for whom, with which type of strings."""

    def __init__(self, function: str, binary: bool = False) -> None:
        self.function = function
        self.binary = binary

    def array(self, value: Any, path: str = "") -> Any:
        """The Arrow array of a value of rank 1 at least."""
        if isinstance(value, tf.Tensor):
            return self._tensor(value, path)
        if isinstance(value, tf.RaggedTensor):
            items = self.array(value.values, _nulls.items(path))
            return _lists(items, value.row_splits, _uniform(value.uniform_row_length))
        if isinstance(value, StructTensor):
            return self._struct(value, path)
        raise TypeError(
            f"{self.function}(): {_named(path)} is a {type(value).__name__}, "
            "for which there is no type"
        )

    def fields(self, value: Any, path: str = "") -> tuple[list[str], list[Any]]:
        """The names and the arrays of a dense struct of rank 1."""
        names = list(value.field_names())
        return names, [self.array(value._fields[n], _nulls.child(path, n)) for n in names]

    def _struct(self, value: Any, path: str) -> Any:
        if not hasattr(value, "_fields"):
            items = self._struct(value.values, _nulls.items(path))
            return _lists(items, value.row_splits, _uniform(value.uniform_row_length))
        if value.rank > 1:
            flat, length, size = self.unfolded(value, path)
            return _fixed(self._struct(flat, _nulls.items(path)), length, size)
        names, arrays = self.fields(value, path)
        if not arrays:
            length = int(tf.shape(value._extent)[0])
            return pa.Array.from_buffers(pa.struct([]), length, [None])
        return pa.StructArray.from_arrays(arrays, names)

    def unfolded(self, value: Any, path: str) -> tuple[Any, int, int]:
        """A dense struct with its first two dims as one, and their sizes."""
        length, size = (int(dim) for dim in np.asarray(value._dynamic_shape(2)))
        return (
            mapped(value, lambda v: self._flat(v, length, size, path), value.rank - 1),
            length,
            size,
        )

    def _flat(self, value: Any, length: int, size: int, path: str) -> Any:
        if isinstance(value, tf.Tensor):
            return tf.reshape(value, [length * size, *value.shape[2:]])
        if isinstance(value, StructTensor) and hasattr(value, "_fields"):
            return self.unfolded(value, path)[0]
        if _uniform(getattr(value, "uniform_row_length", None)) == size:
            return value.values
        raise TypeError(
            f"{self.function}(): struct '{path}' has rows of {size}, but one of its fields, "
            f"a {type(value).__name__}, has not"
        )

    def check(self, value: Any, path: str) -> Any:
        """The Arrow type of a tensor's elements.

        Raises:
          TypeError: naming the field, if there is none, or the tensor is symbolic.
        """
        type_ = TYPES.get(value.dtype)
        if type_ is None:
            raise TypeError(
                f"{self.function}(): {_named(path)} is of dtype {value.dtype.name}, "
                "for which there is no type"
            )
        if not hasattr(value, "numpy"):
            raise TypeError(f"{self.function}(): {_named(path)} is symbolic: it has no values yet")
        return type_

    def _tensor(self, value: Any, path: str) -> Any:
        type_ = self.check(value, path)
        shape = value.shape.as_list()
        count = math.prod(shape)
        if value.dtype == tf.string:
            made = self.strings(value, path)
        elif count == 0:
            made = pa.nulls(0, type_)
        elif value.dtype == tf.bool:
            bits = _buffers.packed(_buffers.array_of(value).reshape(-1))
            made = pa.Array.from_buffers(type_, count, [None, pa.py_buffer(bits)], 0)
        else:
            made = pa.Array.from_buffers(type_, count, [None, pa.py_buffer(value)], 0)
        for position in range(len(shape) - 1, 0, -1):
            made = _fixed(made, math.prod(shape[:position]), shape[position])
        return made

    def strings(self, value: Any, path: str) -> Any:
        """All strings of a tensor of any shape, one after the other."""
        self.check(value, path)
        lengths, data = _buffers.string_parts(tf.reshape(value, [-1]))
        large = len(data) >= 1 << 31
        offsets = _nulls.lengths_to_splits(lengths, np.int64 if large else np.int32)
        text, raw = (pa.large_string(), pa.large_binary()) if large else (pa.string(), pa.binary())
        buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
        made = pa.Array.from_buffers(raw if self.binary else text, len(lengths), buffers, 0)
        if not self.binary and not data.isascii():
            try:
                made.validate(full=True)
            except pa.ArrowInvalid as error:
                raise ValueError(
                    f"{self.function}(): {_named(path)} has strings that are no UTF-8; "
                    f"binary=True writes them as they are ({error})"
                ) from None
        return made


def as_row(value: Any) -> Any:
    """A value as the one element of a vector."""
    if isinstance(value, tf.Tensor):
        return value[tf.newaxis]
    if isinstance(value, StructTensor) and hasattr(value, "_fields"):
        fields = {name: as_row(each) for name, each in value._fields.items()}
        shape = tf.TensorShape([1, *value.shape])
        return dense(shape, fields)
    splits = getattr(value, "row_splits", None)
    if splits is None:
        return value
    count = splits.shape[0] - 1
    splits = tf.constant([0, count], splits.dtype)
    if isinstance(value, StructTensor):
        return ragged(value, splits, count)
    return _rows.ragged_tensor(value, _rows.partition(splits, count))


def _named(path: str) -> str:
    return f"field '{path}'" if path else "the data"


def _uniform(length: Any) -> int | None:
    return None if length is None else int(length)


def _lists(items: Any, splits: tf.Tensor, size: int | None) -> Any:
    """Lists over these items."""
    length = splits.shape[0] - 1
    if size is not None:
        return _fixed(items, length, size)
    type_ = pa.large_list(items.type) if splits.dtype == tf.int64 else pa.list_(items.type)
    return pa.Array.from_buffers(type_, length, [None, pa.py_buffer(splits)], 0, 0, [items])


def _fixed(items: Any, length: int, size: int) -> Any:
    return pa.Array.from_buffers(pa.list_(items.type, size), length, [None], 0, 0, [items])
