"""Ops on ragged structs beside TensorFlow's on ragged tensors of element numbers, and field by field."""

from __future__ import annotations

from typing import Any

import pytest
import tensorflow as tf
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.struct.ops.drawn import MODES, check, ragged, run
from tests.struct.times import TIMES
from tftypes.struct import RaggedStructTensor, StructTensor


def numbers(value: Any) -> Any:
    """The element numbers of a struct, in a ragged tensor of its shape."""
    if isinstance(value, RaggedStructTensor):
        splits = tf.cast(value.row_splits, tf.int64)
        return tf.RaggedTensor.from_row_splits(numbers(value.values), splits, validate=False)
    size = 1
    for dim in value.shape:
        size *= dim
    return tf.reshape(tf.range(size), value.shape)


def nrows(value: Any) -> int:
    return int(value.row_splits.shape[0]) - 1


# Each case draws what the op is given besides a struct; it returns the op, which is applied to the
# struct, to the numbers and to every field.


def gather(data: Any, rows: Any) -> Any:
    size = nrows(rows)
    picked = data.draw(st.lists(st.integers(0, size - 1), max_size=4)) if size else []
    indices = data.draw(st.sampled_from([picked, [picked, picked]]))
    return lambda x: tf.gather(x, tf.constant(indices, tf.int64, shape=_shape(indices)))


def _shape(nested: Any) -> list[int]:
    if nested and isinstance(nested[0], list):
        return [len(nested), len(nested[0])]
    return [len(nested)]


def gather_rows_of_rows(data: Any, rows: Any) -> Any:
    size = nrows(rows)
    some = st.lists(st.integers(0, size - 1), max_size=2) if size else st.just([])
    picked = data.draw(st.lists(some, min_size=1, max_size=3))
    return lambda x: tf.gather(x, tf.ragged.constant(picked, tf.int64, ragged_rank=1))


def one_row(data: Any, rows: Any) -> Any:
    if not nrows(rows):
        return lambda x: tf.identity(x)
    index = data.draw(st.integers(0, nrows(rows) - 1))
    return lambda x: tf.gather(x, index)


def expand_dims(data: Any, rows: Any) -> Any:
    axis = data.draw(st.integers(-rows.rank - 1, rows.rank))
    own = axis if axis >= 0 else axis + rows.rank + 1
    return lambda x: tf.expand_dims(x, own)


def squeeze(data: Any, rows: Any) -> Any:
    axis = data.draw(st.integers(0, rows.rank))
    return lambda x: tf.squeeze(tf.expand_dims(x, axis), [axis])


def boolean_mask(data: Any, rows: Any) -> Any:
    bits = data.draw(st.lists(st.booleans(), min_size=nrows(rows), max_size=nrows(rows)))
    return lambda x: tf.ragged.boolean_mask(x, tf.constant(bits, tf.bool, shape=[nrows(rows)]))


def reverse(data: Any, rows: Any) -> Any:
    axes = data.draw(st.sampled_from([[0], [1], [0, 1]]))
    return lambda x: tf.reverse(x, axes)


def identity(data: Any, rows: Any) -> Any:
    return lambda x: tf.identity(x)


def doubled(data: Any, rows: Any) -> Any:
    axis = data.draw(st.integers(0, rows.rank - 1))
    return lambda x: tf.concat([x, x], axis=axis)


def twice(data: Any, rows: Any) -> Any:
    axis = data.draw(st.integers(0, rows.rank))
    return lambda x: tf.stack([x, x], axis=axis)


def twice_ragged(data: Any, rows: Any) -> Any:
    axis = data.draw(st.integers(0, rows.rank))
    return lambda x: tf.ragged.stack([x, x], axis=axis)


