"""Ops on dense structs of any rank beside NumPy's on arrays of element numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.struct.ops.drawn import MODES, check, dense, ids_of, made, run
from tests.struct.times import TIMES
from tftypes import struct

Case = tuple[Any, Any]


def _axis(data: Any, rank: int) -> int:
    return data.draw(st.integers(-rank, rank - 1))


def _shape(data: Any, min_rank: int = 1, low: int = 0) -> tuple[int, ...]:
    return tuple(data.draw(st.lists(st.integers(low, 3), min_size=min_rank, max_size=3)))


def _indices(data: Any, size: int, max_rank: int = 2) -> Any:
    shape = tuple(data.draw(st.lists(st.integers(0, 2), max_size=max_rank)))
    flat = data.draw(st.lists(st.integers(0, size - 1), min_size=4, max_size=4))
    return np.array(flat, np.int64)[: int(np.prod(shape, dtype=int))].reshape(shape)


# Each case draws what the op is given besides a struct of this shape; it returns the op, as a
# function of the struct, and the element numbers of the result.


def gather(data: Any, ids: Any) -> Case:
    axis = _axis(data, ids.ndim)
    indices = _indices(data, ids.shape[axis])
    return lambda x: tf.gather(x, indices, axis=axis), np.take(ids, indices, axis=axis)


def gather_in_batches(data: Any, ids: Any) -> Case:
    if ids.ndim < 2:
        return gather(data, ids)
    flat = [_indices(data, ids.shape[1], 1).reshape(-1)[:1] for _ in range(ids.shape[0])]
    size = min(map(len, flat))
    indices = np.stack([row[:size] for row in flat])
    expected = np.stack([np.take(ids[b], indices[b], axis=0) for b in range(len(ids))])
    return lambda x: tf.compat.v1.batch_gather(x, indices), expected


def gather_nd(data: Any, ids: Any) -> Case:
    depth = data.draw(st.integers(0, ids.ndim))
    count = data.draw(st.integers(0, 3))
    picked = [[data.draw(st.integers(0, n - 1)) for n in ids.shape[:depth]] for _ in range(count)]
    indices = np.array(picked, np.int32).reshape(count, depth)
    expected = [ids[tuple(row)] for row in picked]
    shape = (count, *ids.shape[depth:])
    return lambda x: tf.gather_nd(x, indices), np.array(expected, int).reshape(shape)


def boolean_mask(data: Any, ids: Any) -> Case:
    first = data.draw(st.integers(0, ids.ndim - 1))
    last = data.draw(st.integers(first + 1, ids.ndim))
    own = ids.shape[first:last]
    bits = data.draw(st.lists(st.booleans(), min_size=27, max_size=27))
    mask = np.array(bits)[: int(np.prod(own))].reshape(own)
    merged = ids.reshape((*ids.shape[:first], int(np.prod(own)), *ids.shape[last:]))
    expected = np.compress(mask.reshape(-1), merged, axis=first)
    return lambda x: tf.boolean_mask(x, mask, axis=first), expected


def expand_dims(data: Any, ids: Any) -> Case:
    axis = _axis(data, ids.ndim + 1)
    return lambda x: tf.expand_dims(x, axis), np.expand_dims(ids, axis)


def squeeze(data: Any, ids: Any) -> Case:
    axis = _axis(data, ids.ndim + 1)
    return lambda x: tf.squeeze(tf.expand_dims(x, axis), [axis]), ids


def tile(data: Any, ids: Any) -> Case:
    multiples = [data.draw(st.integers(0, 2)) for _ in ids.shape]
    return lambda x: tf.tile(x, multiples), np.tile(ids, multiples)


def repeat(data: Any, ids: Any) -> Case:
    axis = _axis(data, ids.ndim)
    each = [data.draw(st.integers(0, 2)) for _ in range(ids.shape[axis])]
    repeats = data.draw(st.sampled_from([2, each]))
    return lambda x: tf.repeat(x, repeats, axis=axis), np.repeat(ids, repeats, axis=axis)


def repeat_all(data: Any, ids: Any) -> Case:
    return lambda x: tf.repeat(x, 2), np.repeat(ids, 2)


def reverse(data: Any, ids: Any) -> Case:
    axes = data.draw(st.lists(st.integers(0, ids.ndim - 1), unique=True))
    return lambda x: tf.reverse(x, axes), np.flip(ids, axes) if axes else ids


def roll(data: Any, ids: Any) -> Case:
    shift, axis = data.draw(st.integers(-4, 4)), data.draw(st.integers(0, ids.ndim - 1))
    return lambda x: tf.roll(x, shift, axis), np.roll(ids, shift, axis)


def transpose(data: Any, ids: Any) -> Case:
    perm = data.draw(st.permutations(range(ids.ndim)))
    return lambda x: tf.transpose(x, perm), np.transpose(ids, perm)


def broadcast_to(data: Any, ids: Any) -> Case:
    shape = (data.draw(st.integers(0, 2)), *ids.shape)
    return lambda x: tf.broadcast_to(x, shape), np.broadcast_to(ids, shape)


def reshape(data: Any, ids: Any) -> Case:
    first = data.draw(st.sampled_from([1, ids.shape[0]]))
    shape = [first, -1] if first else [0, 5]
    return lambda x: tf.reshape(x, shape), ids.reshape(shape)


def block(data: Any, ids: Any) -> Case:
    begin = [data.draw(st.integers(0, n)) for n in ids.shape]
    size = [data.draw(st.sampled_from([-1, 0, n - b])) for n, b in zip(ids.shape, begin)]
    index = tuple(slice(b, None if s == -1 else b + s) for b, s in zip(begin, size))
    return lambda x: tf.slice(x, begin, size), ids[index]


def identity(data: Any, ids: Any) -> Case:
    return lambda x: tf.identity(x), ids


CASES = [
    gather, gather_in_batches, gather_nd, boolean_mask, expand_dims, squeeze, tile, repeat, repeat_all,
    reverse, roll, transpose, broadcast_to, reshape, block, identity,
]  # fmt: skip
NEEDS_ELEMENTS = {gather, gather_in_batches, gather_nd}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@settings(max_examples=15 * TIMES, deadline=None)
@given(data=st.data())
def test_elements_are_where_numpy_puts_them(case: Any, data: Any) -> None:
    _check(case, data, "eager")


@pytest.mark.parametrize("mode", MODES[1:])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@settings(max_examples=3 * TIMES, deadline=None, phases=[Phase.generate])
@given(data=st.data())
def test_in_a_graph_with_unknown_dims(case: Any, mode: str, data: Any) -> None:
    _check(case, data, mode)


def _check(case: Any, data: Any, mode: str) -> None:
    shape = _shape(data, 1, int(case in NEEDS_ELEMENTS))
    drawn = data.draw(dense(shape))
    op, expected = case(data, ids_of(shape))
    check(drawn, run(op, [drawn.struct], mode=mode), expected)


@pytest.mark.parametrize("op", [tf.concat, tf.stack], ids=["concat", "stack"])
@settings(max_examples=25 * TIMES, deadline=None)
@given(data=st.data(), mode=st.sampled_from(["eager", *MODES]))
def test_structs_together(op: Any, data: Any, mode: str) -> None:
    shape = _shape(data, int(op is tf.concat))
    axis = _axis(data, len(shape) + int(op is tf.stack))
    whole = data.draw(dense((2, *shape)))
    parts = [tf.gather(whole.struct, i) for i in range(2)]
    ids = ids_of((2, *shape))
    expected = (np.concatenate if op is tf.concat else np.stack)([ids[0], ids[1]], axis)
    if not shape and any(name in whole.struct.field_names() for name in ("list", "lists")):
        return  # of single structures, lists are vectors, which stack only if they are of one size
    if not shape and any(n.startswith("struct") for n in whole.struct.field_names()):
        return
    check(whole, run(lambda x, y: op([x, y], axis=axis), parts, mode=mode), expected)


@settings(max_examples=25 * TIMES, deadline=None)
@given(data=st.data(), mode=st.sampled_from(["eager", *MODES]))
def test_where_takes_whole_structures(data: Any, mode: str) -> None:
    shape = _shape(data)
    whole = data.draw(dense((2, *shape)))
    parts = [tf.gather(whole.struct, i) for i in range(2)]
    own = tuple(data.draw(st.sampled_from([1, n])) for n in shape)
    bits = data.draw(st.lists(st.booleans(), min_size=27, max_size=27))
    condition = np.array(bits)[: int(np.prod(own))].reshape(own)
    ids = ids_of((2, *shape))
    op = lambda x, y: tf.where(condition, x, y)  # noqa: E731
    check(whole, run(op, parts, mode=mode), np.where(condition, ids[0], ids[1]))


@settings(max_examples=20 * TIMES, deadline=None)
@given(data=st.data())
def test_taken_apart(data: Any) -> None:
    shape = _shape(data)
    drawn, ids = data.draw(dense(shape)), ids_of(shape)
    axis = _axis(data, len(shape))
    size = shape[axis]
    for part, expected in zip(
        tf.unstack(drawn.struct, axis=axis), np.moveaxis(ids, axis, 0), strict=True
    ):
        check(drawn, part, expected)
    cut = data.draw(st.integers(0, size))
    pieces = tf.split(drawn.struct, [cut, size - cut], axis=axis)
    for part, expected in zip(pieces, np.split(ids, [cut], axis), strict=True):
        check(drawn, part, expected)
    if size:
        for part, expected in zip(
            tf.split(drawn.struct, size, axis), np.split(ids, size, axis), strict=True
        ):
            check(drawn, part, expected)


@settings(max_examples=20 * TIMES, deadline=None)
@given(drawn=dense(), mode=st.sampled_from(["eager", *MODES]))
def test_shape_size_and_rank(drawn: Any, mode: str) -> None:
    shape = drawn.struct.shape.as_list()
    ask = lambda x: (tf.shape(x), tf.shape(x, out_type=tf.int64), tf.size(x), tf.rank(x))  # noqa: E731
    found, wide, size, rank = run(ask, [drawn.struct], mode=mode)
    assert found.numpy().tolist() == wide.numpy().tolist() == shape
    assert (found.dtype, wide.dtype, size.dtype) == (tf.int32, tf.int64, tf.int32)
    assert (int(size), int(rank)) == (len(drawn.rows), len(shape))


def test_what_was_drawn_is_what_it_says() -> None:
    drawn = made((2, 1), ["int", "list", "structs"], seed=1)
    assert drawn.struct.to_py() == drawn.nested(ids_of((2, 1)))


#: Ops on a struct of shape [2, 0, 3], what they do to an array of this shape, and what is refused.
_WITHOUT_ROWS = {
    "transpose": (lambda x: tf.transpose(x, [2, 0, 1]), lambda x: tf.transpose(x, [1, 1, 0])),
    "where": (
        lambda x: tf.where(tf.ones([1, 1, 3], tf.bool), x, x),
        lambda x: tf.where(tf.ones([1, 1, 2], tf.bool), x, x),
    ),
    "repeat": (lambda x: tf.repeat(x, [1, 0, 2], 2), lambda x: tf.repeat(x, 2, 3)),
    "broadcast_to": (
        lambda x: tf.broadcast_to(x, [4, 2, 0, 3]),
        lambda x: tf.broadcast_to(x, [4, 2, 0, 2]),
    ),
    "slice": (
        lambda x: tf.slice(x, [0, 0, 1], [2, 0, 2]),
        lambda x: tf.slice(x, [0, 0, 3], [2, 0, 1]),
    ),
    "reverse": (lambda x: tf.reverse(x, [1]), lambda x: tf.reverse(x, [3])),
    "tile": (lambda x: tf.tile(x, [1, 2, 2]), lambda x: tf.tile(x, [1, 2])),
    "gather": (lambda x: tf.gather(x, [2, 0], axis=2), lambda x: tf.gather(x, [0], axis=1)),
    "one of them": (lambda x: x[1], lambda x: x[2]),
    "in a new dim": (lambda x: x[tf.newaxis, :, :, 1:], lambda x: x[0, 0]),
    "concat": (lambda x: tf.concat([x, x], 2), lambda x: tf.concat([x, x[:, :, :2]], 0)),
    "stack": (lambda x: tf.stack([x, x], 1), lambda x: tf.stack([x, x[:, :, :2]])),
    "split": (lambda x: tf.split(x, 3, 2)[1], lambda x: tf.split(x, [1, 1], 2)[0]),
    "reshape": (lambda x: tf.reshape(x, [3, 0, 5]), lambda x: tf.reshape(x, [3, 1])),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("field", ["list", "structs"])
@pytest.mark.parametrize("op", sorted(_WITHOUT_ROWS))
def test_what_has_no_rows_has_a_shape(op: str, field: str, mode: str) -> None:
    """Rows that are not there do not tell how long they would be: the struct does."""
    drawn = made((2, 0, 3), [field], seed=0)
    right, wrong = _WITHOUT_ROWS[op]
    check(drawn, run(right, [drawn.struct], mode), right(tf.zeros([2, 0, 3], tf.int64)).numpy())
    with pytest.raises((ValueError, IndexError, tf.errors.InvalidArgumentError)):
        run(wrong, [drawn.struct], mode)


@pytest.mark.parametrize("mode", MODES)
def test_any_length_fits_rows_that_are_not_there(mode: str) -> None:
    def both(x: Any) -> Any:
        rows = tf.ragged.constant([[], []], tf.int32, ragged_rank=3)
        return struct.DenseStructTensor([None] * 3, {"none": rows, "x": x["x"]})

    def only(x: Any) -> Any:
        return both(x).without("x")

    sizes = struct.DenseStructTensor([2, 0, 3], {"x": tf.zeros([2, 0, 3])})
    assert run(both, [sizes], mode).shape.as_list() == [2, 0, 3]
    assert run(only, [sizes], mode).shape.as_list() == [2, 0, 3]
    wrong = struct.DenseStructTensor([2, 1, 3], {"x": tf.zeros([2, 1, 3])})
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        run(both, [wrong], mode)


def test_datasets_batch_and_unbatch_what_has_ragged_fields_alone() -> None:
    drawn = made((2, 3, 2), ["list", "structs"], seed=3)
    elements = tf.data.Dataset.from_tensor_slices(drawn.struct)
    assert [one.to_py() for one in elements] == drawn.nested(ids_of((2, 3, 2)))
    flat = elements.unbatch().unbatch()
    assert [one.to_py() for one in flat] == drawn.rows
    check(drawn, next(iter(elements.batch(2))), ids_of((2, 3, 2)))
    check(drawn, next(iter(flat.batch(2).batch(3))), ids_of((3, 2)))


def test_elements_of_datasets_know_of_rows_that_are_not_there_what_is_static() -> None:
    none = made((2, 0, 3), ["list"], seed=0).struct
    assert [one.shape for one in tf.data.Dataset.from_tensor_slices(none)] == [[0, 3], [0, 3]]
    same = run(lambda x: tf.map_fn(lambda one: one, x), [none], "function")
    assert same.shape == [2, 0, 0]


@pytest.mark.parametrize(
    "op",
    [
        lambda x: tf.repeat(x, [], axis=1), lambda x: tf.repeat(x, [], axis=0), lambda x: tf.boolean_mask(x, []),
        lambda x: tf.gather(x, []), lambda x: tf.gather(x, [], axis=1),
    ],
    ids=["repeat in rows", "repeat rows", "boolean_mask", "gather", "gather in rows"],
)  # fmt: skip
def test_a_list_of_no_elements_is_of_what_the_op_wants(op: Any) -> None:
    """TensorFlow takes `[]` for floats."""
    none = struct.DenseStructTensor(
        [0, 0], {"x": tf.zeros([0, 0]), "list": made((0, 0), ["list"], 0).struct["list"]}
    )
    for mode in MODES:
        assert run(op, [none], mode).to_py() == []
