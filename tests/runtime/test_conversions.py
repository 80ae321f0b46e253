"""`__tf_tensor__`, with a decorator that holds it to its protocol."""

import numpy as np
import pytest
import tensorflow as tf

from tftypes.runtime import supports_tensor


def converting(method):
    return supports_tensor(type("Celsius", (), {"__tf_tensor__": method}))()


def test_a_right_one_goes_through_every_op():
    celsius = converting(lambda self, dtype=None, name=None: tf.constant([1.0, 2.0], dtype))
    assert (tf.constant([1.0, 1.0]) + celsius).numpy().tolist() == [2.0, 3.0]
    assert tf.reduce_sum(celsius) == 3.0
    assert tf.stack([celsius, celsius]).shape == (2, 2)
    assert tf.function(lambda: tf.concat([celsius, [3.0]], 0))().shape == 3
    assert celsius.__tf_tensor__().dtype == tf.float32


@pytest.mark.parametrize(
    ("returned", "text"),
    [
        (None, r"expected a tensor, got None \(NoneType\)"),
        (np.ones(1), r"expected a tensor, got array\(\[1\.\]\) \(ndarray\)"),
        (NotImplemented, "expected a tensor, got NotImplemented"),
    ],
    ids=str,
)
def test_what_is_no_tensor(returned, text):
    with pytest.raises(TypeError, match=rf"Celsius.__tf_tensor__\(\): {text}"):
        tf.convert_to_tensor(converting(lambda self, dtype=None, name=None: returned))


def test_another_dtype():
    celsius = converting(lambda self, dtype=None, name=None: tf.constant(1.0))
    with pytest.raises(TypeError, match="expected an int32 tensor, got a float32 tensor"):
        tf.convert_to_tensor(celsius, tf.int32)
    with pytest.raises(TypeError, match="expected a float64 tensor, got a float32 tensor"):
        celsius.__tf_tensor__("float64")


@pytest.mark.parametrize(
    "method", [lambda self: 1, lambda self, dtype: 1, lambda self, *, dtype=None, name=None: 1]
)
def test_what_tensorflow_cannot_call(method):
    with pytest.raises(TypeError, match=r"write \(self, dtype=None, name=None\)"):
        converting(method)


def test_a_class_without():
    with pytest.raises(TypeError, match="Plain has no method __tf_tensor__"):
        supports_tensor(type("Plain", (), {}))
