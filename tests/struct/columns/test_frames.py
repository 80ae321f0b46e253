"""pandas DataFrames, NumPy structured arrays and Awkward arrays, both ways."""

from __future__ import annotations

from typing import Any

import awkward as ak
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.columns.arrow_values import arrays
from tftypes import struct

# pandas.


def same(frame: Any, other: Any) -> None:
    pd.testing.assert_frame_equal(frame, other)


def test_columns_are_fields() -> None:
    frame = pd.DataFrame(
        {"a": [1, 2], "b": [0.5, float("nan")], "c": ["x", "y"], "d": [True, False]}
    )
    rows = struct.from_pandas(frame)
    assert rows.shape == [2] and rows.field_names() == ("a", "b", "c", "d")
    assert rows["a"].dtype == tf.int64 and rows["d"].dtype == tf.bool
    assert np.isnan(rows["b"].numpy()[1])
    same(struct.to_pandas(rows), frame)
    same(rows.to_pandas(), frame)


@pytest.mark.parametrize(
    ("column", "dtype", "nulls"),
    [
        (pd.array([1, None], "Int32"), tf.int32, True),
        (pd.array([True, None], "boolean"), tf.bool, True),
        (pd.array(["a", None], "string"), tf.string, True),
        (pd.array([1.5, None], "Float64"), tf.float64, True),
        (pd.array(["a", None], object), tf.string, True),
        (pd.array([3, None], pd.ArrowDtype(pa.int8())), tf.int8, True),
        (pd.Categorical(["u", "v"]), tf.string, False),
        (pd.Categorical([10, 20]), tf.int64, False),
        (pd.arrays.SparseArray([0.0, 1.0]), tf.float64, False),
        (np.array([1, 2], np.float16), tf.float16, False),
    ],
)
def test_dtypes(column: Any, dtype: Any, nulls: bool) -> None:
    frame = pd.DataFrame({"x": column})
    if nulls:
        with pytest.raises(struct.NullError, match="column 'x' has a null in row 1"):
            struct.from_pandas(frame)
    rows = struct.from_pandas(frame, nulls={"x": "mask"})
    assert rows["x"].dtype == dtype
    assert rows["x_mask"].numpy().tolist() == [True, not nulls]


def test_nullable_columns_come_back() -> None:
    frame = pd.DataFrame(
        {
            "i": pd.array([1, None, 3], "Int32"),
            "u": pd.array([1, 2, 3], "UInt8"),
            "f": pd.array([None, 0.5, 1.5], "Float64"),
            "b": pd.array([True, None, False], "boolean"),
            "s": pd.array(["a", "b", None], pd.StringDtype()),
        }
    )
    rows = struct.from_pandas(frame, nulls={...: "mask", "u": "mask"})
    assert rows["i_mask"].numpy().tolist() == [True, False, True]
    same(struct.to_pandas(rows, masks=True), frame)
    nested = struct.constant([{"s": {"x": 1, "x_mask": False}, "y": 2}])
    assert struct.to_pandas(nested, masks=True).isna().to_numpy().tolist() == [[True, False]]


def test_object_columns_hold_lists_arrays_and_dicts() -> None:
    frame = pd.DataFrame(
        {"l": [[1, 2], []], "a": [np.ones(1), np.ones(2)], "d": [{"x": 1}, {"x": 2}]}
    )
    rows = struct.from_pandas(frame)
    assert rows.to_py() == [
        {"l": [1, 2], "a": [1.0], "d": {"x": 1}},
        {"l": [], "a": [1.0, 1.0], "d": {"x": 2}},
    ]
    with pytest.raises(
        TypeError, match="column 'm': got 'a' in row 1, which does not go with int64"
    ):
        struct.from_pandas(pd.DataFrame({"m": pd.Series([1, "a"], dtype=object)}))


def test_an_index_is_a_field() -> None:
    frame = pd.DataFrame({"x": [1, 2]}, index=["a", "b"])
    rows = struct.from_pandas(frame)
    assert rows.field_names() == ("x", "_index_")
    same(struct.to_pandas(rows), frame)
    assert struct.from_pandas(frame, {"x": tf.int64}).field_names() == ("x",)
    shifted = pd.DataFrame({"x": [1, 2]}, index=pd.RangeIndex(5, 7))
    assert struct.from_pandas(shifted)["_index_"].numpy().tolist() == [5, 6]
    with pytest.raises(ValueError, match="there is an index and a column '_index_'"):
        struct.from_pandas(pd.DataFrame({"_index_": [1]}, index=["a"]))


