"""Structs that hypothesis draws, beside what they are in Python: element `i` is `rows[i]`.

A struct of any shape holds elements 0, 1, 2, ...; what an op does to it is told by what NumPy, or
TensorFlow, does to an array of these numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from hypothesis import strategies as st

from tests.struct.graphs import Version1
from tftypes import struct
from tftypes.struct import (
    DenseStructTensor,
    DenseStructTensorSpec,
    RaggedStructTensor,
    RaggedStructTensorSpec,
)

#: Fields by name: how the value of element `i` is made.
FIELDS = {
    "int": lambda i, some: i,
    "vector": lambda i, some: [float(i), float(some)],
    "string": lambda i, some: b"s%d" % i,
    "list": lambda i, some: [i * 10 + k for k in range(some)],
    "lists": lambda i, some: [[k % 2 == 0] * k for k in range(some)],
    "struct": lambda i, some: {"half": i / 2, "names": [b"n%d" % i] * some},
    "structs": lambda i, some: [{"key": i + k, "tags": [b"t"] * k} for k in range(some)],
}


class Drawn(NamedTuple):
    """A struct, and its elements in Python."""

    struct: Any
    rows: list[dict[str, Any]]

    def nested(self, ids: Any) -> Any:
        """The elements of these numbers, nested as the numbers are."""
        if isinstance(ids, np.ndarray):
            ids = ids.tolist()
        if isinstance(ids, list):
            return [self.nested(item) for item in ids]
        return self.rows[int(ids)]


def ids_of(shape: tuple[int, ...]) -> Any:
    return np.arange(int(np.prod(shape, dtype=int))).reshape(shape)


@st.composite
def dense(draw: Any, shape: tuple[int, ...] | None = None) -> Drawn:
    """A dense struct of rank 0 to 3, with some of the fields in any order."""
    if shape is None:
        shape = tuple(draw(st.lists(st.integers(0, 3), max_size=3)))
    names = draw(st.lists(st.sampled_from(sorted(FIELDS)), min_size=1, max_size=4, unique=True))
    return made(shape, names, draw(st.integers(0, 99)), draw(st.sampled_from([tf.int32, tf.int64])))


def made(shape: tuple[int, ...], names: Any, seed: int, splits: Any = tf.int64) -> Drawn:
    count = int(np.prod(shape, dtype=int))
    some = np.random.RandomState(seed).randint(0, 3, [count])
    rows = [{name: FIELDS[name](i, int(some[i])) for name in names} for i in range(count)]
    fields = {name: _column(name, [row[name] for row in rows], shape, splits) for name in names}
    return Drawn(DenseStructTensor(shape, fields), rows)


@st.composite
def ragged(draw: Any) -> Drawn:
    """A ragged struct of rank 2 or 3, over a dense one or over rows."""
    names = draw(st.lists(st.sampled_from(sorted(FIELDS)), min_size=1, max_size=3, unique=True))
    lengths = draw(st.lists(st.integers(0, 3), max_size=4))
    form = draw(st.sampled_from(["rows", "rows of rows", "rows of pairs"]))
    dtype, seed = draw(st.sampled_from([tf.int32, tf.int64])), draw(st.integers(0, 99))
    count = sum(lengths)
    if form == "rows of rows":
        inner = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
        drawn = made((sum(inner),), names, seed, dtype)
        values = RaggedStructTensor.from_row_lengths(drawn.struct, tf.constant(inner, tf.int64))
    else:
        drawn = made((count, 2) if form == "rows of pairs" else (count,), names, seed, dtype)
        values = drawn.struct
    lengths = tf.constant(lengths, dtype, shape=[len(lengths)])
    return Drawn(RaggedStructTensor.from_row_lengths(values, lengths), drawn.rows)


def _column(name: str, values: list[Any], shape: tuple[int, ...], splits: Any) -> Any:
    """A field of these values, one for each element, with the dims of the struct first."""
    if name == "struct":
        inner = {
            "half": _dense([v["half"] for v in values], tf.float32, shape),
            "names": _lists([v["names"] for v in values], tf.string, shape, splits),
        }
        return DenseStructTensor(shape, inner)
    if name == "structs":
        flat = [item for value in values for item in value]
        tags = _lists([item["tags"] for item in flat], tf.string, (len(flat),), splits)
        key = _dense([item["key"] for item in flat], tf.int32, (len(flat),))
        rows = DenseStructTensor([len(flat)], {"key": key, "tags": tags})
        lengths = tf.constant([len(value) for value in values], splits, shape=[len(values)])
        return _in_dims(RaggedStructTensor.from_row_lengths(rows, lengths), shape)
    if name == "list":
        return _lists(values, tf.int64, shape, splits)
    if name == "lists":
        return _in_dims(
            tf.ragged.constant(values, tf.bool, ragged_rank=2, row_splits_dtype=splits), shape
        )
    dtype = {"int": tf.int32, "vector": tf.float32, "string": tf.string}[name]
    return _dense(values, dtype, (*shape, 2) if name == "vector" else shape)


def _dense(values: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
    return tf.reshape(tf.constant(values, dtype), shape)


def _lists(values: Any, dtype: Any, shape: tuple[int, ...], splits: Any) -> Any:
    made = tf.ragged.constant(values, dtype, ragged_rank=1, row_splits_dtype=splits)
    return _in_dims(made, shape)


def _in_dims(rows: Any, shape: tuple[int, ...]) -> Any:
    """Rows with other leading dims, by partitions of uniform length."""
    if not shape:
        return rows.values
    for dim in range(len(shape) - 1, 0, -1):
        count = int(np.prod(shape[:dim], dtype=int))
        kind = RaggedStructTensor if isinstance(rows, RaggedStructTensor) else tf.RaggedTensor
        length = tf.constant(shape[dim], rows.row_splits.dtype)
        rows = kind.from_uniform_row_length(rows, length, count)
    return rows


def relaxed(spec: Any) -> Any:
    """The spec with no dim known but the ones that a field must have."""
    if isinstance(spec, RaggedStructTensorSpec):
        return RaggedStructTensorSpec(
            [None] * spec.shape.rank, relaxed(spec.values_spec), spec.row_splits_dtype
        )
    if isinstance(spec, DenseStructTensorSpec):
        fields = {name: relaxed(field) for name, field in spec.field_specs.items()}
        return DenseStructTensorSpec([None] * spec.shape.rank, fields)
    if isinstance(spec, tf.RaggedTensorSpec):
        return tf.RaggedTensorSpec(
            [None] * spec.shape.rank, spec.dtype, spec.ragged_rank, spec.row_splits_dtype
        )
    return tf.TensorSpec([None] * spec.shape.rank, spec.dtype)


#: How an op is run: eagerly, in a function, in the graph of a TensorFlow 1 session.
MODES = ("eager", "function", "session")


def run(op: Any, structs: list[Any], mode: str) -> Any:
    """What an op makes of structs; in graphs traced with unknown dims."""
    if mode == "eager":
        return op(*structs)
    specs = [relaxed(value.__tf_type_spec__()) for value in structs]
    if mode == "function":
        traced = tf.function(op, autograph=False).get_concrete_function(*specs)
        return traced(*structs)

    def of_tensors(*tensors: Any) -> Any:
        return op(*tf.nest.pack_sequence_as(specs, list(tensors), expand_composites=True))

    flat = tf.nest.flatten(specs, expand_composites=True)
    arrays = [part.numpy() for part in tf.nest.flatten(structs, expand_composites=True)]
    return Version1(of_tensors, flat).whole(arrays)


def check(drawn: Drawn, result: Any, ids: Any) -> None:
    """The result holds the elements of these numbers, and is a valid struct."""
    assert result.to_py() == drawn.nested(ids)
    if isinstance(ids, np.ndarray):
        assert result.shape.as_list() == list(ids.shape)
    valid(result)


def valid(result: Any) -> None:
    """The invariants of structs hold, at all depths."""
    if isinstance(result, RaggedStructTensor):
        valid(result.values)
        RaggedStructTensor.from_row_splits(result.values, result.row_splits)
        return
    DenseStructTensor(result.shape, result._fields)
    for name in result.field_names():
        value = result.field_value(name)
        if isinstance(value, struct.StructTensor):
            valid(value)
