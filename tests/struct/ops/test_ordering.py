"""Sorting, uniqueness and groups by fields, beside Python's own."""

from __future__ import annotations

import math
from typing import Any

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.times import TIMES
from tftypes import struct
from tftypes.struct import DenseStructTensor, RaggedStructTensor

#: Values by dtype, with those that are next to each other, and the ends.
VALUES = {
    tf.int64: st.sampled_from([0, 1, -1, 2**63 - 1, -(2**63)]),
    tf.uint64: st.sampled_from([0, 1, 2**63, 2**64 - 1]),
    tf.int8: st.integers(-128, 127),
    tf.bool: st.booleans(),
    tf.float32: st.sampled_from([0.0, -0.0, 1.5, -1.5, math.inf, -math.inf]),
    tf.float64: st.floats(allow_nan=False, width=64),
    tf.string: st.binary(max_size=20) | st.sampled_from([b"", b"a", b"a\0", b"ab", b"\xff"]),
}


@st.composite
def keyed(draw: Any) -> tuple[Any, list[Any]]:
    """A vector of structs with a key and the number of each, and the keys."""
    dtype = draw(st.sampled_from(list(VALUES)))
    keys = draw(st.lists(VALUES[dtype], max_size=8))
    key = tf.constant(keys, dtype, shape=[len(keys)])
    fields = {"key": key, "number": tf.range(len(keys)), "r": tf.ragged.range(tf.range(len(keys)))}
    return DenseStructTensor([len(keys)], fields), key.numpy().tolist()


def numbers(rows: Any) -> Any:
    value = rows["number"]
    return value.to_list() if isinstance(value, tf.RaggedTensor) else value.numpy().tolist()


@settings(max_examples=60 * TIMES, deadline=None)
@given(drawn=keyed(), descending=st.booleans())
def test_sorted_as_python_sorts(drawn: Any, descending: bool) -> None:
    rows, keys = drawn
    direction = "DESCENDING" if descending else "ASCENDING"
    expected = sorted(range(len(keys)), key=lambda i: keys[i])
    if descending:  # equals stay as they are, as with `reverse=True`
        expected = sorted(range(len(keys)), key=lambda i: keys[i], reverse=True)
    ordered = struct.sort(rows, "key", direction=direction)
    assert numbers(ordered) == expected
    assert ordered["r"].to_list() == [list(range(i)) for i in expected]
    assert struct.argsort(rows, "key", direction=direction).numpy().tolist() == expected


@settings(max_examples=40 * TIMES, deadline=None)
@given(drawn=keyed())
def test_one_for_each_value_and_the_groups(drawn: Any) -> None:
    rows, keys = drawn
    members: dict[Any, list[int]] = {}
    for i, key in enumerate(keys):
        members.setdefault(key, []).append(i)
    assert numbers(struct.unique(rows, "key")) == [group[0] for group in members.values()]
    last = struct.unique(rows, "key", keep="last")
    assert numbers(last) == sorted(group[-1] for group in members.values())
    groups = struct.group_by(rows, "key")
    assert numbers(groups.values) == list(members.values())
    assert groups.keys["key"].numpy().tolist() == list(members)


@settings(max_examples=20 * TIMES, deadline=None)
@given(data=st.data())
def test_each_row_by_itself(data: Any) -> None:
    keys = data.draw(st.lists(st.lists(st.integers(0, 3), max_size=4), max_size=4))
    flat = [key for row in keys for key in row]
    values = DenseStructTensor([len(flat)], {"key": tf.constant(flat, tf.int32, [len(flat)])})
    values = values.with_updates(number=tf.range(len(flat)))
    lengths = tf.constant([len(row) for row in keys], tf.int32, [len(keys)])
    rows = RaggedStructTensor.from_row_lengths(values, lengths)

    ordered, indices = struct.sort(rows, "key"), struct.argsort(rows, "key")
    unique, groups = struct.unique(rows, "key"), struct.group_by(rows, "key")
    listed, start = [], 0
    for row in keys:
        listed.append([(key, start + i) for i, key in enumerate(row)])
        start += len(row)
    assert numbers(ordered) == [[n for _, n in sorted(row, key=lambda r: r[0])] for row in listed]
    assert indices.to_list() == [sorted(range(len(row)), key=row.__getitem__) for row in keys]
    members = [_groups(row) for row in listed]
    assert numbers(unique) == [[group[0] for group in row.values()] for row in members]
    assert numbers(groups.values) == [list(row.values()) for row in members]
    assert groups.keys["key"].to_list() == [list(row) for row in members]


