"""The labelled tensor: its ops against NumPy's on axes in one order, its program as a whole."""

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples.extension_types.conftest import load, output

labelled = load("labelled")
Labelled = labelled.Labelled

SIZES = {"a": 2, "b": 3, "c": 4}
LETTERS = "".join(SIZES)
names = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=3, unique=True).map("".join)


@st.composite
def tensors(draw, axes=names):
    """A labelled tensor with some of the axes, in some order."""
    axes = draw(axes)
    size = int(np.prod([SIZES[name] for name in axes]))
    seed = draw(st.integers(0, 99))
    values = np.random.default_rng(seed).integers(-4, 5, size).astype(np.float32)
    return Labelled(values.reshape([SIZES[name] for name in axes]), list(axes))


def spread(x, axes=LETTERS):
    """The values as NumPy would see them, with all axes in one order."""
    present = np.einsum(f"{''.join(x.axes)}->{''.join(n for n in axes if n in x.axes)}", x.values)
    return present[tuple(slice(None) if name in x.axes else None for name in axes)]


def check(result, expected, axes=LETTERS):
    np.testing.assert_allclose(spread(result, axes), expected, rtol=1e-5)


@settings(max_examples=100, deadline=None)
@given(tensors(), tensors())
def test_operands_are_aligned_by_name(x, y):
    check(x + y, spread(x) + spread(y))
    check(tf.maximum(x, y), np.maximum(spread(x), spread(y)))
    check(2.0 * x - y, 2.0 * spread(x) - spread(y))
    assert (x + y).axes == tuple(dict.fromkeys(x.axes + y.axes))


REDUCTIONS = {
    tf.reduce_sum: np.sum,
    tf.reduce_mean: np.mean,
    tf.reduce_max: np.max,
    tf.reduce_min: np.min,
    tf.reduce_prod: np.prod,
    tf.math.reduce_std: np.std,
}


@pytest.mark.parametrize("op", REDUCTIONS, ids=lambda op: op.__name__)
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_reductions_over_named_axes(op, data):
    x = data.draw(tensors())
    over = data.draw(st.lists(st.sampled_from(x.axes), unique=True, min_size=1))
    axis = over[0] if len(over) == 1 and data.draw(st.booleans()) else over
    keepdims = data.draw(st.booleans())
    numbers = tuple(map(LETTERS.index, over))
    result = op(x, axis=axis, keepdims=keepdims)
    np.testing.assert_allclose(
        spread(result), REDUCTIONS[op](spread(x), axis=numbers, keepdims=True), rtol=1e-4, atol=1e-5
    )
    assert result.axes == tuple(n for n in x.axes if keepdims or n not in over)
    assert op(x).axes == ()


@settings(max_examples=50, deadline=None)
@given(tensors(), st.data())
def test_what_works_along_an_axis(x, data):
    name = data.draw(st.sampled_from(x.axes))
    number = LETTERS.index(name)
    check(tf.cumsum(x, name), np.cumsum(spread(x), number))
    check(tf.concat([x, x], name), np.concatenate([spread(x)] * 2, number))
    check(tf.gather(x, [1, 0], axis=name), np.take(spread(x), [1, 0], number))
    check(tf.gather(x, 1, axis=name), np.take(spread(x), [1], number))
    largest = tf.argmax(x, name)
    assert name not in largest.axes
    check(largest, np.argmax(spread(x), number, keepdims=True))
    exponents = np.exp(spread(x) - spread(x).max(number, keepdims=True))
    check(tf.nn.softmax(x, name), exponents / exponents.sum(number, keepdims=True))


@settings(max_examples=50, deadline=None)
@given(tensors(st.permutations(LETTERS).map("".join)), tensors(), st.data())
def test_products_sum_over_the_axis_that_both_have(x, y, data):
    if x.axes[-1] not in y.axes:
        with pytest.raises(ValueError, match=f"no axis '{x.axes[-1]}' in Labelled"):
            x @ y
        return
    number = LETTERS.index(x.axes[-1])
    check(x @ y, (spread(x) * spread(y)).sum(number, keepdims=True))


@settings(max_examples=50, deadline=None)
@given(tensors(), st.data())
def test_the_order_of_axes(x, data):
    order = data.draw(st.permutations(x.axes))
    turned = tf.transpose(x, order)
    assert turned.axes == tuple(order)
    check(turned, spread(x))
    stacked = tf.concat([tf.expand_dims(each, "z") for each in (x, turned)], "z")
    check(stacked, np.stack([spread(x)] * 2), "z" + LETTERS)
    assert tf.transpose(x).axes == x.axes[::-1]
    assert turned[0].axes == tuple(order[1:])
    np.testing.assert_array_equal(x[:1].values, x.values[:1])


def test_mistakes_are_named():
    x = Labelled([[1.0, 2.0]], "time sensor")
    with pytest.raises(ValueError, match=r"no axis 'day' in Labelled\(time=1, sensor=2\)"):
        tf.reduce_sum(x, axis="day")
    with pytest.raises(ValueError, match="an axis is named twice: time time"):
        Labelled([[1.0]], "time time")
    with pytest.raises(ValueError, match=r"1 names for axes, of values of shape \(1, 2\)"):
        Labelled([[1.0, 2.0]], "time")
    with pytest.raises(ValueError, match="have different axes"):
        tf.concat([x, x[0]], "time")
    with pytest.raises(TypeError, match=r"tf\.linalg\.inv\(\) is not implemented for Labelled"):
        tf.linalg.inv(x)


def test_a_batch_has_an_axis_of_its_name():
    elements = tf.data.Dataset.from_tensor_slices(Labelled(tf.zeros([4, 3]), "time sensor"))
    assert elements.element_spec.axes == ("sensor",)
    assert next(iter(elements.batch(2))).axes == ("batch", "sensor")


def test_axes_of_other_names_are_another_type():
    traces = []
    trace = tf.function(lambda x: traces.append(x.axes))
    for axes in ("a b", "b a", "a b"):
        trace(Labelled(tf.zeros([2, 2]), axes))
    assert traces == [("a", "b"), ("b", "a")]


def test_the_program():
    lines = output("labelled")
    assert lines[:7] == [
        "hours          Labelled(time=4, sensor=3)",
        "mean of time   [4.5, 5.5, 6.5]",
        "by sensor      Labelled(time=4, sensor=3)",
        "weighted       [0.75, 3.75, 6.75, 9.75]",
        "by name        Labelled(sensor=3, time=4)",
        "no such axis   no axis 'day' in Labelled(time=4, sensor=3)",
        "a batch        LabelledSpec(TensorShape([None, 24, 3]), tf.float32, ('batch', 'time', 'sensor'))",
    ]
    before, after = lines[7].removeprefix("loss").split("->")
    assert float(after) < float(before)
    assert lines[8:10] == ["predicted      (512, 1)", "saved, loaded  True"]
    assert lines[10].startswith("other axes     `expected LabelledSpec(TensorShape([None, 24, 3]")
