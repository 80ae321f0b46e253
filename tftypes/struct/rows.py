"""Partitions into rows, as they are given and as they are checked; all ragged structs use it.

Source: `tf.RaggedTensor`, "Row-partitioning tensors".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime.private import row_partition
from tftypes.struct import invariants
from tftypes.struct.assertions import require, same
from tftypes.struct.fields import converted, dynamic_shape

_SPLITS = (tf.int32, tf.int64)


def integers(name: str, value: Any) -> tf.Tensor:
    """An int32 or int64 vector: tensors as they are, else int64.

    Raises:
      TypeError, ValueError: naming the argument, what was expected and what came.
    """
    if not isinstance(value, tf.Tensor):
        array = np.asarray(value) if not isinstance(value, tf.Variable) else value
        if isinstance(array, np.ndarray) and array.size == 0 and array.dtype.kind == "f":
            array = array.astype(np.int64)
        if isinstance(array, np.ndarray) and array.dtype.kind in "iu" and array.dtype != np.int32:
            array = array.astype(np.int64)
        value = tf.convert_to_tensor(array)
    if value.dtype not in _SPLITS:
        raise TypeError(f"{name}: expected an int32 or int64 vector, got {value.dtype.name}")
    if value.shape.rank not in (1, None):
        raise ValueError(
            f"{name}: expected a vector, got a tensor of shape {invariants.shown(value.shape)}"
        )
    return value


def partition(row_splits: tf.Tensor, uniform_row_length: Any = None) -> Any:
    """TensorFlow's `RowPartition` over these splits, which are kept as they are."""
    if uniform_row_length is not None:
        uniform_row_length = tf.convert_to_tensor(uniform_row_length, row_splits.dtype)
    return row_partition.RowPartition(
        row_splits=row_splits,
        uniform_row_length=uniform_row_length,
        internal=row_partition._row_partition_factory_key,
    )


def ragged_tensor(values: Any, rows: Any, name: str = "") -> tf.RaggedTensor:
    """The `tf.RaggedTensor` with these rows of these values; where one splits are int64, all are.

    Raises:
      TypeError: naming the field, if its type has no ragged form.
    """
    if isinstance(values, tf.RaggedTensor):
        if values.row_splits.dtype != rows.dtype:
            values, rows = values.with_row_splits_dtype(tf.int64), rows.with_dtype(tf.int64)
    elif not isinstance(values, tf.Tensor):
        raise TypeError(
            f"field {name!r} is a {type(values).__name__}, of which there are no ragged rows: "
            "ask for it in `values`"
        )
    return tf.RaggedTensor(values=values, row_partition=rows, internal=True)


def splits_of_lengths(lengths: tf.Tensor) -> tf.Tensor:
    """`[0, l0, l0 + l1, ...]`."""
    return tf.concat([tf.zeros([1], lengths.dtype), tf.cumsum(lengths)], axis=0)


def row_count(rowids: tf.Tensor, nrows: Any) -> tf.Tensor:
    """The number of rows: as given, or up to the last that has a value."""
    if nrows is not None:
        return tf.convert_to_tensor(nrows, rowids.dtype)
    return tf.concat([rowids[-1:] + 1, tf.zeros([1], rowids.dtype)], axis=0)[0]


def splits_of_rowids(rowids: tf.Tensor, nrows: tf.Tensor) -> tf.Tensor:
    """Where each row begins and ends among ids that never fall."""
    return tf.searchsorted(rowids, tf.range(nrows + 1), out_type=rowids.dtype)


def uniform_splits(values: Any, length: Any, nrows: Any, validate: bool) -> tuple[Any, tf.Tensor]:
    """The length, as an int where it is static, and the splits of rows of that length."""
    known = tf.get_static_value(length) if isinstance(length, tf.Tensor) else length
    if known is not None and not hasattr(known, "__index__"):
        raise TypeError(f"uniform_row_length: expected an integer, got {known!r}")
    if known is not None and int(known) < 0:
        raise ValueError(f"uniform_row_length: expected 0 or more, got {int(known)}")
    if known is not None and int(known) == 0 and nrows is None:
        raise ValueError("nrows: must be given, since rows of length 0 do not tell how many")
    dtype = length.dtype if isinstance(length, tf.Tensor) else tf.int64
    each = tf.cast(length if known is None else int(known), dtype)
    total = tf.cast(dynamic_shape(values, 1)[0], dtype)
    count = total // each if nrows is None else tf.cast(nrows, dtype)
    splits = require(
        tf.range(count + 1) * each,
        lambda: [tf.equal(count * each, total)],
        "uniform_row_length: rows of this length do not make up the values",
        {"uniform_row_length": each, "nrows": count, "nvals": total},
        validate=validate,
    )
    return (length if known is None else int(known)), splits


