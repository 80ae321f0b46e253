"""Ragged structs: rows by splits, lengths, row ids and one length; what they share."""

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given
from hypothesis import strategies as st_

from tftypes import struct
from tftypes.struct import RaggedStructTensor


def values(count=4):
    return struct.constant(
        [{"x": i, "l": [0.5] * i} for i in range(count)], {"x": int, "l": [float]}
    )


ROWS = [[0, 1], [], [2, 3]]


@pytest.mark.parametrize(
    ("factory", "argument"),
    [
        ("from_row_splits", [0, 2, 2, 4]),
        ("from_row_lengths", [2, 0, 2]),
        ("from_value_rowids", [0, 0, 2, 2]),
    ],
)
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_rows_are_given_in_three_ways(factory, argument, dtype):
    rows = getattr(RaggedStructTensor, factory)(values(), np.array(argument, dtype))
    assert rows.shape.as_list() == [3, None] and rows.rank == 2
    assert rows["x"].to_list() == ROWS
    assert rows.row_splits.dtype == dtype and rows.row_splits.numpy().tolist() == [0, 2, 2, 4]
    assert [[row["x"] for row in rows] for rows in rows.to_py()] == ROWS


def test_python_numbers_make_int64_splits():
    assert RaggedStructTensor.from_row_splits(values(), [0, 4]).row_splits.dtype == tf.int64
    assert RaggedStructTensor.from_row_lengths(values(0), []).shape.as_list() == [0, None]


def test_rows_of_one_length():
    rows = RaggedStructTensor.from_uniform_row_length(values(), 2)
    assert rows.shape == [2, 2] and rows.uniform_row_length == 2
    assert rows["x"].shape == [2, 2] and rows["x"].to_list() == [[0, 1], [2, 3]]
    empty = RaggedStructTensor.from_uniform_row_length(values(0), 0, nrows=3)
    assert empty.to_py() == [[], [], []]
    dynamic = RaggedStructTensor.from_uniform_row_length(values(), tf.constant(4, tf.int32))
    assert dynamic.row_splits.dtype == tf.int32 and dynamic.shape == [1, 4]


def test_row_ids_with_a_number_of_rows():
    rows = RaggedStructTensor.from_value_rowids(values(), [1, 1, 1, 3], nrows=6)
    assert [len(row) for row in rows.to_py()] == [0, 3, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("factory", "arguments", "message"),
    [
        ("from_row_splits", [[1, 4]], "row_splits: expected 0 first"),
        ("from_row_splits", [[0, 3]], "then the number of values last; got row_splits [0, 3], nvals 4"),
        ("from_row_splits", [[0, 3, 2, 4]], "never falling"),
        ("from_row_splits", [[]], "row_splits: expected [0, ...], got an empty vector"),
        ("from_row_splits", [[[0, 4]]], "row_splits: expected a vector, got a tensor of shape [1, 2]"),
        ("from_row_splits", [[0.0, 4.0]], "row_splits: expected an int32 or int64 vector, got float64"),
        ("from_row_lengths", [[2, -1, 3]], "row_lengths: expected no negative ones"),
        ("from_row_lengths", [[2, 1]], "adding up to the number of values; got row_lengths [2, 1], nvals 4"),
        ("from_value_rowids", [[0, 0, 1]], "value_rowids: expected one for each value"),
        ("from_value_rowids", [[0, 1, 0, 2]], "never falling"),
        ("from_value_rowids", [[0, 1, 2, 3], 3], "from 0 to below nrows"),
        ("from_uniform_row_length", [3], "rows of this length do not make up the values"),
        ("from_uniform_row_length", [-1], "uniform_row_length: expected 0 or more, got -1"),
        ("from_uniform_row_length", [0], "nrows: must be given"),
    ],
)  # fmt: skip
def test_rows_that_do_not_fit_the_values_are_refused(factory, arguments, message):
    with pytest.raises((ValueError, TypeError)) as error:
        getattr(RaggedStructTensor, factory)(values(), *arguments)
    assert message in str(error.value)


def test_values_are_structs_with_a_first_dim():
    with pytest.raises(ValueError, match="expected a struct of shape .nvals"):
        RaggedStructTensor.from_row_splits(values()[0], [0])
    with pytest.raises(TypeError, match="values: expected a StructTensor, got list"):
        RaggedStructTensor.from_row_splits([1], [0, 1])
    with pytest.raises(TypeError, match="use RaggedStructTensor.from_row_splits"):
        RaggedStructTensor()


def test_splits_are_kept_and_shared_by_all_fields():
    splits = tf.constant([0, 2, 2, 4])
    rows = RaggedStructTensor.from_row_splits(values(), splits)
    assert rows.row_splits is splits
    assert rows["x"].row_splits is splits and rows["l"].row_splits is not None
    nested = RaggedStructTensor.from_row_splits(
        struct.DenseStructTensor([4], {"inner": values()}), splits
    )
    assert nested["inner"].row_splits is splits
    assert nested["inner"].values is nested.values["inner"]


