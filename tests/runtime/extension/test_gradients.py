"""Gradients that are not connected, of a value with several components that have one."""

import pytest
import tensorflow as tf

from tftypes.runtime import TypeSpec


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __tf_type_spec__(self):
        return PairSpec(self.a.shape)


class PairSpec(TypeSpec):
    def __init__(self, shape):
        self.shape = tf.TensorShape(shape)

    def serialize(self):
        return (self.shape,)

    def to_components(self, value):
        return value.a, value.b

    def from_components(self, components):
        return Pair(*components)

    component_specs = property(lambda self: (tf.TensorSpec(self.shape),) * 2)
    value_type = Pair


TARGETS = {
    "neither": (lambda pair: tf.constant(1.0), [0.0, 0.0]),
    "the first": (lambda pair: 2 * tf.reduce_sum(pair.a), [2.0, 0.0]),
    "the second": (lambda pair: 3 * tf.reduce_sum(pair.b), [0.0, 3.0]),
}


@pytest.mark.parametrize("zero", ["zero", tf.UnconnectedGradients.ZERO])
@pytest.mark.parametrize(("target", "expected"), TARGETS.values(), ids=TARGETS)
def test_zeros_by_component(target, expected, zero):
    pair, other = Pair(tf.ones([2]), tf.ones([2])), tf.ones([3])
    with tf.GradientTape() as tape:
        tape.watch([pair, other])
        y = target(pair)
    gradient = tape.gradient(y, {"pair": pair, "other": [other]}, unconnected_gradients=zero)
    found = gradient["pair"]
    assert [found.a.numpy().tolist(), found.b.numpy().tolist()] == [[k, k] for k in expected]
    assert gradient["other"][0].numpy().tolist() == [0.0] * 3


def test_what_is_neither_none_nor_zero():
    pair = Pair(tf.ones([2]), tf.ones([2]))
    with tf.GradientTape() as tape:
        tape.watch(pair)
        y = tf.reduce_sum(pair.a)
    with pytest.raises(ValueError, match="'one' is not a valid UnconnectedGradients"):
        tape.gradient(y, pair, unconnected_gradients="one")


def test_tensors_are_as_before():
    x, v = tf.constant(3.0), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    dx, dv = tape.gradient(y, (x, v), unconnected_gradients="zero")
    assert (float(dx), float(dv)) == (6.0, 0.0)
