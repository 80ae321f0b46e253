"""Counts of values, merged dims, and updates and removals by path; TensorFlow's tensors are the oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.ops.drawn import MODES, check, dense, ids_of, ragged, run
from tests.struct.ops.test_ragged import numbers
from tftypes import struct

SLOW = settings(max_examples=15, deadline=None)
MODE = st.sampled_from(["eager", "eager", *MODES])


def listed(value: Any) -> Any:
    return value.to_list() if isinstance(value, tf.RaggedTensor) else value.numpy().tolist()


def lengths(axis: int) -> Any:
    return lambda x: x.row_lengths(axis)


# Dims.


@SLOW
@given(ragged(), MODE)
def test_rows_and_their_lengths_are_those_of_a_ragged_tensor(drawn: Any, mode: str) -> None:
    ids = numbers(drawn.struct)
    assert int(run(lambda x: x.nrows(), [drawn.struct], mode)) == int(ids.nrows())
    for axis in range(1, drawn.struct.rank):
        if axis <= ids.ragged_rank:
            expected = (
                ids.row_lengths(axis=axis).to_list() if axis > 1 else listed(ids.row_lengths())
            )
        else:
            expected = [[2] * len(row) for row in ids.to_list()]  # rows of pairs
        for own in (axis, axis - drawn.struct.rank):
            found = run(lengths(own), [drawn.struct], mode)
            assert listed(found) == expected


@SLOW
@given(ragged(), st.data(), MODE)
def test_merged_dims_are_those_of_a_ragged_tensor(drawn: Any, data: Any, mode: str) -> None:
    outer = data.draw(st.integers(0, drawn.struct.rank - 1))
    inner = data.draw(st.integers(outer, drawn.struct.rank - 1))
    expected = numbers(drawn.struct).merge_dims(outer, inner)
    back = data.draw(st.sampled_from([0, drawn.struct.rank]))
    check(
        drawn,
        run(lambda x: x.merge_dims(outer - back, inner - back), [drawn.struct], mode),
        listed(expected),
    )


@SLOW
@given(st.data(), MODE)
def test_dims_of_a_dense_struct(data: Any, mode: str) -> None:
    shape = tuple(data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3)))
    drawn, ids = data.draw(dense(shape)), ids_of(shape)
    outer = data.draw(st.integers(0, len(shape) - 1))
    inner = data.draw(st.integers(outer, len(shape) - 1))
    merged = ids.reshape((*shape[:outer], -1, *shape[inner + 1 :]))
    check(drawn, run(lambda x: x.merge_dims(outer, inner), [drawn.struct], mode), merged)
    for axis in range(1, len(shape)):
        found = run(lengths(axis), [drawn.struct], mode)
        assert listed(found) == np.full(shape[:axis], shape[axis]).tolist()
    assert int(run(lambda x: x.nrows(tf.int32), [drawn.struct], mode)) == shape[0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda st: st.row_lengths(0), "row_lengths..: expected an axis from 1 on, got 0"),
        (lambda st: st.row_lengths(2), "row_lengths..: there is no axis 2: the struct has shape .2, None."),
        (lambda st: st.merge_dims(0, 2), "merge_dims..: there is no axis 2"),
        (lambda st: st.merge_dims(1, 0), "merge_dims..: expected the outer axis before the inner one"),
        (lambda st: st[0][0].nrows(), "nrows..: a single structure .* has no rows"),
        (lambda st: struct.size(st, "x"), "size..: expected the path of a field, and of the new one"),
    ],
)  # fmt: skip
def test_axes_that_there_are_not(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(struct.constant([[{"x": 1}], [{"x": 2}, {"x": 3}]]))


# Updates and removals by path.

ROWS = [
    {
        "user": {"id": 7, "name": "ann"},
        "docs": [{"n": 1, "tags": ["a", "b"]}, {"n": 2, "tags": []}],
    },
    {"user": {"id": 8, "name": "bob"}, "docs": []},
]
SCHEMA = {
    "user": {"id": tf.int64, "name": tf.string},
    "docs": [{"n": tf.int64, "tags": [tf.string]}],
}


def rows() -> Any:
    return struct.constant(ROWS, SCHEMA)


def test_fields_of_structs_in_it_are_updated_and_added_by_path() -> None:
    made = rows().with_updates(
        {("user", "id"): [9, 10], ("docs", "twice"): rows()["docs", "n"] * 2, ("new",): [1, 2]},
        size=[0, 1],
    )
    assert set(made.field_names()) == {"user", "docs", "size", "new"}
    assert made["user", "id"].numpy().tolist() == [9, 10]
    assert made["user", "name"].numpy().tolist() == [b"ann", b"bob"]
    assert made["docs", "twice"].to_list() == [[2, 4], []]
    assert made["docs"].row_splits is made["docs", "n"].row_splits


def test_they_are_those_of_structured_tensor() -> None:
    given = {"user": {"id": [7, 8], "age": [1, 2]}, "x": [1, 2]}
    ours = struct.DenseStructTensor(
        [2], {"x": given["x"], "user": struct.DenseStructTensor([2], given["user"])}
    )
    inner = tf.experimental.StructuredTensor.from_fields(given["user"], [2])
    theirs = tf.experimental.StructuredTensor.from_fields({"x": given["x"], "user": inner}, [2])
    ours = ours.with_updates({("user", "id"): [3, 4], ("user", "z"): [5, 6]}).without(
        ("user", "age")
    )
    theirs = theirs.with_updates(
        {("user", "id"): [3, 4], ("user", "z"): [5, 6], ("user", "age"): None}
    )
    assert ours.to_py() == theirs.to_pyval()


def test_fields_of_structs_in_it_are_removed_by_path() -> None:
    made = rows().without(("docs", "tags"), ("user", "name"), ("user", "id"))
    assert made.to_py() == [{"user": {}, "docs": [{"n": 1}, {"n": 2}]}, {"user": {}, "docs": []}]
    assert rows().without("user", ("docs",)).field_names() == ()
    with pytest.raises(KeyError, match="no field 'nam'.*did you mean 'name'"):
        rows().without(("user", "nam"))
    with pytest.raises(KeyError, match="field 'n' is no struct"):
        rows().with_updates({("docs", "n", "x"): 1})
    with pytest.raises(TypeError, match="expected the name of a field, or a tuple of names"):
        rows().with_updates({(): 1})


@pytest.mark.parametrize("name", ["user", ("user",)])
def test_a_field_and_one_in_it_are_not_both_updated(name: Any) -> None:
    given = {name: [1, 2], ("user", "id"): [3, 4]}
    for updates in (given, dict(reversed(given.items()))):
        with pytest.raises(ValueError, match=r"both 'user' and \('user', 'id'\) in it are given"):
            rows().with_updates(updates)
    assert rows().without(name, ("user", "id")).field_names() == ("docs",)


# Counts.


@pytest.mark.parametrize("mode", MODES)
def test_how_many_values_a_field_has(mode: str) -> None:
    def count(st: Any) -> Any:
        for path, name in (
            ("docs", "docs"),
            ("docs.tags", "tags"),
            ("docs.n", "n"),
            ("user.id", "id"),
        ):
            st = struct.size(st, path, new_field_name=f"{name}_size")
            st = struct.has(st, path, new_field_name=f"has_{name}")
        return st

    made = run(count, [rows()], mode)
    assert made["docs_size"].numpy().tolist() == [2, 0]
    assert made["has_docs"].numpy().tolist() == [True, False]
    assert made["docs", "tags_size"].to_list() == [[2, 0], []]
    assert made["docs", "has_tags"].to_list() == [[True, False], []]
    assert made["docs", "n_size"].to_list() == [[1, 1], []]
    assert made["user", "id_size"].numpy().tolist() == [1, 1]
    assert made["docs", "n_size"].dtype == tf.int64


@pytest.mark.parametrize("mode", MODES)
def test_copies_of_fields_anywhere_are_promoted_and_broadcast(mode: str) -> None:
    def copy(st: Any) -> Any:
        above = struct.promote_and_broadcast(st, {"id": "user.id", "all": "docs.tags"}, ())
        down = struct.promote_and_broadcast(above, {"name": "user.name", "own": "docs.n"}, "docs")
        sources = {"number": ("docs", "n"), "all": "docs.tags"}
        return down, struct.promote_and_broadcast(above, sources, "user")

    down, across = run(copy, [rows()], mode)
    assert down["id"].numpy().tolist() == [7, 8]
    assert down["all"].to_list() == [[b"a", b"b"], []]
    assert down["docs", "name"].to_list() == [[b"ann", b"ann"], []]
    assert down["docs", "own"].to_list() == down["docs", "n"].to_list()
    assert across["user", "number"].to_list() == [[1, 2], []]
    assert across["user", "all"].to_list() == [[b"a", b"b"], []]


def test_a_parent_must_be_a_struct() -> None:
    with pytest.raises(ValueError, match="promote_and_broadcast..: there is no struct at 'docs.n'"):
        struct.promote_and_broadcast(rows(), {"x": "user.id"}, "docs.n")
