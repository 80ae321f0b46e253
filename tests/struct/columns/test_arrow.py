"""Arrow arrays, record batches and tables of every type that TensorFlow has, both ways."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.columns.arrow_values import OTHERS, arrays, python, values
from tests.struct.times import TIMES
from tftypes import struct
from tftypes.struct.formats._arrow_types import DTYPES


def as_array(value: Any) -> Any:
    return value.to_struct_array() if isinstance(value, pa.RecordBatch) else value


# What corresponds to what.


def test_a_record_batch_is_a_vector_of_structs() -> None:
    batch = pa.record_batch({"id": [1, 2], "title": ["a", "b"], "tags": [["x"], []]})
    rows = struct.from_arrow(batch)
    assert rows.shape == [2] and rows.field_names() == ("id", "title", "tags")
    assert rows.to_py() == [
        {"id": 1, "title": b"a", "tags": [b"x"]},
        {"id": 2, "title": b"b", "tags": []},
    ]
    assert struct.to_arrow(rows).equals(batch)


def test_a_list_of_structs_is_a_ragged_struct() -> None:
    lists = pa.array([[{"x": 1}], [], [{"x": 2}, {"x": 3}]])
    rows = struct.from_arrow(lists)
    assert isinstance(rows, struct.RaggedStructTensor) and rows.shape == [3, None]
    assert rows["x"].to_list() == [[1], [], [2, 3]]
    assert struct.to_arrow(rows).equals(lists)


def test_a_fixed_size_list_is_a_dense_dim() -> None:
    inner = pa.struct([("x", pa.int32()), ("tags", pa.list_(pa.string()))])
    value = [[{"x": 1, "tags": ["a"]}, {"x": 2, "tags": []}]]
    array = pa.array([{"pair": value[0], "m": [[1.0, 2.0]]}],
                     pa.struct([("pair", pa.list_(inner, 2)),
                                ("m", pa.list_(pa.list_(pa.float32(), 2), 1))]))  # fmt: skip
    rows = struct.from_arrow(array)
    assert rows["m"].shape == [1, 1, 2]
    assert isinstance(rows["pair"], struct.DenseStructTensor) and rows["pair"].shape == [1, 2]
    assert as_array(struct.to_arrow(rows)).equals(array)


def test_arrays_of_numbers_are_tensors() -> None:
    assert struct.from_arrow(pa.array([1, 2], pa.int16())).dtype == tf.int16
    assert struct.from_arrow(pa.array([[1.0], []])).to_list() == [[1.0], []]
    assert struct.to_arrow(tf.constant([[1, 2], [3, 4]])).to_pylist() == [[1, 2], [3, 4]]
    assert struct.to_arrow(tf.ragged.constant([[1], []])).type == pa.large_list(pa.int32())


def test_a_scalar_is_a_single_structure_both_ways() -> None:
    scalar = pa.scalar({"x": 1, "l": [1.0, 2.0], "s": {"t": "a"}})
    one = struct.from_arrow(scalar)
    assert one.shape == [] and one.to_py() == {"x": 1, "l": [1.0, 2.0], "s": {"t": b"a"}}
    assert struct.to_arrow(one).as_py() == scalar.as_py()


def test_tables_readers_and_whatever_exports_arrow() -> None:
    table = pa.table({"x": pa.chunked_array([[1, 2], [], [3]]), "s": ["a", "b", "c"]})
    expected = struct.from_arrow(table).to_py()
    assert [row["x"] for row in expected] == [1, 2, 3]

    class Frame:
        """As a polars DataFrame or a DuckDB result is to us."""

        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
            return table.__arrow_c_stream__(requested_schema)

    class Batch:
        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return table.to_batches()[0].__arrow_c_array__(requested_schema)

    assert struct.from_arrow(table.to_reader()).to_py() == expected
    assert struct.from_arrow(Frame()).to_py() == expected
    assert struct.from_arrow(Batch()).to_py() == expected[:2]


def test_whoever_takes_arrow_takes_structs() -> None:
    rows = struct.constant([{"x": 1, "l": ["a"]}, {"x": 2, "l": []}])
    assert pa.table(rows).to_pylist() == [{"x": 1, "l": ["a"]}, {"x": 2, "l": []}]
    assert pa.record_batch(rows).num_rows == 2
    assert pa.array(rows).type == pa.struct([("x", pa.int32()), ("l", pa.large_list(pa.string()))])
    assert pa.chunked_array(rows).num_chunks == 1
    assert pa.schema(rows).names == ["x", "l"]
    with pytest.raises(TypeError, match="a single structure is no array"):
        pa.array(rows[0])


def test_other_encodings_of_the_same_values() -> None:
    array = pa.StructArray.from_arrays(
        [
            pa.array(["a", "b", "a"]).dictionary_encode(),
            pa.RunEndEncodedArray.from_arrays([2, 3], [7, 8]),
            pa.array(["u", "v", "w"], pa.string_view()),
            pa.array([[1], [], [2, 3]], pa.list_view(pa.int8())),
            pa.array([[("k", 1)], [], []], pa.map_(pa.string(), pa.int32())),
        ],
        ["dictionary", "runs", "view", "lists", "map"],
    )
    rows = struct.from_arrow(array)
    assert rows["dictionary"].numpy().tolist() == [b"a", b"b", b"a"]
    assert rows["runs"].numpy().tolist() == [7, 7, 8]
    assert rows["view"].numpy().tolist() == [b"u", b"v", b"w"]
    assert rows["lists"].to_list() == [[1], [], [2, 3]]
    assert rows["map"].to_py() == [[{"key": b"k", "value": 1}], [], []]


def test_list_views_may_overlap_and_go_backwards() -> None:
    views = pa.ListViewArray.from_arrays([2, 0, 1], [1, 2, 2], pa.array([1, 2, 3]))
    assert struct.from_arrow(views).to_list() == [[3], [1, 2], [2, 3]]


def test_tensors_of_one_shape_in_arrows_extension_type() -> None:
    import numpy as np

    tensors = pa.FixedShapeTensorArray.from_numpy_ndarray(np.arange(12.0).reshape(2, 2, 3))
    assert struct.from_arrow(tensors).numpy().tolist() == np.arange(12.0).reshape(2, 2, 3).tolist()


@settings(max_examples=150 * TIMES)
@given(arrays())
def test_every_array_comes_back_as_it_was(array: Any) -> None:
    value = struct.from_arrow(array)
    back = as_array(struct.to_arrow(value, array.type))
    back.validate(full=True)
    assert back.type == array.type
    assert back.to_pylist() == array.to_pylist()
    if isinstance(value, struct.StructTensor):
        assert value.to_py() == python(array.to_pylist())


@settings(max_examples=40 * TIMES)
@given(arrays(), arrays())
def test_chunks_come_as_one(first: Any, second: Any) -> None:
    chunks = [first, first.slice(len(first)), first]
    if second.type == first.type:
        chunks.append(second)
    value = struct.from_arrow(pa.chunked_array(chunks))
    expected = [each for chunk in chunks for each in chunk.to_pylist()]
    assert as_array(struct.to_arrow(value, first.type)).to_pylist() == expected


@settings(max_examples=40 * TIMES)
@given(arrays(structs=True))
def test_ipc_comes_back_as_it_was(array: Any) -> None:
    batch = pa.RecordBatch.from_struct_array(array)
    rows = struct.from_arrow(batch)
    for stream in (False, True):
        data = struct.to_arrow_ipc(rows, schema=batch.schema, stream=stream)
        assert struct.from_arrow_ipc(data).to_py() == rows.to_py()


def test_ipc_files(tmp_path: Any) -> None:
    rows = struct.constant([{"x": 1}, {"x": 2}])
    struct.to_arrow_ipc(rows, tmp_path / "rows.arrow")
    assert struct.from_arrow_ipc(tmp_path / "rows.arrow").to_py() == rows.to_py()
    with (tmp_path / "rows.arrow").open("rb") as file:
        assert struct.from_arrow_ipc(file).to_py() == rows.to_py()
    with pytest.raises(FileNotFoundError):
        struct.from_arrow_ipc(tmp_path / "none.arrow")


@pytest.mark.parametrize("fields", [{}, {"x": pa.array([], pa.int64())}])
def test_no_rows_and_no_fields(fields: Any) -> None:
    rows = struct.from_arrow(pa.record_batch(fields))
    assert rows.shape == [0] and rows.to_py() == []
    empty = struct.from_arrow(pa.array([{}, {}], pa.struct([])))
    assert empty.shape == [2] and struct.to_arrow(empty).num_rows == 2


# Checked against a schema.

LOW = pa.table({"id": pa.array([1, 2], pa.int32()), "at": [[1.0, 2.0], [3.0, 4.0]]})


def test_the_schema_says_the_order_and_what_is_dense() -> None:
    rows = struct.from_arrow(LOW, {"at": tf.TensorSpec([2], tf.float64), "id": tf.int32})
    assert rows.field_names() == ("at", "id") and rows["at"].shape == [2, 2]


@settings(max_examples=60 * TIMES)
@given(
    st.sampled_from(sorted(DTYPES, key=str)),
    st.sampled_from(sorted(DTYPES.values(), key=lambda dtype: dtype.name)),
    st.data(),
)
def test_numbers_are_read_in_the_dtype_that_the_schema_says_or_refused(
    kind: Any, dtype: tf.DType, data: Any
) -> None:
    """As JSON lines of the same numbers, and the same schema, are read."""
    drawn = data.draw(st.lists(st.none() | values(kind), min_size=1, max_size=4))
    table = pa.table({"a": pa.array(drawn, kind)})
    numbers = table["a"].to_pylist()

    def outcome(read: Any) -> Any:
        try:
            return read()["a"].numpy().tolist()
        except struct.SchemaError:
            return "refused"

    found = outcome(lambda: struct.from_arrow(table, {"a": dtype}, nulls="fill"))
    if dtype.is_integer and pa.types.is_floating(kind) or None in numbers and dtype == tf.float16:
        return  # JSON reads an integer, such as 2.0, as one where Arrow has floats
    lines = "\n".join(json.dumps({"a": number}) for number in numbers)
    assert found == outcome(lambda: struct.from_json_lines(lines, {"a": dtype}, nulls="fill"))


def test_a_number_that_does_not_fit_is_named() -> None:
    table = pa.table({"s": [[{"x": 1}], [{"x": None}, {"x": 300}]]})
    schema = {"s": [{"x": tf.int8}]}
    with pytest.raises(struct.SchemaError, match="field 's.x': expected int8, got 300 in row 1"):
        struct.from_arrow(table, schema, nulls="fill")
    with pytest.raises(struct.SchemaError, match="field 'x': expected float32, got 1e.39 in row 0"):
        struct.from_arrow(pa.table({"x": [1e39]}), {"x": tf.float32})


def test_lists_in_views_of_strings_in_views() -> None:
    kind = pa.list_view(pa.string_view())
    array = pa.array([["a", "b"], None, ["c"]], kind)
    assert struct.from_arrow(array, nulls="fill").to_list() == [[b"a", b"b"], [], [b"c"]]
    nested = pa.array([[["a"], []], [["b"]]], pa.list_view(pa.list_view(pa.binary_view())))
    assert struct.from_arrow(nested).to_list() == [[[b"a"], []], [[b"b"]]]


def test_data_that_is_nested_too_deep_is_refused() -> None:
    kind = pa.int32()
    for _ in range(101):
        kind = pa.struct([("a", kind)])
    with pytest.raises(ValueError, match="column 'a.a.a.*nested more than 100 levels deep"):
        struct.from_arrow(pa.array([], kind))


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"id": tf.string, "at": [tf.float64]}, "field 'id': expected string[None], got Arrow's int32"),
        ({"id": tf.int32, "at": tf.float64}, "field 'at': expected float64[None], got Arrow's list"),
        ({"id": tf.int32, "at": [tf.int32]}, "field 'at[]': expected int32[None], got Arrow's double"),
        ({"id": tf.int32}, "field 'at' is not in the schema, which has 'id'"),
        ({"id": tf.int32, "at": [tf.float64], "a": tf.bool}, "the schema's field 'a' is missing; there are 'id', 'at'; did you mean 'at'?"),
        ({"id": tf.int32, "at": {"x": tf.float64}}, "field 'at': expected struct[None] {x}, got Arrow's list"),
        ({"id": tf.int32, "at": tf.TensorSpec([3], tf.float64)}, "field 'at': expected float64[None, 3], got 2 items in row 0"),
    ],
)  # fmt: skip
def test_data_that_is_not_what_the_schema_says(schema: Any, message: str) -> None:
    with pytest.raises(struct.SchemaError) as error:
        struct.from_arrow(LOW, schema)
    assert message in str(error.value)


def test_what_is_written_is_what_the_schema_says() -> None:
    rows = struct.constant([{"id": 1, "day": 3}])
    schema = pa.schema([("id", pa.int8()), ("day", pa.date32())])
    assert struct.to_arrow(rows, schema).schema == schema
    with pytest.raises(ValueError, match="argument 'schema': expected .*int8.*1000 not in range"):
        struct.to_arrow(struct.constant([{"id": 1000, "day": 3}]), schema)


def test_the_arrow_schema_of_a_schema_is_that_of_what_is_written() -> None:
    schema = {"id": tf.int64, "pair": tf.TensorSpec([2], tf.float16), "steps": [{"t": str}]}
    rows = struct.constant([{"id": 1, "pair": [1.0, 2.0], "steps": [{"t": "a"}]}], schema)
    assert struct.arrow_schema(schema) == struct.to_arrow(rows).schema


# What TensorFlow has not.


@pytest.mark.parametrize(
    ("type_", "dtype"),
    [
        (pa.timestamp("us"), tf.int64), (pa.date32(), tf.int32), (pa.date64(), tf.int64),
        (pa.time32("s"), tf.int32), (pa.duration("ns"), tf.int64),
    ],
)  # fmt: skip
def test_dates_and_times_are_numbers_if_the_schema_says_so(type_: Any, dtype: Any) -> None:
    stored = pa.int32() if dtype == tf.int32 else pa.int64()
    batch = pa.record_batch({"t": pa.array([0, 86_400_000], stored).cast(stored).view(type_)})
    with pytest.raises(TypeError, match=f"column 't' is of type .*schema that says {dtype.name}"):
        struct.from_arrow(batch)
    rows = struct.from_arrow(batch, {"t": dtype})
    assert rows["t"].numpy().tolist() == [0, 86_400_000]
    if type_ != pa.date64():
        assert struct.to_arrow(rows, batch.schema).equals(batch)


def test_days_are_read_as_int64_too() -> None:
    batch = pa.record_batch({"t": pa.array([0, 20_000], pa.int32()).view(pa.date32())})
    assert struct.from_arrow(batch, {"t": tf.int64})["t"].dtype == tf.int64
    with pytest.raises(struct.SchemaError, match="field 't': expected int8, got 20000 in row 1"):
        struct.from_arrow(batch, {"t": tf.int8})


def test_decimals_are_floats_if_the_schema_says_so() -> None:
    import decimal

    batch = pa.record_batch({"d": pa.array([decimal.Decimal("1.50")])})
    with pytest.raises(
        TypeError, match=r"column 'd' is of type decimal128\(3, 2\), .*floats with a"
    ):
        struct.from_arrow(batch)
    assert struct.from_arrow(batch, {"d": tf.float64})["d"].numpy().tolist() == [1.5]
    with pytest.raises(
        struct.SchemaError, match="field 'd': expected int64.*decimal128.*data loss"
    ):
        struct.from_arrow(batch, {"d": tf.int64})


@settings(max_examples=80 * TIMES)
@given(st.data())
def test_any_type_is_read_or_refused_by_name(data: Any) -> None:
    """Nested in whatever way; what is read is what Arrow says is there."""
    type_ = data.draw(st.sampled_from(OTHERS))
    for wrap in data.draw(
        st.lists(st.sampled_from([pa.list_, pa.large_list, _in_struct]), max_size=3)
    ):
        type_ = wrap(type_)
    count = data.draw(st.integers(0, 3))
    batch = pa.record_batch({"x": pa.nulls(count, type_)})
    try:
        rows = struct.from_arrow(batch, nulls="ragged")
    except TypeError as error:
        assert str(error).startswith("from_arrow(): column 'x")
    else:
        assert rows.to_py() == [{"x": []}] * count


def _in_struct(type_: Any) -> Any:
    return pa.struct([("f", type_)])


def test_unions_are_refused_wherever_they_are() -> None:
    union = pa.UnionArray.from_sparse(
        pa.array([0, 1], pa.int8()), [pa.array([1, 2]), pa.array(["a", "b"])]
    )
    nested = pa.StructArray.from_arrays([pa.ListArray.from_arrays([0, 2], union)], ["us"])
    with pytest.raises(TypeError, match=r"column 's\.us\[\]' is of type sparse_union"):
        struct.from_arrow(pa.record_batch({"s": nested}))


def test_what_arrow_has_not() -> None:
    with pytest.raises(TypeError, match=r"field 'a\.c' is of dtype complex64, for which"):
        struct.to_arrow(struct.constant([{"a": {"c": tf.constant(1j, tf.complex64)}}]))
    sparse = struct.DenseStructTensor([2], {"s": tf.sparse.eye(2)})
    with pytest.raises(TypeError, match="field 's' is a SparseTensor"):
        struct.to_arrow(sparse)
    with pytest.raises(TypeError, match="field 'x' is symbolic"):
        tf.function(lambda st: struct.to_arrow(st))(struct.constant([{"x": 1}]))


def test_text_must_be_utf8_unless_it_is_written_as_binary() -> None:
    rows = struct.constant([{"s": b"\xff"}])
    with pytest.raises(ValueError, match=r"field 's' has strings that are no UTF-8; binary=True"):
        struct.to_arrow(rows)
    assert struct.to_arrow(rows, binary=True).to_pylist() == [{"s": b"\xff"}]
    assert struct.to_arrow(rows, pa.schema([("s", pa.binary())])).to_pylist() == [{"s": b"\xff"}]


def test_two_columns_of_one_name() -> None:
    with pytest.raises(ValueError, match="the data has two fields named 'x'"):
        struct.from_arrow(pa.RecordBatch.from_arrays([[1], [2]], ["x", "x"]))


def test_what_is_no_arrow() -> None:
    with pytest.raises(TypeError, match=r"argument 'data': expected a pyarrow .* got dict"):
        struct.from_arrow({"x": [1]})


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"id": pa.int64()}, "field 'items' is not in the schema, which has 'id'"),
        ({"id": pa.int64(), "item": pa.int64()}, "the schema's field 'item' is missing; there are 'id', 'items'"),
        ({"id": pa.int64(), "items": pa.list_(pa.struct({"m": pa.int64()}))}, "'items..': the schema's field 'm'"),
    ],
    ids=["fewer", "other", "others in a list"],
)  # fmt: skip
def test_a_schema_to_be_written_has_the_fields_of_the_struct(schema: Any, message: str) -> None:
    """Arrow's own cast drops what is not in it, and writes nulls for what is not there."""
    st = struct.constant([{"id": 1, "items": [{"n": 1}]}])
    with pytest.raises(struct.SchemaError, match=message):
        struct.to_arrow(st, pa.schema(schema))
    turned = pa.schema({"items": pa.list_(pa.struct({"n": pa.int64()})), "id": pa.int64()})
    assert struct.to_arrow(st, turned).to_pylist() == [{"items": [{"n": 1}], "id": 1}]