def checked_splits(values: Any, splits: tf.Tensor, validate: bool) -> tf.Tensor:
    """Splits that begin with 0, never fall, and end with the number of values."""
    if splits.shape.rank == 1 and splits.shape[0] == 0:
        raise ValueError("row_splits: expected [0, ...], got an empty vector")
    nvals = _nvals(values, splits)
    return require(
        splits,
        lambda: [
            tf.equal(splits[0], 0),
            tf.equal(splits[-1], nvals()),
            tf.reduce_all(splits[1:] >= splits[:-1]),
        ],
        "row_splits: expected 0 first, then never falling, then the number of values last",
        {"row_splits": splits, "nvals": nvals},
        validate=validate,
    )


def checked_lengths(values: Any, lengths: tf.Tensor, validate: bool) -> tf.Tensor:
    """Lengths that are not negative and add up to the number of values."""
    nvals = _nvals(values, lengths)
    return require(
        lengths,
        lambda: [tf.reduce_all(lengths >= 0), tf.equal(tf.reduce_sum(lengths), nvals())],
        "row_lengths: expected no negative ones, adding up to the number of values",
        {"row_lengths": lengths, "nvals": nvals},
        validate=validate,
    )


def checked_rowids(values: Any, rowids: tf.Tensor, nrows: tf.Tensor, validate: bool) -> tf.Tensor:
    """Row ids, one for each value, that rise from 0 to below `nrows`."""
    nvals = _nvals(values, rowids)
    return require(
        rowids,
        lambda: [
            tf.equal(tf.size(rowids, rowids.dtype), nvals()),
            tf.reduce_all((rowids >= 0) & (rowids < nrows)),
            tf.reduce_all(rowids[1:] >= rowids[:-1]),
        ],
        "value_rowids: expected one for each value, never falling, from 0 to below nrows",
        {"value_rowids": rowids, "nrows": nrows, "nvals": nvals},
        validate=validate,
    )


def _nvals(values: Any, like: tf.Tensor) -> Callable[[], Any]:
    return lambda: tf.cast(dynamic_shape(values, 1)[0], like.dtype)


def values_of(st: Any, name: str, value: Any) -> Any:
    """The values of a field value that has, or must have, the same rows as a ragged struct.

    Raises:
      TypeError, ValueError: naming the field, if it is not ragged, or its rows differ.
    """
    value = converted(name, value)
    if isinstance(value, tf.Tensor) and (value.shape.rank or 0) >= 2:
        value = tf.RaggedTensor.from_tensor(value, row_splits_dtype=st.row_splits.dtype)
    splits = getattr(value, "row_splits", None)
    if splits is None:
        raise TypeError(
            f"field {name!r}: expected rows as of this struct of shape {invariants.shown(st.shape)} "
            f"(a tf.RaggedTensor or a RaggedStructTensor), got {_kind(value)}"
        )
    return with_same_rows(value.values, f"field {name!r}", st.row_splits, splits)


def _kind(value: Any) -> str:
    shape = getattr(value, "shape", None)
    name = "a tensor" if isinstance(value, tf.Tensor) else f"a {type(value).__name__}"
    return (
        name
        if not isinstance(shape, tf.TensorShape)
        else f"{name} of shape {invariants.shown(shape)}"
    )


def with_same_rows(
    value: Any, what: str, own: tf.Tensor, other: tf.Tensor, owner: str = "the struct"
) -> Any:
    """The value, once two partitions are known to be the same.

    Args:
      value: what relies on it.
      what: names the second partition in messages.
      own: the row splits that are expected.
      other: the row splits that came.
      owner: names the first partition in messages.

    Raises:
      ValueError: if they differ; while tracing, an assertion fails when the graph runs.
    """
    if same(own, other):
        return value
    if not own.shape.is_compatible_with(other.shape):
        raise ValueError(
            f"{what}: expected {own.shape[0] - 1} rows as in {owner}, got {other.shape[0] - 1}"
        )
    if own.dtype != other.dtype:
        own, other = tf.cast(own, tf.int64), tf.cast(other, tf.int64)

    def conditions() -> list[Any]:
        if own.shape.is_fully_defined() and other.shape.is_fully_defined():
            return [tf.reduce_all(tf.equal(own, other))]
        n = tf.minimum(tf.size(own), tf.size(other))
        return [tf.equal(tf.size(own), tf.size(other)), tf.reduce_all(tf.equal(own[:n], other[:n]))]

    return require(
        value,
        conditions,
        f"{what}: expected the rows of {owner}",
        {"row_splits": other, f"of {owner}": own},
    )
