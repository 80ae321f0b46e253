"""What becomes of nulls: an error, a value, a companion, or a dimension of none or one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import tensorflow as tf
from hypothesis import given, settings

from tests.struct.columns import null_oracle
from tests.struct.columns.arrow_values import arrays, python
from tests.struct.times import TIMES
from tftypes import struct
from tftypes.struct.formats import nulls

TABLE = pa.table({"id": [1, 2, 3], "age": [30, None, 50], "tags": [["a", None], None, []]})


def read(table: Any, **arguments: Any) -> Any:
    return struct.from_arrow(table, **arguments)


# One example of each.


def test_an_error_by_default_with_the_column_and_the_row() -> None:
    with pytest.raises(
        struct.NullError, match="column 'age' has a null in row 1; nulls='fill', 'mask' or 'ragged'"
    ):
        read(TABLE)


def test_filled_with_zero_or_with_a_value() -> None:
    assert read(TABLE, nulls="fill").to_py() == [
        {"id": 1, "age": 30, "tags": [b"a", b""]},
        {"id": 2, "age": 0, "tags": []},
        {"id": 3, "age": 50, "tags": []},
    ]
    fills = {"age": struct.Fill(-1), "tags[]": struct.Fill("?"), ...: "fill"}
    assert read(TABLE, nulls=fills)["age"].numpy().tolist() == [30, -1, 50]
    assert read(TABLE, nulls=fills)["tags"].to_list() == [[b"a", b"?"], [], []]


def test_masked_by_a_companion() -> None:
    rows = read(TABLE, nulls="mask")
    assert rows.field_names() == ("id", "age", "age_mask", "tags", "tags_mask", "tags_item_mask")
    assert rows["age"].numpy().tolist() == [30, 0, 50]
    assert rows["age_mask"].numpy().tolist() == [True, False, True]
    assert rows["tags_mask"].numpy().tolist() == [True, False, True]
    assert rows["tags_item_mask"].to_list() == [[True, False], [], []]
    assert rows["tags_item_mask"].row_splits is rows["tags"].row_splits


def test_ragged_with_none_or_one() -> None:
    rows = read(TABLE, nulls="ragged")
    assert rows["id"].shape == [3] and rows["age"].shape == [3, None]
    assert rows["age"].to_list() == [[30], [], [50]]
    assert rows["tags"].to_list() == [[[[b"a"], []]], [], [[]]]


def test_by_column_it_applies_whether_there_are_nulls_or_not() -> None:
    policies = {"id": "mask", "age": "ragged", "tags": "fill", "tags[]": "fill"}
    for part in (TABLE, TABLE.slice(0, 1), TABLE.slice(0, 0)):
        spec = read(part, nulls=policies).__tf_type_spec__()
        assert spec.field_names() == ("id", "id_mask", "age", "tags")
        assert spec.field_specs["age"].shape.rank == 2


def test_the_schema_may_say_it_too() -> None:
    schema = {"id": tf.int64, "id_mask": tf.bool, "age": [tf.int64]}
    part = TABLE.select(["id", "age"]).slice(0, 1)
    rows = read(part, schema=schema, nulls={"id": "mask", "age": "ragged"})
    assert rows.to_py() == [{"id": 1, "id_mask": True, "age": [30]}]
    assert read(part, schema=schema | {"age": tf.int64}, nulls="mask")["id_mask"].numpy().all()
    with pytest.raises(struct.SchemaError, match="the schema's field 'id_mask' is missing"):
        read(part, schema=schema)


# In lists and structs.


def test_nulls_in_structs_and_lists_are_found_by_path_and_row() -> None:
    table = pa.table({"r": [{"steps": [{"t": 1}]}, {"steps": [{"t": 2}, {"t": None}]}]})
    with pytest.raises(struct.NullError, match=r"column 'r\.steps\.t' has a null in row 1"):
        read(table)
    table = pa.table({"l": [[[1.0], []], [[2.0], None]]})
    with pytest.raises(struct.NullError, match=r"column 'l\[\]' has a null in row 1"):
        read(table)
    fixed = pa.array([[1, 2], [3, None]], pa.list_(pa.int8(), 2))
    with pytest.raises(struct.NullError, match=r"column 'f\[\]' has a null in row 1"):
        read(pa.table({"f": fixed}))


def test_what_stands_in_a_null_struct_does_not_count() -> None:
    """Arrow may have anything there; it is no null of the field, and no value."""
    field = pa.array([1, 99, 3])
    parent = pa.StructArray.from_arrays([field], ["x"], mask=pa.array([False, True, False]))
    rows = read(pa.record_batch({"s": parent}), nulls="mask")
    assert rows.to_py() == [
        {"s": {"x": 1}, "s_mask": True},
        {"s": {"x": 0}, "s_mask": False},
        {"s": {"x": 3}, "s_mask": True},
    ]
    assert read(pa.record_batch({"s": parent}), nulls="ragged")["s"].to_py() == [
        [{"x": 1}], [], [{"x": 3}]
    ]  # fmt: skip


def test_what_stands_in_a_null_list_does_not_count() -> None:
    lists = pa.Array.from_buffers(
        pa.list_(pa.int8()), 3,
        [pa.py_buffer(b"\x05"), pa.py_buffer(np.array([0, 1, 3, 4], np.int32))],
        children=[pa.array([1, 77, 78, 4], pa.int8())],
    )  # fmt: skip
    assert lists.to_pylist() == [[1], None, [4]]
    assert read(pa.record_batch({"l": lists}), nulls="fill")["l"].to_list() == [[1], [], [4]]
    assert read(pa.record_batch({"l": lists}), nulls="ragged")["l"].to_list() == [[[1]], [], [[4]]]


def test_a_null_list_that_is_dense_by_the_schema_is_filled() -> None:
    table = pa.table({"at": [[1.0, 2.0], None, [3.0, None]]})
    schema = {"at": tf.TensorSpec([2], tf.float64)}
    assert read(table, schema=schema, nulls="fill")["at"].numpy().tolist() == [
        [1, 2],
        [0, 0],
        [3, 0],
    ]
    part, fills = table.slice(0, 2), {"at": struct.Fill(7.0)}
    assert read(part, schema=schema, nulls=fills)["at"].numpy().tolist() == [[1, 2], [7, 7]]
    only = pa.table({"at": pa.array([None, None], pa.list_(pa.float64()))})
    assert read(only, schema=schema, nulls="fill")["at"].numpy().tolist() == [[0, 0], [0, 0]]


def test_rows_that_are_null() -> None:
    array = pa.array([{"x": 1}, None])
    with pytest.raises(struct.NullError, match="there is a null struct in row 1"):
        read(array)
    assert read(array, nulls="mask").to_py() == [{"x": 1, "_mask": True}, {"x": 0, "_mask": False}]
    assert read(array, nulls="ragged").to_py() == [[{"x": 1}], []]


@pytest.mark.parametrize("kind", ["fill", "mask", "ragged"])
def test_a_column_of_nulls_only_is_what_the_schema_says(kind: str) -> None:
    table = pa.table({"x": pa.nulls(2)})
    with pytest.raises(TypeError, match="column 'x' is of type null, .*; a schema says what"):
        read(table, nulls=kind)
    schema = {"x": [tf.float32]} if kind == "ragged" else {"x": tf.float32}
    schema |= {"x_mask": tf.bool} if kind == "mask" else {}
    assert read(table, schema=schema, nulls=kind)["x"].dtype == tf.float32


# Against plain Python.


@settings(max_examples=120 * TIMES)
@given(arrays(nulls=True, structs=True))
def test_fill_against_plain_python(array: Any) -> None:
    expected = [null_oracle.filled(value, array.type) for value in array.to_pylist()]
    assert read(array, nulls="fill").to_py() == expected


@settings(max_examples=120 * TIMES)
@given(arrays(nulls=True, structs=True))
def test_ragged_against_plain_python(array: Any) -> None:
    assert read(array, nulls="ragged").to_py() == null_oracle.optional(
        array.to_pylist(), array.type
    )


@settings(max_examples=120 * TIMES)
@given(arrays(nulls=True))
def test_mask_against_plain_python(array: Any) -> None:
    rows = read(pa.record_batch({"x": array}), nulls="mask")
    found = {name: rows[name] for name in rows.field_names() if name != "x"}
    listed = {
        name: mask.to_list() if isinstance(mask, tf.RaggedTensor) else mask.numpy().tolist()
        for name, mask in found.items()
    }
    assert listed == null_oracle.masks(array.to_pylist(), array.type, "x")


# And back.


def test_companions_are_written_as_the_nulls_that_they_stand_for() -> None:
    rows = read(TABLE, nulls="mask")
    batch = struct.to_arrow(rows, masks=True)
    assert pa.Table.from_batches([batch]).equals(TABLE)
    bits = batch["age"].buffers()[0]
    assert bits.size == 1  # of the mask, packed; the values are where they were
    assert batch["age"].buffers()[1].address == struct.to_arrow(rows)["age"].buffers()[1].address


@settings(max_examples=120 * TIMES)
@given(arrays(nulls=True))
def test_every_null_comes_back(array: Any) -> None:
    batch = pa.record_batch({"x": array})
    back = struct.to_arrow(read(batch, nulls="mask"), masks=True, binary=True)
    back.validate(full=True)
    if "fixed_size_binary" not in str(array.type):  # which is filled with empty strings
        assert [python(row) for row in back.to_pylist()] == [python(r) for r in batch.to_pylist()]


def test_a_mask_must_fit_its_field() -> None:
    rows = struct.constant([{"x": 1, "x_mask": 1}])
    with pytest.raises(ValueError, match=r"to_arrow\(\): 'x_mask': expected a bool for each value"):
        struct.to_arrow(rows, masks=True)


# Arguments.


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ("drop", "argument 'nulls': expected 'error', 'fill', .*, got 'drop'"),
        ({"age": 0}, "argument 'nulls': expected .*, got 0"),
        ({1: "fill"}, "expected column paths as keys, got 1"),
        ({"ages": "fill", ...: "fill"}, "there is no column 'ages'; .*did you mean 'age'"),
        (struct.Fill("x"), "column 'age': nulls cannot be filled with 'x': the dtype is int64"),
        (struct.Fill(1.5), "column 'age': nulls cannot be filled with 1.5: the dtype is int64"),
        (struct.Fill(1 << 70), "column 'age': nulls cannot be filled with"),
    ],
)
def test_policies_that_cannot_be(policy: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(TABLE.select(["id", "age"]), nulls=policy)


def test_a_companion_must_not_take_a_fields_place() -> None:
    table = pa.table({"x_mask": [1, 2], "x": [1, None]})
    with pytest.raises(
        ValueError, match="puts a field 'x_mask' beside 'x', and there is one already"
    ):
        read(table, nulls="mask")


@pytest.mark.parametrize("dtype", [tf.int8, tf.float16, tf.bool, tf.string, tf.complex64])
def test_zero_of_each_dtype(dtype: Any) -> None:
    assert nulls.Policy("fill").zero(dtype, "x") == tf.zeros([], dtype).numpy()
