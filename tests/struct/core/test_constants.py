"""`struct.constant`: nested Python values become a struct, with or without a schema."""

import datetime
from collections import OrderedDict, namedtuple
from dataclasses import dataclass
from typing import TypedDict
from unittest import mock

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import assume, given, settings

from tests.struct.core.drawn import collections, schema_of
from tftypes import Dimension, Shape, Tensor, float32, string, struct
from tftypes.struct import DenseStructTensor, RaggedStructTensor, arrow_columns

constant = struct.constant


def test_a_dict_is_a_structure_and_its_lists_are_tensors():
    st = constant({"x": "foo", "y": [[1, 2], [3]], "z": [[1.0, 2.0]], "n": {"a": [True]}})
    assert isinstance(st, DenseStructTensor) and st.shape == []
    assert st["x"].numpy() == b"foo"
    assert isinstance(st["y"], tf.RaggedTensor) and st["y"].to_list() == [[1, 2], [3]]
    assert isinstance(st["z"], tf.Tensor) and st["z"].shape == [1, 2]
    assert st["n"].shape == [] and st["n", "a"].numpy().tolist() == [True]


def test_the_example_of_the_rfc():
    vector = constant(
        [
            {"x": "foo", "y": [[1, 2], [3]]},
            {"x": "bar", "y": [[4], [5, 6]]},
            {"x": "baz", "y": [[7, 8, 9]]},
        ]
    )
    assert vector.shape == [3]
    assert vector["x"].numpy().tolist() == [b"foo", b"bar", b"baz"]
    assert vector["y"].to_list() == [[[1, 2], [3]], [[4], [5, 6]], [[7, 8, 9]]]
    matrix = constant(
        [
            [{"x": "foo", "y": [[1, 2], [3]]}, {"x": "bar", "y": [[4], [5, 6]]}],
            [{"x": "baz", "y": [[7, 8, 9]]}, {"x": "raz", "y": []}],
        ]
    )
    assert isinstance(matrix, DenseStructTensor) and matrix.shape == [2, 2]
    assert matrix["x"].numpy().tolist() == [[b"foo", b"bar"], [b"baz", b"raz"]]
    assert matrix["y"].to_list() == [[[[1, 2], [3]], [[4], [5, 6]]], [[[7, 8, 9]], []]]


def test_lists_of_structures_of_different_lengths_are_ragged():
    st = constant([[{"x": 1}], [], [{"x": 2}, {"x": 3}]])
    assert isinstance(st, RaggedStructTensor) and st["x"].to_list() == [[1], [], [2, 3]]
    deep = constant([[[{"x": 1}], [{"x": 2}]], [[{"x": 3}]]])
    assert deep.shape.as_list() == [2, None, 1] and isinstance(deep.values, DenseStructTensor)
    mixed = constant([[[{"x": 1}], []], [[{"x": 2}], [{"x": 3}, {"x": 4}]]])
    assert mixed.shape.as_list() == [2, 2, None] and mixed.uniform_row_length == 2


@pytest.mark.parametrize(
    "values",
    [
        [1, 2], [1, 2**40], [-(2**63), 2**63 - 1], [1.5, 2.5], [1, 2.5], [True, False], ["a", "é"],
        [b"\xff\x00", b""], [1j, 2j], [[1, 2], [3, 4]], [[], []], np.array([1, 2], np.int16),
        [np.float64(1), np.float64(2)], np.array(["a", "b"]),
    ],
    ids=repr,
)  # fmt: skip
def test_types_are_inferred_as_by_tf_constant(values):
    expected = tf.constant(values)
    for found in (constant({"x": values})["x"], constant([{"x": v} for v in values])["x"]):
        assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
        assert found.numpy().tolist() == expected.numpy().tolist()


