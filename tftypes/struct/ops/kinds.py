"""What a field can be, and its rows: the cases that every op distinguishes.

A field, and a struct itself, is dense (a tensor), a dense struct, rows (a ragged tensor or a ragged
struct: splits over values), or another type, to which ops are passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from tftypes.struct import partitions
from tftypes.struct.dense import DenseStructTensor, dense, ghost
from tftypes.struct.ragged import RaggedStructTensor, ragged
from tftypes.struct.rows import partition, ragged_tensor
from tftypes.struct.tensors import StructTensor

ROWS = (tf.RaggedTensor, RaggedStructTensor)


class FieldOpError(TypeError):
    """An op that a field's type does not have; the names that lead to the field are in it."""

    def __init__(self, op: str, kind: str, reason: str, names: tuple[str, ...] = ()) -> None:
        self.parts = (op, kind, reason)
        self.names = names
        path = ".".join(names)
        super().__init__(f"{op}() of field {path!r}: {kind} does not take it: {reason}")

    def within(self, name: str) -> FieldOpError:
        return FieldOpError(*self.parts, names=(name, *self.names))


def each(st: DenseStructTensor, function: Callable[[Any], Any], shape: Any) -> DenseStructTensor:
    """A dense struct with `function` applied to each field, and to what stands for one.

    Args:
      shape: of the result, or its rank alone.

    Raises:
      FieldOpError: naming the field, if its type does not have the op.
    """
    fields, name = {}, ""
    try:
        for name, value in st._fields.items():
            fields[name] = function(value)
    except FieldOpError as error:
        raise error.within(name) from error.__cause__
    return dense(shape, fields, lambda: function(ghost(st)))


def zipped(
    structs: Sequence[DenseStructTensor], function: Callable[[list[Any]], Any], shape: Any
) -> DenseStructTensor:
    """A dense struct with `function` applied to the values that all structs have for each field.

    The fields are those of the first, which are known to be those of all.
    """
    first, name = structs[0], ""
    fields = {}
    try:
        columns = [st._fields for st in structs]
        for name in first._fields:
            fields[name] = function([column[name] for column in columns])
    except FieldOpError as error:
        raise error.within(name) from error.__cause__
    return dense(shape, fields, lambda: function([ghost(st) for st in structs]))


def with_rows(values: Any, splits: tf.Tensor, length: Any = None) -> Any:
    """Rows of values: a ragged struct or a ragged tensor.

    Args:
      length: if all rows are of one length: an int or a scalar tensor.
    """
    if isinstance(length, tf.Tensor):
        length = tf.cast(length, splits.dtype)
    if isinstance(values, StructTensor):
        return ragged(values, splits, length)
    return ragged_tensor(values, partition(splits, length))


def over(rows: Any, values: Any) -> Any:
    """The same rows of other values."""
    if isinstance(rows, RaggedStructTensor):
        return rows._over(values)
    return rows.with_values(values)


def row_length(rows: Any) -> Any:
    """The length that all rows have, as an int where it is static; None where they differ."""
    length = rows.uniform_row_length
    if isinstance(length, tf.Tensor):
        static = tf.get_static_value(length)
        return length if static is None else int(static)
    return length


def nrows(value: Any) -> Any:
    """The size of the first dim: an int where it is static, else a scalar int64 tensor."""
    static = value.shape[0] if value.shape.rank else None
    if static is not None:
        return int(static)
    if isinstance(value, ROWS):
        return tf.cast(partitions.count(value.row_splits), tf.int64)
    if isinstance(value, DenseStructTensor):
        return value._dynamic_shape(1)[0]
    return tf.shape(value, out_type=tf.int64)[0]
