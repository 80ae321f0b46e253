"""`reduce`, `scan` and `window` for all types: on tensors they do what TensorFlow's own do."""

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runtime.extension.masked import Masked
from tftypes.runtime import datasets, type_spec_of

numbers = st.lists(st.integers(-9, 9), min_size=1, max_size=6)


def pairs(values):
    """A dataset whose elements are nested."""
    whole = tf.constant(values)
    return tf.data.Dataset.from_tensor_slices({"a": whole, "b": (whole * 2,)})


def plain(structure):
    return tf.nest.map_structure(lambda tensor: tensor.numpy().tolist(), structure)


def add(state, x):
    return {"sum": state["sum"] + x["a"], "last": x["b"][0]}


def add_and_show(state, x):
    return add(state, x), (state["last"], x["a"])


START = {"sum": 0, "last": -1}


@settings(max_examples=8, deadline=None)
@given(numbers)
def test_states_of_tensors_are_as_tensorflows(values):
    data = pairs(values)
    assert plain(datasets.reduce(data, START, add)) == plain(data.reduce(START, add))
    ours = list(map(plain, datasets.scan(data, START, add_and_show)))
    assert ours == list(map(plain, data.scan(START, add_and_show)))


@settings(max_examples=8, deadline=None)
@given(numbers, st.integers(1, 4), st.integers(1, 3), st.integers(1, 3), st.booleans())
def test_windows_of_tensors_are_as_tensorflows(values, size, shift, stride, drop):
    def shown(windows):
        return [[plain(list(part["a"])), plain(list(part["b"][0]))] for part in windows]

    data = pairs(values)
    ours = datasets.window(data, size, shift, stride, drop)
    assert shown(ours) == shown(data.window(size, shift, stride, drop))
    assert ours.element_spec == data.window(size).element_spec


@pytest.mark.parametrize("kind", ["ragged", "sparse", "masked"])
def test_elements_of_other_types_come_in_windows(kind):
    make = {
        "ragged": lambda: tf.ragged.constant([[1.0], [2.0, 3.0], []]),
        "sparse": lambda: tf.sparse.from_dense([[0.0, 1.0], [2.0, 0.0], [0.0, 0.0]]),
        "masked": lambda: Masked(tf.ones([3, 2])),
    }
    value = make[kind]()
    data = tf.data.Dataset.from_tensor_slices(value).batch(1)
    windows = [list(part) for part in datasets.window(data, 2)]
    assert [len(part) for part in windows] == [2, 1]
    assert all(type(each) is type(value) for part in windows for each in part)


def test_a_state_takes_the_widest_shape_on_the_way():
    def doubled(state, x):
        return tf.concat([state, state], 0)

    data = tf.data.Dataset.range(3)
    assert datasets.reduce(data, tf.ones([1]), doubled).shape == [8]
    sparse = tf.sparse.from_dense([1.0, 0.0])
    result = datasets.reduce(data, sparse, lambda state, x: tf.sparse.concat(0, [state, state]))
    np.testing.assert_array_equal(tf.sparse.to_dense(result), [1.0, 0.0] * 8)


@pytest.mark.parametrize(
    ("state", "new"),
    [
        (Masked(0.0), Masked(0.0, unit="ft")),
        (Masked(0.0), tf.constant(0.0)),
        ((1, 2), (1,)),
        (1, 1.5),
    ],
    ids=["static data", "class", "structure", "dtype"],
)
def test_a_state_of_another_type_is_an_error(state, new):
    specs = [
        tf.nest.map_structure(lambda part: repr(type_spec_of(part)), each) for each in (state, new)
    ]
    data = tf.data.Dataset.range(1)
    with pytest.raises(TypeError, match=r"reduce\(\) argument 'reduce_func': the type of") as error:
        datasets.reduce(data, state, lambda _, x: new)
    assert all(text in str(error.value) for text in tf.nest.flatten(specs))
    with pytest.raises(TypeError, match=r"scan\(\) argument 'scan_func': the type of the state is"):
        datasets.scan(data, state, lambda _, x: (new, x))


def test_what_has_no_tensor_cannot_be_in_a_window():
    data = tf.data.Dataset.range(2).map(lambda x: (x, None))
    with pytest.raises(
        TypeError, match=r"window\(\) argument 'dataset': there is no tensor in None"
    ):
        datasets.window(data, 2)