def test_numbers_of_numpy_keep_their_dtype():
    st = constant({"a": np.int8(1), "b": [np.int64(1), 2], "c": [np.float16(1), np.float32(2)]})
    assert [st[name].dtype for name in "abc"] == [tf.int8, tf.int64, tf.float32]
    assert constant({"x": [1, 1j]})["x"].dtype == tf.complex128


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([{"a": 1}, {"a": "hello"}], "[1].a: expected an int as at [0].a, got 'hello'"),
        ([{"b": [1, 2, 3]}, {"b": [[1, 2], [3, 4]]}],
         "[1].b[0]: expected an int as at [0].b[0], got a list of 2"),
        ([{"c": {"x": 1}}, {"c": {"y": 1}}], "[1].c: expected the fields 'x' as at [0].c, got 'y'"),
        ([{"a": 1}, {"a": 1, "b": 2}], "[1]: expected the fields 'a' as at [0], got 'a', 'b'"),
        ([{"a": 1}, {"a": None}], "[1].a: expected an int as at [0].a, got None"),
        ([{"a": 1}, {"a": True}], "[1].a: expected an int as at [0].a, got True"),
        ([{"a": [1]}, {"a": 2}], "[1].a: expected a list as at [0].a, got 2"),
        ([{"a": 1}, [{"a": 1}]], "[1]: expected a dict as at [0], got a list of 1"),
        ({"a b": {"": [1, "x"]}}, "['a b']['''][1]".replace("'''", "''") + ": expected an int"),
        ({"a": 2**63}, "a: expected an int of 64 bits at most, got 9223372036854775808"),
        ({"a": "\ud800"}, "a: expected text that UTF-8 can encode"),
        ({"a": datetime.date(2020, 1, 1)}, "a: expected a dict, a list, a number, a bool, a string, an "
         "array or a tensor, got a date"),
        ({"a": np.array(["2020-01-01"], "M8[D]")}, "a[0]: there are no tensors of NumPy's datetime64[D]"),
        ({1: 2}, "expected strings as field names, got 1"),
        ([[], []], "a list of 2 without a dict: the fields are known from a schema only"),
        ([], "a list of 0 without a dict: the fields are known from a schema only"),
        ([1, 2], "expected a dict or nested lists of dicts, got a list of 2"),
        ("x", "expected a dict or nested lists of dicts, got 'x'"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_a_struct_cannot_hold_is_refused_with_its_path(value, message):
    with pytest.raises((TypeError, ValueError)) as error:
        constant(value)
    assert message in str(error.value)


SCHEMA = {"id": tf.int32, "name": str, "box": tf.TensorSpec([2]), "tags": [str], "n": {"x": float}}
ROW = {"id": 1, "name": "a", "box": [1, 2], "tags": [], "n": {"x": 0}}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": 1.5}, "[1].id: expected int32, got 1.5"),
        ({"id": 2**31}, "[1].id: expected int32, got 2147483648"),
        ({"id": float("inf")}, "[1].id: expected int32, got inf"),
        ({"id": "1"}, "[1].id: expected int32, got '1'"),
        ({"id": None}, "[1].id: expected int32, got None"),
        ({"id": [1]}, "[1].id: expected int32, got a list of 1"),
        ({"name": 1}, "[1].name: expected string, got 1"),
        ({"box": [1.0]}, "[1].box: expected 2 values, got 1"),
        ({"box": 3.0}, "[1].box: expected a list, got 3.0"),
        ({"box": np.zeros([3])}, "[1].box: expected 2 values, got 3"),
        ({"tags": "abc"}, "[1].tags: expected a list, got 'abc'"),
        ({"tags": {"a": 1}}, "[1].tags: expected a list, got a dict with the fields 'a'"),
        ({"tags": ["x", 1]}, "[1].tags[1]: expected string, got 1"),
        ({"n": {}}, "[1].n: expected a field 'x', got the fields none"),
        ({"n": 3}, "[1].n: expected a dict with the fields 'x', got 3"),
        ({"n": None}, "[1].n: expected a dict with the fields 'x', got None"),
        ({"n": {"x": 1j}}, "[1].n.x: expected float32, got"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_not_of_the_schema_is_refused_with_its_path(change, message):
    with pytest.raises((TypeError, ValueError)) as error:
        constant([ROW, {**ROW, **change}], SCHEMA)
    assert message in str(error.value)
    assert constant([ROW, ROW], SCHEMA).shape == [2]


def test_a_schema_gives_types_to_lists_without_elements():
    st = constant([], SCHEMA)
    assert st.shape == [0] and st["box"].shape == [0, 2] and st["tags"].shape.as_list() == [0, None]
    one = constant({**ROW, "tags": []}, SCHEMA)
    assert one["tags"].dtype == tf.string and one["tags"].shape == [0]


def test_a_schema_makes_fields_ragged_whatever_the_lengths():
    inferred = constant([{"l": [1, 2]}, {"l": [3, 4]}])
    typed = constant([{"l": [1, 2]}, {"l": [3, 4]}], {"l": [int]})
    assert inferred["l"].shape == [2, 2] and isinstance(inferred["l"], tf.Tensor)
    assert typed["l"].shape.as_list() == [2, None] and isinstance(typed["l"], tf.RaggedTensor)


def test_a_value_keeps_its_value_in_the_dtype_of_the_field():
    kinds = {"i": tf.int64, "u": tf.uint8, "f": tf.float32, "h": tf.bfloat16, "c": tf.complex64}
    st = constant({"i": 3.0, "u": True, "f": 2**24 + 1, "h": 1, "c": 2}, kinds)
    assert st.to_py() == {"i": 3, "u": 1, "f": 16777216.0, "h": 1, "c": 2 + 0j}
    assert [st[name].dtype for name in kinds] == list(kinds.values())
    wide = constant({"x": 2**64 - 1}, {"x": tf.uint64})
    assert wide.to_py() == {"x": 2**64 - 1}
    with pytest.raises(TypeError, match="x: expected uint64, got -1"):
        constant({"x": -1}, {"x": tf.uint64})
    with pytest.raises(TypeError, match=r"x\[1\]: expected uint64, got -1"):
        constant({"x": np.array([1, -1])}, {"x": [tf.uint64]})
    with pytest.raises(TypeError, match=r"x\[0\]: expected int64, got 18446744073709551615"):
        constant({"x": np.array([2**64 - 1], np.uint64)}, {"x": [tf.int64]})
    with pytest.raises(TypeError, match="x: expected bool, got 1"):
        constant({"x": 1}, {"x": bool})


def test_fields_that_are_not_in_the_schema_are_left_out():
    assert constant([{"a": 1, "b": object()}], {"a": int}).to_py() == [{"a": 1}]


def test_structures_may_come_as_other_things_than_dicts_with_a_schema():
    @dataclass
    class Point:
        x: int
        y: float

    Pair = namedtuple("Pair", "x y")
    expected = [{"x": 1, "y": 2.0}]
    for row in (Point(1, 2.0), Pair(1, 2.0), (1, 2.0), OrderedDict(y=2.0, x=1)):
        assert constant([row], Point).to_py() == constant((row,), Point).to_py() == expected
    pairs = {"p": [("x", 1), ("y", 2.0)]}
    assert constant([pairs], {"p": Point}).to_py() == [{"p": expected[0]}]


class Ingredient(TypedDict):
    amount: float
    name: str


class Recipe(TypedDict):
    title: str
    embedding: Tensor[float32, Shape[2]]
    notes: Tensor[string, Shape[None]]
    ingredients: list[Ingredient]


def test_a_class_as_schema():
    row = {"title": "t", "embedding": [1.0, 2.0], "notes": ["a"], "ingredients": [{"amount": 1.0, "name": "x"}]}  # fmt: skip
    rows = constant([row, {**row, "notes": [], "ingredients": []}], Recipe)
    assert isinstance(rows["ingredients"], RaggedStructTensor)
    assert isinstance(rows["notes"], tf.RaggedTensor) and isinstance(rows["embedding"], tf.Tensor)
    assert constant(row, Recipe)["ingredients"].shape == [1]
    nested = constant([[row], []], Recipe)
    assert nested.shape.as_list() == [2, None]


def test_arrays_stand_for_lists():
    rows = [{"v": np.arange(2.0), "m": np.ones([i, 2], np.int8)} for i in range(3)]
    st = constant(rows)
    assert st["v"].dtype == tf.float64 and st["v"].shape == [3, 2]
    assert st["m"].dtype == tf.int8 and st["m"].shape.as_list() == [3, None, 2]
    typed = constant(rows, {"v": [tf.float32], "m": tf.TensorSpec([None, 2], tf.int32)})
    assert typed.to_py() == st.to_py() and typed["m"].dtype == tf.int32


def test_tensors_are_taken_as_they_are():
    x = tf.constant([1.0, 2.0])
    assert constant({"x": x})["x"] is x
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(constant([{"x": x}, {"x": 2 * x}])["x"] ** 2)
    assert tape.gradient(loss, x).numpy().tolist() == [10.0, 20.0]
    assert constant([{"x": x}, {"x": x[:1]}])["x"].to_list() == [[1.0, 2.0], [1.0]]
    rag, sparse, inner = tf.ragged.constant([[1], []]), tf.sparse.eye(2), constant({"a": 1})
    st = constant({"r": rag, "s": sparse, "n": inner})
    assert st["r"] is rag and st["s"] is sparse and st["n"] is inner
    assert constant([{"r": rag}, {"r": rag}])["r"].to_list() == [[[1], []], [[1], []]]
    assert constant([{"n": inner}, {"n": inner}]).to_py() == [{"n": {"a": 1}}, {"n": {"a": 1}}]
    with pytest.raises(TypeError, match="x: expected int32, got a tensor of float32"):
        constant({"x": x}, {"x": [int]})


def test_while_tracing_it_makes_constants():
    @tf.function
    def run(x):
        return constant([{"a": 1, "x": x}, {"a": 2, "x": x}])

    assert run(tf.constant(3.0)).to_py() == [{"a": 1, "x": 3.0}, {"a": 2, "x": 3.0}]


@settings(max_examples=80)
@given(collections())
def test_with_a_schema_every_value_comes_back_as_it_went_in(drawn):
    kind, value, dims = drawn
    schema = schema_of(kind)
    st = constant(value, schema)
    assert st.to_py() == value
    assert st.numpy().to_py() == value
    assert struct.constant_value(value, schema).to_py() == value
    if dims == (None,):
        assert struct.spec_of(schema, [None]).is_compatible_with(st)
    whole = st.schema
    assert constant(value, whole).to_py() == value
    assert whole.spec.is_compatible_with(constant(value, whole))
    assert constant(st.numpy()).to_py() == value


@settings(max_examples=80)
@given(collections())
def test_without_a_schema_the_values_are_the_same(drawn):
    _, value, _ = drawn
    try:
        st = constant(value)
    except TypeError as error:
        assert "without a dict" in str(error)  # only then can nothing be inferred
        return
    assert st.to_py() == value


MANY = {"id": tf.int64, "x": float, "b": bool, "s": str, "l": [float], "f": tf.TensorSpec([2], tf.int32),
        "t": [str], "n": [{"a": tf.int16, "t": [[str]]}], "u": {"v": tf.float64}}  # fmt: skip


def many(count=1500):
    return [
        {"id": i, "x": i / 4, "b": i % 2 == 0, "s": f"é{i}", "l": [0.5] * (i % 3), "f": [i, 1],
         "t": ["a", b"bc"][: i % 3], "n": [{"a": i % 5, "t": [["x"], []]}] * (i % 2), "u": {"v": 1.5}}
        for i in range(count)
    ]  # fmt: skip


@pytest.fixture
def without_pyarrow(monkeypatch):
    monkeypatch.setattr(arrow_columns, "_is_installed", lambda: False)


def both_ways(value, schema, monkeypatch):
    """What becomes of many values with pyarrow, and without."""
    found = []
    for installed in (True, False):
        monkeypatch.setattr(arrow_columns, "_is_installed", lambda installed=installed: installed)
        try:
            found.append(constant(value, schema))
        except (TypeError, ValueError) as error:
            found.append((type(error), str(error)))
    return found


def test_many_structures_are_the_same_with_pyarrow_and_without(monkeypatch):
    calls = []
    column = arrow_columns.column

    def counted(*args):
        calls.append(column(*args))
        return calls[-1]

    monkeypatch.setattr(arrow_columns, "column", counted)
    for value in (many(), [many(1200), []], {"rows": many()}):
        schema = {"rows": [MANY]} if isinstance(value, dict) else MANY
        calls.clear()
        fast, slow = both_ways(value, schema, monkeypatch)
        assert calls[0] is not None and calls[1] is None  # pyarrow did it, and did not
        assert fast.to_py() == slow.to_py()
        assert tf.type_spec_from_value(fast) == tf.type_spec_from_value(slow)
        assert fast.numpy().to_py() == slow.to_py()


@pytest.mark.parametrize(
    "change",
    [
        {"id": 1.0}, {"id": 1.5}, {"id": True}, {"id": None}, {"id": float("nan")}, {"id": float("inf")},
        {"id": 2**53 + 1}, {"id": 2**63}, {"id": np.int8(1)}, {"id": "1"}, {"x": 1}, {"x": 2**24 + 1},
        {"x": True}, {"x": 1e300}, {"x": None}, {"x": "1"}, {"b": 1}, {"b": np.True_}, {"s": b"\xff"}, {"s": 1},
        {"s": "\ud800"}, {"s": np.str_("a")}, {"s": bytearray(b"x")}, {"l": "abc"}, {"l": (1, 2)},
        {"l": np.array([1, 2])}, {"l": [None]}, {"l": None}, {"l": {1: 2}}, {"l": range(2)}, {"l": b"abc"},
        {"f": [1]}, {"f": [1, 2**31]}, {"f": np.array([1.0, 2.0])}, {"f": [1.5, 2]}, {"t": "abc"}, {"t": b"abc"},
        {"t": [1]}, {"t": np.array(["a"])}, {"n": [{"a": 1, "t": ["ab"]}]}, {"n": [{"a": 2**15, "t": []}]},
        {"n": [{"a": 1}]}, {"n": [(1, [])]}, {"n": [[("a", 1), ("t", [])]]}, {"n": {"a": 1}}, {"u": {}}, {"u": None},
        {"u": (2.5,)}, {"u": {"v": 1, "w": 2}}, {"u": [("v", 1)]}, {"u": []}, {"extra": 1},
    ],
    ids=repr,
)  # fmt: skip
def test_what_pyarrow_takes_otherwise_is_taken_as_without_it(change, monkeypatch):
    rows = many()
    rows[1234] = {**rows[1234], **change}
    fast, slow = both_ways(rows, MANY, monkeypatch)
    if isinstance(slow, tuple):
        assert fast == slow and "[1234]" in slow[1]
    else:
        assert fast[1230:1240].to_py() == slow[1230:1240].to_py()


def test_names_that_are_bytes_are_no_names_with_pyarrow_either(monkeypatch):
    for rows in ([{b"id": 1}] * 1500, [{"id": 1, "n": [{b"x": 1}]}] * 1500):
        schema = {"id": int, "n": [{"x": int}]} if "id" in rows[0] else {"id": int}
        fast, slow = both_ways(rows, schema, monkeypatch)
        assert fast == slow and "expected a field" in slow[1]


@settings(max_examples=60)
@given(collections())
def test_drawn_values_are_the_same_with_pyarrow_and_without(drawn):
    kind, value, dims = drawn
    assume(dims)
    expected = constant(value, schema_of(kind))
    with mock.patch.object(arrow_columns, "LEAST", 0):
        st = constant(value, schema_of(kind))
    assert st.to_py() == expected.to_py() == value
    assert tf.type_spec_from_value(st) == tf.type_spec_from_value(expected)


def test_a_schema_is_used_without_pyarrow(without_pyarrow):
    assert constant(many(1100), MANY)[-1]["id"].numpy() == 1099


class Width(Dimension): ...


class Vector(TypedDict):
    taste: Tensor[float32, Shape[Width]]
    scores: list[float]


def test_a_size_that_all_structures_share_is_not_ragged():
    rows = constant(
        [{"taste": [1.0, 2.0], "scores": [1.0]}, {"taste": [3.0, 4.0], "scores": []}], Vector
    )
    assert isinstance(rows["taste"], tf.Tensor) and rows["taste"].shape == [2, 2]
    assert isinstance(rows["scores"], tf.RaggedTensor)


def test_a_size_that_all_structures_share_cannot_differ():
    rows = [{"taste": [1.0, 2.0], "scores": []}, {"taste": [3.0], "scores": []}]
    with pytest.raises(ValueError, match=r"\[1\]\.taste: expected 2 values"):
        constant(rows, Vector)