def test_a_multiindex_of_rows_makes_more_dims() -> None:
    index = pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)], names=["k", None])
    frame = pd.DataFrame({"x": [1, 2, 3]}, index=index)
    rows = struct.from_pandas(frame)
    assert rows.shape == [2, None] and rows["x"].to_list() == [[1, 2], [3]]
    assert rows["_index_", "k"].to_list() == [[b"a", b"a"], [b"b"]]
    same(struct.to_pandas(rows), frame)


def test_a_struct_of_more_dims_has_positions_for_an_index() -> None:
    dense = struct.constant([[{"x": 1}, {"x": 2}], [{"x": 3}, {"x": 4}]])
    frame = struct.to_pandas(dense)
    assert frame.index.tolist() == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert struct.from_pandas(frame).to_py() == dense.to_py()
    values = struct.constant([{"x": i} for i in range(4)])
    inner = struct.RaggedStructTensor.from_row_splits(values, [0, 1, 3, 4])
    deep = struct.RaggedStructTensor.from_row_splits(inner, [0, 2, 3])
    assert struct.to_pandas(deep).index.tolist() == [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 0, 0)]
    assert struct.from_pandas(struct.to_pandas(deep)).to_py() == deep.to_py()


def test_a_multiindex_of_columns_makes_structs() -> None:
    columns = pd.MultiIndex.from_tuples([("a", "x", "u"), ("a", "y", ""), ("b", "", "")])
    frame = pd.DataFrame([[1, 2, 3.0], [4, 5, 6.0]], columns=columns)
    rows = struct.from_pandas(frame)
    assert rows[0].to_py() == {"a": {"x": {"u": 1}, "y": 2}, "b": 3.0}
    same(struct.to_pandas(rows), frame)
    clash = pd.MultiIndex.from_tuples([("a", ""), ("a", "x")])
    with pytest.raises(ValueError, match="'a' is both a column and has columns"):
        struct.from_pandas(pd.DataFrame([[1, 2]], columns=clash))
    with pytest.raises(ValueError, match="there are two columns 'a'"):
        struct.from_pandas(pd.DataFrame([[1, 2]], columns=["a", "a"]))


def test_dates_are_numbers_only_if_the_schema_says_so() -> None:
    frame = pd.DataFrame({"t": pd.to_datetime(["2020-01-01", "1970-01-01"])})
    with pytest.raises(TypeError, match="column 't' is of type timestamp.*schema that says int64"):
        struct.from_pandas(frame)
    assert struct.from_pandas(frame, {"t": tf.int64})["t"].numpy()[1] == 0


def test_frames_without_rows_or_columns() -> None:
    assert struct.from_pandas(pd.DataFrame({"x": np.array([], np.int32)})).shape == [0]
    assert struct.to_pandas(struct.from_pandas(pd.DataFrame(index=pd.RangeIndex(3)))).shape == (
        3,
        0,
    )
    with pytest.raises(TypeError, match="expected a pandas DataFrame, got list"):
        struct.from_pandas([1])
    assert struct.to_pandas(struct.constant({"x": 1})).to_dict("records") == [{"x": 1}]


labels = st.tuples(st.integers(0, 2), st.sampled_from("ab"), st.integers(0, 1))


@settings(max_examples=40)
@given(st.lists(labels, min_size=1, max_size=8), st.booleans())
def test_every_multiindex_comes_back(index: list[Any], named: bool) -> None:
    made = pd.MultiIndex.from_tuples(index, names=["k", "l", "m"] if named else None)
    frame = pd.DataFrame({"x": np.arange(len(index)), "s": ["a"] * len(index)}, index=made)
    rows = struct.from_pandas(frame)
    assert rows.rank == 3
    same(struct.to_pandas(rows), frame)


@pytest.mark.parametrize("name", ["key", "", "x", "a b"])
@pytest.mark.parametrize("labels", [["a", "b"], [1.5, 2.5], pd.RangeIndex(2)])
def test_an_index_with_a_name_comes_back(name: str, labels: Any) -> None:
    frame = pd.DataFrame({"x": [1, 2]}, index=pd.Index(labels, name=name))
    rows = struct.from_pandas(frame)
    assert rows["_index_"].field_names() == (name,)
    same(struct.to_pandas(rows), frame)


# NumPy.


