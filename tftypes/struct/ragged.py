"""Ragged structs: rows of different lengths, over the values of another struct.

Source: StructTensor RFC, `class RaggedStructTensor`; `tf.RaggedTensor`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from tftypes.runtime import extension_type
from tftypes.struct import rows as _rows
from tftypes.struct.dispatching import METHODS
from tftypes.struct.fields import dynamic_shape
from tftypes.struct.refusals import kind_of, named
from tftypes.struct.tensors import Schema, Sh, StructTensor


@extension_type
class RaggedStructTensor(StructTensor[Schema, Sh]):
    """Rows of structures; all fields share one partition into rows.

    Made by `from_row_splits`, `from_row_lengths`, `from_value_rowids` and
    `from_uniform_row_length`, or by `struct.constant`. The splits are kept as they come, int32 or
    int64. A struct in a struct may have splits of the other dtype: nothing is cast, until one
    field's `tf.RaggedTensor` needs both, whose splits are then int64.

    >>> from tftypes import struct
    >>> values = struct.constant([{"x": 1}, {"x": 2}, {"x": 3}])
    >>> rows = RaggedStructTensor.from_row_splits(values, [0, 2, 2, 3])
    >>> rows.shape, rows["x"].to_list()
    (TensorShape([3, None]), [[1, 2], [], [3]])

    Source: StructTensor RFC, `class RaggedStructTensor`.
    """

    __slots__ = ("_partition", "_row_splits", "_shape", "_uniform", "_values")
    _partition: Any
    _row_splits: tf.Tensor
    _shape: tf.TensorShape[Sh] | None
    _uniform: Any
    _values: StructTensor[Schema, Any]

    def __init__(self) -> None:
        raise TypeError("use RaggedStructTensor.from_row_splits() or another of its factories")

    @classmethod
    @named
    def from_row_splits(
        cls, values: StructTensor[Schema, Any], row_splits: Any, *, validate: bool = True
    ) -> RaggedStructTensor[Schema, Any]:
        """Row `i` is `values[row_splits[i]:row_splits[i + 1]]`.

        Args:
          values: a struct of shape `[nvals, ...]`.
          row_splits: an integer vector of shape `[nrows + 1]`: 0 first, never falling, nvals last.
          validate: whether the values of `row_splits` are checked.

        Raises:
          ValueError: if the splits do not fit the values.

        Source: StructTensor RFC, `from_row_splits`.
        """
        splits = _rows.integers("row_splits", row_splits)
        return ragged(values, _rows.checked_splits(_checked_values(values), splits, validate))

    @classmethod
    @named
    def from_row_lengths(
        cls, values: StructTensor[Schema, Any], row_lengths: Any, *, validate: bool = True
    ) -> RaggedStructTensor[Schema, Any]:
        """Row `i` has the next `row_lengths[i]` values.

        Args:
          values: a struct of shape `[nvals, ...]`.
          row_lengths: an integer vector of shape `[nrows]`, none negative; they add up to nvals.
          validate: whether the values of `row_lengths` are checked.

        Raises:
          ValueError: if the lengths do not fit the values.
        """
        lengths = _rows.integers("row_lengths", row_lengths)
        lengths = _rows.checked_lengths(_checked_values(values), lengths, validate)
        return ragged(values, _rows.splits_of_lengths(lengths))

    @classmethod
    @named
    def from_value_rowids(
        cls,
        values: StructTensor[Schema, Any],
        value_rowids: Any,
        nrows: Any = None,
        *,
        validate: bool = True,
    ) -> RaggedStructTensor[Schema, Any]:
        """Value `j` is in row `value_rowids[j]`.

        Args:
          values: a struct of shape `[nvals, ...]`.
          value_rowids: an integer vector of shape `[nvals]`, never falling, none negative.
          nrows: the number of rows; by default up to the last that has a value.
          validate: whether the values of `value_rowids` are checked.

        Raises:
          ValueError: if the row ids do not fit the values or `nrows`.
        """
        rowids = _rows.integers("value_rowids", value_rowids)
        count = _rows.row_count(rowids, nrows)
        rowids = _rows.checked_rowids(_checked_values(values), rowids, count, validate)
        return ragged(values, _rows.splits_of_rowids(rowids, count))

    @classmethod
    @named
    def from_uniform_row_length(
        cls,
        values: StructTensor[Schema, Any],
        uniform_row_length: Any,
        nrows: Any = None,
        *,
        validate: bool = True,
    ) -> RaggedStructTensor[Schema, Any]:
        """Every row has the same number of values.

        Args:
          values: a struct of shape `[nrows * uniform_row_length, ...]`.
          uniform_row_length: an integer, or a scalar integer tensor.
          nrows: the number of rows, which is needed where the length may be 0.
          validate: whether what is not static is checked.

        Raises:
          ValueError: if the number of values is not `nrows * uniform_row_length`.
        """
        _checked_values(values)
        length, splits = _rows.uniform_splits(values, uniform_row_length, nrows, validate)
        return ragged(values, splits, length)

    @property
    def values(self) -> StructTensor[Schema, Any]:
        """The structures of all rows, one after the other: of shape `[nvals, ...]`."""
        return self._values

    @property
    def row_splits(self) -> tf.Tensor:
        """Where rows begin and end in `values`: of shape `[nrows + 1]`, int32 or int64."""
        return self._row_splits

    @property
    def uniform_row_length(self) -> Any:
        """The length of every row, an int or a scalar tensor; None if rows may differ."""
        return self._uniform

    @property
    def flat_values(self) -> StructTensor[Schema, Any]:
        """The innermost values: those of the values, while these are ragged."""
        values = self._values
        while isinstance(values, RaggedStructTensor):
            values = values._values
        return values

    @property
    def nested_row_splits(self) -> tuple[tf.Tensor, ...]:
        """The splits of all partitions, the outermost first."""
        inner = self._values
        more = inner.nested_row_splits if isinstance(inner, RaggedStructTensor) else ()
        return (self._row_splits, *more)

    @property
    def ragged_rank(self) -> int:
        """How many times `flat_values` is partitioned into rows."""
        return len(self.nested_row_splits)

    @property
    def row_partition(self) -> Any:
        """TensorFlow's `RowPartition`, which the fields share."""
        if self._partition is None:
            self._partition = _rows.partition(self._row_splits, self._uniform)
        return self._partition

    @property
    def shape(self) -> tf.TensorShape[Sh]:
        if self._shape is None:
            splits = self._row_splits.shape[0]
            nrows = None if splits is None else splits - 1
            length = self._uniform if isinstance(self._uniform, int) else None
            self._shape = tf.TensorShape([nrows, length, *self._values.shape[1:]])
        return self._shape

    @property
    def rank(self) -> int:
        return self._values.rank + 1

    def field_names(self) -> tuple[str, ...]:
        return self._values.field_names()

    @named
    def field_value(self, name: str) -> Any:
        return self._rows_of(self._values.field_value(name), name)

    def _rows_of(self, values: Any, name: str) -> Any:
        if isinstance(values, StructTensor):
            return ragged(values, self._row_splits, self._uniform)
        return _rows.ragged_tensor(values, self.row_partition, name)

    def _with_fields(self, given: dict[str, Any]) -> RaggedStructTensor[Any, Sh]:
        values = {name: _rows.values_of(self, name, value) for name, value in given.items()}
        return self._over(self._values.with_updates(values))

    def _without(self, names: Sequence[str]) -> RaggedStructTensor[Any, Sh]:
        return self._over(self._values._without(names))

    @named
    def with_only(self, *names: str) -> RaggedStructTensor[Any, Sh]:
        return self._over(self._values.with_only(*names))

    def _over(self, values: StructTensor[Any, Any]) -> RaggedStructTensor[Any, Any]:
        """The same rows of other values."""
        made = ragged(values, self._row_splits, self._uniform)
        made._partition = self._partition
        return made

    def _dynamic_shape(self, rank: int) -> Any:
        return dynamic_shape(self, rank)

    def __tf_type_spec__(self) -> Any:
        if self._spec is None:
            self._spec = METHODS["ragged_spec"](self)
        return self._spec


def ragged(
    values: StructTensor[Any, Any], row_splits: tf.Tensor, uniform_row_length: Any = None
) -> RaggedStructTensor[Any, Any]:
    """A ragged struct of what is known to fit: no checks, no ops.

    Args:
      values: a struct of rank 1 at least.
      row_splits: an int32 or int64 tensor of shape `[nrows + 1]`; it is kept.
      uniform_row_length: an int or a scalar tensor, if all rows are of that length.
    """
    made: RaggedStructTensor[Any, Any] = object.__new__(RaggedStructTensor)
    made._values = values
    made._row_splits = row_splits
    made._uniform = uniform_row_length
    made._partition = None
    made._shape = None
    made._spec = None
    return made


def _checked_values(values: Any) -> Any:
    if not isinstance(values, StructTensor):
        raise TypeError(f"values: expected a StructTensor, got {kind_of(values)}")
    if not values.rank:
        raise ValueError("values: expected a struct of shape [nvals, ...], got one of shape []")
    return values
