"""The masked tensor: its ops against NumPy's masked arrays, its program as a whole."""

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests.examples.extension_types.conftest import load, output

masked = load("masked")
Masked = masked.Masked

shapes = hnp.array_shapes(min_dims=1, max_dims=3, max_side=3)


@st.composite
def arrays(draw, shape=None):
    shape = draw(shapes) if shape is None else shape
    values = draw(hnp.arrays(np.float32, shape, elements=st.integers(-4, 4).map(float)))
    return np.ma.masked_array(values, ~draw(hnp.arrays(bool, shape)))


def ours(array):
    return Masked(array.data, ~np.ma.getmaskarray(array))


def check(result, expected):
    """The same values count, and those are the same."""
    expected = np.ma.asarray(expected)
    assert result.mask.numpy().tolist() == (~np.ma.getmaskarray(expected)).tolist()
    filled = np.asarray(expected.filled(0), np.float32)
    np.testing.assert_allclose(result.filled().numpy(), filled, rtol=1e-5)


REDUCTIONS = {
    tf.reduce_sum: np.ma.sum,
    tf.reduce_prod: np.ma.prod,
    tf.reduce_max: np.ma.max,
    tf.reduce_min: np.ma.min,
    tf.reduce_mean: np.ma.mean,
}


@pytest.mark.parametrize("op", REDUCTIONS, ids=lambda op: op.__name__)
@settings(max_examples=50, deadline=None)
@given(st.data())
def test_reductions_leave_out_what_is_masked(op, data):
    array = data.draw(arrays())
    axis = data.draw(st.one_of(st.none(), st.integers(-array.ndim, array.ndim - 1)))
    keepdims = data.draw(st.booleans())
    expected = REDUCTIONS[op](array, axis=axis, keepdims=keepdims)
    check(op(ours(array), axis=axis, keepdims=keepdims), expected)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_two_operands_with_broadcasting(data):
    shape = data.draw(shapes)
    other = tuple(data.draw(st.sampled_from([1, size])) for size in shape)
    a, b = data.draw(arrays(shape)), data.draw(arrays(other))
    check(ours(a) + ours(b), a + b)
    check(tf.subtract(ours(a), b.data), a - b.data)
    check(2.0 * ours(b), 2.0 * b)
    check(tf.maximum(ours(b), ours(a)), np.ma.maximum(b, a))


@settings(max_examples=100, deadline=None)
@given(arrays())
def test_what_moves_values_about(array):
    value = ours(array)
    check(tf.abs(value), abs(array))
    check(-value, -array)
    check(tf.transpose(value), array.T)
    check(tf.reshape(value, [-1]), array.ravel())
    check(value[0], array[0])
    check(value[..., None], array[..., None])
    check(tf.expand_dims(value, 0), array[None])
    check(tf.reverse(value, [0]), array[::-1])
    check(tf.concat([value, value], 0), np.ma.concatenate([array, array]))
    check(tf.stack([value, value], -1), np.ma.stack([array, array], -1))
    check(tf.tile(value, [2] * array.ndim), np.ma.masked_array(
        np.tile(array.data, [2] * array.ndim), np.tile(np.ma.getmaskarray(array), [2] * array.ndim)
    ))  # fmt: skip
    for part, expected in zip(tf.unstack(value), array):
        check(part, expected)
    assert tf.shape(value).numpy().tolist() == list(array.shape)


def test_a_dense_operand_counts_throughout():
    both = tf.concat([Masked([1.0], [False]), tf.constant([2.0])], 0)
    assert repr(both) == "Masked([_, 2.0])"


def test_what_it_does_not_know_is_an_error():
    with pytest.raises(TypeError, match=r"tf\.linalg\.inv\(\) is not implemented for Masked"):
        tf.linalg.inv(Masked([[1.0]]))


def test_the_program():
    lines = output("masked")
    assert lines[:4] == [
        "rows          Masked([[1.0, _, 3.0], [4.0, 5.0, _]])",
        "rows + 10     Masked([[11.0, _, 13.0], [14.0, 15.0, _]])",
        "mean of rows  Masked([2.0, 4.5])",
        "transposed    Masked([[1.0, 4.0], [_, 5.0], [3.0, _]])",
    ]
    before, after = lines[4].removeprefix("loss").split("->")
    assert float(after) < 0.2 * float(before)
    assert lines[5] == "saved, loaded True"