def test_records_are_structs_of_the_arrays_shape() -> None:
    dtype = [
        ("id", ">i4"),
        ("at", "f4", (2,)),
        ("name", "S3"),
        ("in", [("u", "u1"), ("ok", "?")]),
        ("t", "U2"),
    ]
    record = (1, [1.0, 2.0], b"ab", (3, True), "é")
    array = np.array([[record] * 3] * 2, dtype)
    rows = struct.from_numpy(array)
    assert rows.shape == [2, 3] and rows["at"].shape == [2, 3, 2] and rows["in"].shape == [2, 3]
    assert rows[1, 2].to_py() == {
        "id": 1, "at": [1.0, 2.0], "name": b"ab", "in": {"u": 3, "ok": True}, "t": "é".encode(),
    }  # fmt: skip
    back = struct.to_numpy(rows)
    assert back.dtype.names == array.dtype.names and back["at"].tolist() == array["at"].tolist()
    assert back["in"]["ok"].all() and back["id"].tolist() == array["id"].tolist()


def test_a_record_and_a_recarray() -> None:
    array = np.array([(1, 2.0)], [("a", "i8"), ("b", "c8")])
    assert struct.from_numpy(array[0]).to_py() == {"a": 1, "b": 2 + 0j}
    assert struct.from_numpy(array.view(np.recarray)).shape == [1]
    assert struct.to_numpy(struct.constant({"a": 1}))["a"] == 1


def test_masked_records() -> None:
    array = np.ma.array([(1, b"x"), (2, b"y")], mask=[(False, True), (False, False)],
                        dtype=[("a", "i4"), ("s", "S1")])  # fmt: skip
    with pytest.raises(struct.NullError, match="column 's' has a null in row 0"):
        struct.from_numpy(array)
    rows = struct.from_numpy(array, nulls={"s": "mask", ...: "fill"})
    assert rows.to_py() == [
        {"a": 1, "s": b"", "s_mask": False},
        {"a": 2, "s": b"y", "s_mask": True},
    ]
    with pytest.raises(ValueError, match="column 's': nulls='ragged' is not for structured arrays"):
        struct.from_numpy(array, nulls="ragged")


def test_numpy_errors() -> None:
    with pytest.raises(TypeError, match="expected an array with a structured dtype, got float64"):
        struct.from_numpy(np.ones(2))
    with pytest.raises(TypeError, match=r"field 'a\.v' is of dtype \|V3"):
        struct.from_numpy(np.zeros(1, [("a", [("v", "V3")])]))
    with pytest.raises(TypeError, match="field 't' is of dtype datetime64"):
        struct.from_numpy(np.zeros(1, [("t", "M8[s]")]))
    assert struct.from_numpy(np.zeros(1, [("t", "M8[s]")]), {"t": tf.int64})["t"].dtype == tf.int64
    with pytest.raises(
        struct.SchemaError, match=r"field 'a': expected string\[1\], got int32\[1\]"
    ):
        struct.from_numpy(np.zeros(1, [("a", "i4")]), {"a": tf.string})
    assert struct.from_numpy(np.zeros(1, [("a", "i4")]), {"a": tf.int64})["a"].dtype == tf.int64
    with pytest.raises(struct.SchemaError, match="field 'a': expected int8, got 300 in row 1"):
        struct.from_numpy(
            np.array([([1, 2],), ([3, 300],)], [("a", "i4", 2)]), {"a": tf.TensorSpec([2], tf.int8)}
        )
    with pytest.raises(ValueError, match="a field has the name ''"):
        struct.to_numpy(struct.constant([{"": 1}]))
    with pytest.raises(TypeError, match="field 'o' holds objects: expected strings, got list"):
        struct.from_numpy(np.array([([],)], [("o", object)]))
    with pytest.raises(TypeError, match="field 'l' is a RaggedTensor"):
        struct.to_numpy(struct.constant([{"l": [1]}, {"l": []}]))
    nul = struct.constant([{"s": b"a\0"}])
    with pytest.raises(ValueError, match="field 's' has strings that end with a NUL"):
        struct.to_numpy(nul)
    assert struct.to_numpy(nul, strings="object")["s"][0] == b"a\0"


# Awkward.


def test_records_lists_and_regular_lists() -> None:
    array = ak.Array([{"x": 1, "l": [{"s": "é"}]}, {"x": 2, "l": []}])
    rows = struct.from_awkward(array)
    assert rows.to_py() == [{"x": 1, "l": [{"s": "é".encode()}]}, {"x": 2, "l": []}]
    back = struct.to_awkward(rows)
    assert back.to_list() == array.to_list() and back.type == array.type
    regular = ak.to_regular(ak.Array([[1, 2], [3, 4]]))
    assert struct.from_awkward(regular).shape == [2, 2]
    assert struct.to_awkward(struct.from_awkward(regular)).type == regular.type


