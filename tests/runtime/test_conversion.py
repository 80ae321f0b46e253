"""Lists, numbers and arrays: taken as TensorFlow takes them, and never changed."""

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tftypes.runtime.convert import Refused, to_tensor

INTEGERS = [tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16, tf.uint32, tf.uint64]
FLOATS = [tf.float16, tf.bfloat16, tf.float32, tf.float64]
COMPLEX = [tf.complex64, tf.complex128]
DTYPES = [tf.bool, *INTEGERS, *FLOATS, *COMPLEX]


@st.composite
def arrays(draw):
    dtype = draw(st.sampled_from([dtype for dtype in DTYPES if dtype != tf.bfloat16]))
    return draw(
        hnp.arrays(dtype.as_numpy_dtype, hnp.array_shapes(min_dims=0, max_dims=2, max_side=3))
    )


@settings(max_examples=300, deadline=None)
@given(arrays(), st.sampled_from(DTYPES))
def test_arrays_keep_their_numbers(array, dtype):
    try:
        tensor = to_tensor(array, dtype)
    except Refused:
        return
    assert tensor.dtype == dtype
    assert tensor.shape == array.shape
    if dtype in FLOATS + COMPLEX and array.dtype.kind in "fc":
        # Rounded to the precision asked for, which is what asking means; never to infinity.
        for part in (np.real, np.imag):
            before, after = part(array), part(np.asarray(tensor.numpy()).astype(np.complex128))
            assert np.array_equal(np.isnan(before), np.isnan(after))
            assert np.array_equal(np.isinf(before), np.isinf(after))
        with np.errstate(all="ignore"):
            assert (
                np.asarray(tensor.numpy()).tobytes() == array.astype(dtype.as_numpy_dtype).tobytes()
            )
    else:
        assert [int(n.real) for n in np.asarray(tensor.numpy()).flat] == [
            int(n) for n in array.flat
        ]


@settings(max_examples=200, deadline=None)
@given(arrays())
def test_arrays_of_the_dtype_are_always_taken(array):
    tensor = to_tensor(array, tf.as_dtype(array.dtype))
    assert np.asarray(tensor.numpy()).tobytes() == array.tobytes()


numbers = st.one_of(
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-300, 300),
    st.floats(),
    st.complex_numbers(),
)
nested = st.recursive(numbers, lambda inner: st.lists(inner, max_size=3), max_leaves=4)


def _aborts(value, dtype):
    """Whether TensorFlow leaves an exception pending, and now and then ends the process for it."""
    if isinstance(value, list):
        return any(_aborts(item, dtype) for item in value)
    return dtype == tf.uint64 and isinstance(value, int) and not 0 <= value < 2**64


@settings(max_examples=400, deadline=None)
@given(
    nested, st.sampled_from([tf.bool, *INTEGERS, tf.float16, tf.float32, tf.float64, tf.complex64])
)
def test_python_values_are_taken_only_if_tensorflow_takes_them(value, dtype):
    try:
        with np.errstate(all="ignore"):
            theirs = None if _aborts(value, dtype) else tf.convert_to_tensor(value, dtype)
    except (TypeError, ValueError, OverflowError):
        theirs = None
    try:
        ours = to_tensor(value, dtype)
    except Refused:
        ours = None
    if theirs is None:
        assert ours is None
    if ours is not None:
        assert np.asarray(ours.numpy()).tobytes() == np.asarray(theirs.numpy()).tobytes()
        if dtype in INTEGERS:
            assert np.asarray(ours.numpy()).tolist() == np.asarray(value).tolist()


CHANGED_BY_TENSORFLOW = [
    (2**40, tf.int32),
    ([300], tf.uint8),
    ([-1], tf.uint8),
    (16777217, tf.float32),
    (1e300, tf.float32),
    (70000.0, tf.float16),
    (np.array([1.5]), tf.int32),
    (np.float64(1.5), tf.int32),
    (np.array([2**40]), tf.int32),
    (np.array([2**60 + 1]), tf.float64),
    (np.array([2**63 - 1]), tf.float64),
    (np.array([2]), tf.bool),
    (2**70 + 1, tf.float64),
    (2**70, tf.float16),
    (np.array([-(2**31)], np.int32), tf.float16),
]


@pytest.mark.parametrize(
    "dtype", [tf.uint64, tf.int64, tf.int8, tf.bfloat16, tf.complex64, tf.string, tf.bool]
)
@pytest.mark.parametrize("value", [2**64, -(2**70), [1, 2**70]], ids=str)
def test_more_than_64_bits(value, dtype):
    with pytest.raises(Refused):
        to_tensor(value, dtype)
    assert to_tensor(2**70, tf.float64).numpy() == 2.0**70


@pytest.mark.parametrize(("value", "dtype"), CHANGED_BY_TENSORFLOW, ids=str)
def test_what_tensorflow_would_change_is_refused(value, dtype):
    with np.errstate(all="ignore"):
        changed = tf.convert_to_tensor(value, dtype).numpy()
    assert np.any(np.array(changed.tolist(), object) != np.array(value, object))
    with pytest.raises(Refused):
        to_tensor(value, dtype)


TAKEN = [
    (np.array([1, 2]), tf.int32),
    (np.array([1, 2], np.uint8), tf.float16),
    (np.array([0.1]), tf.float32),
    (np.array([np.inf]), tf.float32),
    (np.array([True, False]), tf.int32),
    (np.array(["a", "b"]), tf.string),
    (np.array([], np.float64), tf.int32),
    ([], tf.int32),
    ([1, 2], tf.complex64),
    (b"abc", tf.string),
    ([tf.constant(1), 2], tf.int32),
    (tf.Variable([1, 2]), tf.int32),
    (range(3), tf.int64),
    (2**63, tf.uint64),
]


@pytest.mark.parametrize(("value", "dtype"), TAKEN, ids=str)
def test_what_is_taken(value, dtype):
    ours, theirs = to_tensor(value, dtype), tf.convert_to_tensor(value, dtype)
    assert ours.dtype == theirs.dtype
    assert np.array_equal(ours.numpy(), theirs.numpy())


def test_objects_that_convert_themselves():
    class Celsius:
        def __tf_tensor__(self, dtype=None, name=None):
            return tf.constant(20.0, dtype or tf.float32)

    class Frame:
        def __array__(self, dtype=None, copy=None):
            return np.array([1.5, 2.5])

    assert to_tensor(Celsius(), tf.float64).numpy() == 20.0
    assert to_tensor(Frame(), tf.float32).numpy().tolist() == [1.5, 2.5]
    with pytest.raises(Refused):
        to_tensor(Frame(), tf.int32)


def test_symbolic_tensors_in_lists():
    @tf.function
    def f(x):
        return to_tensor([x, 1.0], tf.float32)

    assert f(tf.constant(2.0)).numpy().tolist() == [2.0, 1.0]