def _groups(row: list[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for key, number in row:
        found.setdefault(key, []).append(number)
    return found


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_along_any_axis_of_a_dense_struct(axis: int) -> None:
    key = tf.random.stateless_uniform([3, 2, 4], [1, 2], maxval=9, dtype=tf.int32)
    rows = DenseStructTensor([3, 2, 4], {"key": key})
    assert (struct.sort(rows, "key", axis)["key"].numpy() == tf.sort(key, axis).numpy()).all()
    indices = tf.argsort(key, axis, stable=True)
    assert (struct.argsort(rows, "key", axis).numpy() == indices.numpy()).all()


def test_by_several_fields_the_most_important_first() -> None:
    rows = struct.constant(
        [{"a": 1, "in": {"b": 2}}, {"a": 0, "in": {"b": 1}}, {"a": 1, "in": {"b": 0}}]
    )
    ordered = struct.sort(rows, ["a", "in.b"])
    assert ordered.to_py() == [rows.to_py()[i] for i in (1, 2, 0)]
    assert struct.group_by(rows, ["a", ("in", "b")]).keys.field_names() == ("a", "in.b")
    assert len(struct.unique(rows, ["a", "in.b"])) == 3


def test_nan_is_last_in_both_directions_and_one_group() -> None:
    rows = DenseStructTensor([3], {"x": [math.nan, 1.0, -math.nan], "number": [0, 1, 2]})
    assert numbers(struct.sort(rows, "x")) == [1, 0, 2]
    assert numbers(struct.sort(rows, "x", direction="DESCENDING")) == [1, 0, 2]
    assert numbers(struct.unique(rows, "x")) == [0, 1]


def test_a_list_of_structs_in_its_place() -> None:
    """`at` is the path of the struct that is sorted; what is around it stays."""
    st_ = struct.constant(
        [
            {
                "id": 1,
                "docs": [{"score": 2, "t": "x"}, {"score": 1, "t": "y"}, {"score": 2, "t": "z"}],
            },
            {"id": 2, "docs": []},
        ]
    )
    ordered = struct.sort(st_, "score", at="docs")
    assert ordered["docs"]["t"].to_list() == [[b"y", b"x", b"z"], []]
    assert ordered["id"] is st_["id"]
    assert struct.unique(st_, "score", at="docs")["docs"]["t"].to_list() == [[b"x", b"y"], []]


def test_all_of_it_in_a_graph() -> None:
    rows = struct.constant([{"k": "b", "n": 1}, {"k": "a", "n": 2}, {"k": "b", "n": 3}])
    ordered = tf.function(lambda x: struct.sort(x, "k"))(rows)
    assert ordered.to_py() == struct.sort(rows, "k").to_py()
    keys, values = tf.function(lambda x: struct.group_by(x, "k"))(rows)
    assert (keys.to_py(), values["n"].to_list()) == ([{"k": b"b"}, {"k": b"a"}], [[1, 3], [2]])


ROWS = struct.constant([{"x": 1, "v": [1, 2]}, {"x": 2, "v": [3]}])


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: struct.sort(ROWS, "y"), KeyError, "no field at path 'y'"),
        (lambda: struct.sort(ROWS, "v"), ValueError, "field 'v' of shape (2, None) has more than one value"),
        (lambda: struct.sort(ROWS, []), ValueError, "argument by: expected a path"),
        (lambda: struct.sort(ROWS, "x", 1), ValueError, "argument axis: expected -1 to 0, got 1"),
        (lambda: struct.sort(ROWS, "x", 0, "UP"), ValueError, "expected 'ASCENDING' or 'DESCENDING'"),
        (lambda: struct.sort(ROWS[0], "x"), ValueError, "argument axis"),
        (lambda: struct.unique(ROWS, "x", keep="any"), ValueError, "expected 'first' or 'last', got 'any'"),
        (lambda: struct.group_by(ROWS[0], "x"), ValueError, "got a single structure"),
        (lambda: struct.sort(ROWS, "x", at="v"), TypeError, "argument at: 'v' is no struct"),
        (
            lambda: struct.sort(DenseStructTensor([1], {"c": [1j]}), "c"),
            TypeError,
            "values of dtype complex128 have no order",
        ),
    ],
)  # fmt: skip
def test_message(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert text in str(raised.value)