def test_single_records() -> None:
    record = ak.Array([{"x": 1, "l": [1.5]}, {"x": 2, "l": []}])[1]
    one = struct.from_awkward(record)
    assert one.shape == [] and one.to_py() == {"x": 2, "l": []}
    assert struct.to_awkward(one).to_list() == record.to_list()


def test_options_are_nulls_and_unions_are_refused() -> None:
    with pytest.raises(struct.NullError, match="column 'x' has a null in row 1"):
        struct.from_awkward(ak.Array([{"x": 1}, {"x": None}]))
    rows = struct.from_awkward(ak.Array([{"x": 1}, {"x": None}]), nulls="ragged")
    assert rows["x"].to_list() == [[1], []]
    with pytest.raises(TypeError, match=r"from_awkward\(\): column 'x\[\]' is of type .*union"):
        struct.from_awkward(ak.Array([{"x": [1, "a"]}]))
    with pytest.raises(TypeError, match="expected an ak.Array, got list"):
        struct.from_awkward([1])


def test_awkward_shares_memory() -> None:
    rows = struct.from_arrow(pa.record_batch({"x": np.arange(64), "l": [[1.0]] * 64}))
    back = struct.to_awkward(rows)
    shared = np.asarray(memoryview(rows["x"])).ctypes.data
    assert back["x"].layout.data.ctypes.data == shared
    splits = np.asarray(memoryview(rows["l"].row_splits)).ctypes.data
    assert back["l"].layout.offsets.data.ctypes.data == splits
    again = struct.from_awkward(back)
    assert np.asarray(memoryview(again["x"])).ctypes.data == shared


@settings(max_examples=80)
@given(arrays())
def test_every_array_comes_back_from_awkward(array: Any) -> None:
    value = struct.from_arrow(array)
    made = struct.to_awkward(value, binary=True)
    ak.validity_error(made, exception=True)
    back = struct.to_arrow(struct.from_awkward(made), binary=True)
    assert back.to_pylist() == struct.to_arrow(value, binary=True).to_pylist()


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([1, 2, "x"], "column 'a': got 'x' in row 2, which does not go with int64 in the rows before"),
        ([{"b": 1}, 3], "column 'a': got 3 in row 1, which does not go with struct<b: int64>"),
        ([[1], ["x"]], r"column 'a': got \['x'\] in row 1, which does not go with list<item: int64>"),
        ([2**70], "column 'a': got 1180591620717411303424 in row 0, for which Arrow has no type"),
        ([None, object()], "column 'a': got <object object at .*> in row 1, for which Arrow has no type"),
    ],
    ids=["text", "number", "list", "large", "object"],
)  # fmt: skip
def test_an_object_that_does_not_go_with_the_others_is_named(cells: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"from_pandas..: {message}"):
        struct.from_pandas(pd.DataFrame({"a": pd.Series(cells, dtype=object)}))


def test_cells_may_be_arrays_of_any_number_of_dims() -> None:
    images = [np.ones((2, 2), np.float32), np.zeros((1, 2), np.float32)]
    rows = struct.from_pandas(pd.DataFrame({"a": images}))
    assert rows["a"].to_list() == [[[1.0, 1.0], [1.0, 1.0]], [[0.0, 0.0]]]
    assert struct.from_pandas(pd.DataFrame({"a": [np.array(5), np.array(6)]})).to_py() == [
        {"a": 5},
        {"a": 6},
    ]
    dense = {"a": tf.TensorSpec([2, 2], tf.float32)}
    assert struct.from_pandas(pd.DataFrame({"a": images[:1]}), dense)["a"].shape == [1, 2, 2]


def test_integers_are_not_read_from_floats() -> None:
    frame = pd.DataFrame({"a": [1, None]})
    message = (
        "field 'a': expected int64.*got Arrow's double: integers are not read from floats; cast"
    )
    with pytest.raises(struct.SchemaError, match=message):
        struct.from_pandas(frame, {"a": tf.int64})
    nulls = frame.astype({"a": "Int64"})
    assert struct.from_pandas(nulls, {"a": tf.int64}, nulls="fill").to_py() == [{"a": 1}, {"a": 0}]