CASES = [
    gather, gather_rows_of_rows, one_row, expand_dims, squeeze, boolean_mask, reverse, identity, doubled,
    twice, twice_ragged,
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@settings(max_examples=15 * TIMES, deadline=None)
@given(data=st.data())
def test_elements_are_where_tensorflow_puts_their_numbers(case: Any, data: Any) -> None:
    _check(case, data, "eager")


@pytest.mark.parametrize("mode", MODES[1:])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@settings(max_examples=3 * TIMES, deadline=None, phases=[Phase.generate])
@given(data=st.data())
def test_in_a_graph_with_unknown_dims(case: Any, mode: str, data: Any) -> None:
    _check(case, data, mode)


def _check(case: Any, data: Any, mode: str) -> None:
    drawn = data.draw(ragged())
    op = case(data, drawn.struct)
    result = run(op, [drawn.struct], mode=mode)
    check(drawn, result, _listed(op(numbers(drawn.struct))))
    for name in drawn.struct.field_names():
        field = drawn.struct.field_value(name)
        if isinstance(field, tf.RaggedTensor) and isinstance(result, StructTensor):
            wide = field.with_row_splits_dtype(tf.int64)
            assert _listed(result.field_value(name)) == _listed(op(wide))


def _listed(value: Any) -> Any:
    return value.to_list() if isinstance(value, tf.RaggedTensor) else value.numpy().tolist()


@settings(max_examples=15 * TIMES, deadline=None)
@given(data=st.data())
def test_tiled_as_the_first_dim_or_the_rows(data: Any) -> None:
    drawn = data.draw(ragged())
    multiples = [data.draw(st.integers(1, 2)) for _ in range(drawn.struct.rank)]
    ids = numbers(drawn.struct).to_list()
    check(drawn, tf.tile(drawn.struct, multiples), _tiled(ids, multiples))


def _tiled(nested: Any, multiples: list[int]) -> Any:
    if not multiples:
        return nested
    return [_tiled(item, multiples[1:]) for item in nested] * multiples[0]


@settings(max_examples=15 * TIMES, deadline=None)
@given(data=st.data())
def test_repeated_rows_elements_and_all(data: Any) -> None:
    drawn = data.draw(ragged())
    ids = numbers(drawn.struct)
    listed, flat = ids.to_list(), tf.reshape(ids.flat_values, [-1]).numpy().tolist()
    each = [data.draw(st.integers(0, 2)) for _ in listed]
    rows = [row for row, times in zip(listed, each) for _ in range(times)]
    check(drawn, tf.repeat(drawn.struct, tf.constant(each, tf.int32, [len(each)]), axis=0), rows)
    inner = [[item for item in row for _ in range(2)] for row in listed]
    check(drawn, tf.repeat(drawn.struct, 2, axis=1), inner)
    check(drawn, tf.repeat(drawn.struct, 2), [i for i in flat for _ in range(2)])


@settings(max_examples=15 * TIMES, deadline=None)
@given(data=st.data())
def test_masked_elements(data: Any) -> None:
    """`tf.boolean_mask` makes one dim of the dims of the mask, `tf.ragged.boolean_mask` keeps them."""
    drawn = data.draw(ragged())
    rows = drawn.struct
    listed = numbers(rows).to_list()
    count = len(rows.values)
    bits = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    mask = tf.RaggedTensor.from_row_splits(tf.constant(bits, tf.bool, [count]), rows.row_splits)
    kept = [
        [item for item, bit in zip(row, own) if bit] for row, own in zip(listed, mask.to_list())
    ]
    check(drawn, tf.ragged.boolean_mask(rows, mask), kept)
    check(drawn, tf.boolean_mask(rows, mask), [item for row in kept for item in row])


@settings(max_examples=15 * TIMES, deadline=None)
@given(data=st.data())
def test_structures_chosen_one_by_one_or_by_row(data: Any) -> None:
    drawn = data.draw(ragged())
    rows = drawn.struct
    ids = numbers(rows)
    places = ids.with_flat_values(tf.reverse(ids.flat_values, [0]))
    other, others = tf.gather(tf.reshape(rows, [-1]), places), places
    count = len(rows)
    bits = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    by_row = [x if bit else y for bit, x, y in zip(bits, ids.to_list(), others.to_list())]
    chosen = tf.compat.v1.where(tf.constant(bits, tf.bool, [count]), rows, other)
    check(drawn, chosen, by_row)
    even = ids % 2 == 0
    check(drawn, tf.where(even, rows, rows), ids.to_list())
    same = tf.where(even, ids, others)
    check(drawn, tf.where(even, rows, other), same.to_list())


@settings(max_examples=15 * TIMES, deadline=None)
@given(data=st.data())
def test_taken_apart_into_rows(data: Any) -> None:
    drawn = data.draw(ragged())
    rows, listed = drawn.struct, numbers(drawn.struct).to_list()
    for part, expected in zip(tf.unstack(rows), listed, strict=True):
        check(drawn, part, expected)
    cut = data.draw(st.integers(0, len(listed)))
    first, second = tf.split(rows, [cut, len(listed) - cut])
    check(drawn, first, listed[:cut])
    check(drawn, second, listed[cut:])


@settings(max_examples=10 * TIMES, deadline=None)
@given(data=st.data())
def test_shape_size_and_rank(data: Any) -> None:
    drawn = data.draw(ragged())
    ids = numbers(drawn.struct)
    assert int(tf.size(drawn.struct)) == len(drawn.rows)
    assert int(tf.rank(drawn.struct)) == drawn.struct.rank
    found, expected = tf.shape(drawn.struct), tf.shape(ids)
    assert found.rank == expected.rank
    assert tf.reshape(drawn.struct, [-1]).to_py() == drawn.rows


def test_dense_and_ragged_structs_join_as_tensors_do() -> None:
    """A dense struct among ragged ones is rows of one length."""
    from tftypes import struct

    dense = struct.constant([[{"x": 1}, {"x": 2}], [{"x": 3}, {"x": 4}]])
    rows = struct.constant([[{"x": 5}], []])
    dense = dense if dense.shape == [2, 2] else tf.reshape(dense, [2, 2])
    for axis in (0, 1):
        joined = tf.concat([dense, rows], axis=axis)
        expected = tf.concat([dense["x"], rows["x"]], axis=axis)
        assert joined["x"].to_list() == expected.to_list()
    stacked = tf.stack([rows, dense])
    assert stacked["x"].to_list() == tf.stack([rows["x"], dense["x"]]).to_list()
    assert stacked.shape.as_list() == [2, None, None]


def test_splits_of_both_dtypes_join_as_int64() -> None:
    from tftypes import struct

    values = struct.constant([{"x": 1}, {"x": 2}])
    narrow = RaggedStructTensor.from_row_splits(values, tf.constant([0, 1, 2], tf.int32))
    wide = RaggedStructTensor.from_row_splits(values, tf.constant([0, 2], tf.int64))
    joined = tf.concat([narrow, wide], axis=0)
    assert joined.row_splits.dtype == tf.int64
    assert joined["x"].to_list() == [[1], [2], [1, 2]]
    assert tf.concat([narrow, narrow], axis=0).row_splits.dtype == tf.int32
