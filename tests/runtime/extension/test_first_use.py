"""A class is an extension type whatever is the first to ask about it, and without a decorator."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import dataclasses
import tensorflow as tf, keras
from tftypes.runtime import TypeSpec, function

class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b
    shape = property(lambda self: self.a.shape)
    dtype = property(lambda self: self.a.dtype)
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

class Net(keras.Model):
    def call(self, pair):
        return pair.a + pair.b

class Wrapped(keras.layers.Layer):
    def call(self, pair):
        return Pair(pair.b, pair.a)

def total(pair):
    return pair.a + pair.b

@dataclasses.dataclass
class Boxed:
    pair: Pair

@function
def unboxed(box: Boxed) -> Pair:
    return box.pair

x = Pair(tf.ones([2]), tf.ones([2]))
print(tf.reduce_sum({use}).numpy())
"""
USES = {
    "a Keras model": "Net()(x)",
    "a Keras layer": "Wrapped()(x).a * 2",
    "tf.is_tensor": "2.0 * (tf.is_tensor(x) and total(x) / 2)",
    "tf.function": "tf.function(total)(x)",
    "a field of a dataclass": "total(unboxed(Boxed(x)))",
    "a dataset": "total(next(iter(tf.data.Dataset.from_tensors(x))))",
    "a gradient": "tf.gradients(tf.reduce_sum(x.a * 2), x)[0].a"
    " if not tf.executing_eagerly() else total(x)",
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_first_use(use):
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    run = [sys.executable, "-W", "ignore", "-c", PROGRAM.replace("{use}", use)]
    done = subprocess.run(run, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.strip() == "4.0", done.stderr