def test_splits_of_both_dtypes_meet_in_one_ragged_tensor_as_int64():
    inner = tf.RaggedTensor.from_row_splits([1, 2, 3], tf.constant([0, 1, 3, 3, 3], tf.int64))
    st = values().with_updates(l=inner)
    rows = RaggedStructTensor.from_row_splits(st, tf.constant([0, 2, 2, 4], tf.int32))
    assert rows.row_splits.dtype == tf.int32  # kept
    assert rows["x"].row_splits.dtype == tf.int32
    assert rows["l"].row_splits.dtype == rows["l"].values.row_splits.dtype == tf.int64
    assert rows["l"].to_list() == [[[1], [2, 3]], [], [[], []]]
    wide = RaggedStructTensor.from_row_splits(rows, tf.constant([0, 3], tf.int64))
    assert wide["x"].to_list() == [ROWS]
    assert [s.dtype for s in wide.nested_row_splits] == [tf.int64, tf.int32]
    assert tf.function(lambda s: s)(wide)["l"].to_list() == wide["l"].to_list()
    assert next(iter(tf.data.Dataset.from_tensor_slices(wide).batch(1))).to_py() == wide.to_py()


def test_rows_of_rows():
    rows = struct.constant([[[{"x": 1}], []], [], [[{"x": 2}, {"x": 3}]]])
    assert rows.ragged_rank == 2 and rows.rank == 3 and len(rows.nested_row_splits) == 2
    assert rows.flat_values["x"].numpy().tolist() == [1, 2, 3]
    assert rows["x"].to_list() == [[[1], []], [], [[2, 3]]]


def test_updates_of_a_ragged_struct_have_its_rows():
    rows = RaggedStructTensor.from_row_splits(values(), [0, 2, 2, 4])
    doubled = rows.with_updates(y=rows["x"] * 2)
    assert doubled["y"].to_list() == [[0, 2], [], [4, 6]]
    assert doubled.row_splits is rows.row_splits
    assert doubled.values["x"] is rows.values["x"]
    assert rows.with_updates(z=tf.ragged.constant([[1, 2], [], [3, 4]]))["z"].to_list()[2] == [3, 4]
    assert rows.with_updates(inner=rows)["inner", "x"].to_list() == ROWS
    assert rows.without("l").to_py()[1] == [] and rows.with_only("l").field_names() == ("l",)
    uniform = RaggedStructTensor.from_uniform_row_length(values(), 2)
    assert uniform.with_updates(d=[[1, 2], [3, 4]])["d"].to_list() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            lambda: tf.ragged.constant([[1], [2], [3, 4]]),
            "field 'y': expected the rows of the struct",
        ),
        (
            lambda: tf.ragged.constant([[1, 2]]),
            "field 'y': expected 3 rows as in the struct, got 1",
        ),
        (lambda: [1, 2, 3], "field 'y': expected rows as of this struct of shape [3, None]"),
        (lambda: values(3), "got a DenseStructTensor of shape [3]"),
    ],
)
def test_an_update_with_other_rows_is_refused(value, message):
    rows = RaggedStructTensor.from_row_splits(values(), [0, 2, 2, 4])
    with pytest.raises((ValueError, TypeError)) as error:
        rows.with_updates(y=value())
    assert message in str(error.value)


def test_an_update_with_other_rows_is_refused_when_the_graph_runs():
    spec = tf.RaggedTensorSpec([None, None], tf.int32)

    @tf.function(input_signature=[spec])
    def run(y):
        return RaggedStructTensor.from_row_splits(values(), [0, 2, 2, 4]).with_updates(y=y)

    assert run(tf.ragged.constant([[1, 2], [], [3, 4]], row_splits_dtype=tf.int64)).rank == 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected the rows of the struct"):
        run(tf.ragged.constant([[1], [2], [3, 4]], row_splits_dtype=tf.int64))


@given(
    lengths=st_.lists(st_.integers(0, 3), max_size=4), dtype=st_.sampled_from(["int32", "int64"])
)
def test_the_factories_agree_with_those_of_ragged_tensors(lengths, dtype):
    total = sum(lengths)
    rows = tf.RaggedTensor.from_row_lengths(tf.range(total), tf.constant(lengths, dtype))
    made = {
        "row_splits": rows.row_splits,
        "row_lengths": rows.row_lengths(),
        "value_rowids": rows.value_rowids(),
    }
    for name, argument in made.items():
        more = [rows.nrows()] if name == "value_rowids" else []
        st = getattr(RaggedStructTensor, f"from_{name}")(values(total), argument, *more)
        assert st["x"].to_list() == rows.to_list()
        assert st.row_splits.dtype == dtype


def test_factories_trace():
    spec = tf.TensorSpec([None], tf.int32)

    @tf.function(input_signature=[spec])
    def run(lengths):
        return RaggedStructTensor.from_row_lengths(values(), lengths)

    assert run([1, 3])["x"].to_list() == [[0], [1, 2, 3]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="row_lengths: expected no negative"):
        run([1, 2])
