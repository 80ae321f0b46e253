"""The weights of models: said only where a call is sure to have made them all, each once, in Keras' order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import Case, check

CALLS = """\
import tensorflow as tf
from tensorflow.keras import Model, layers

class Net(Model):
    def __init__(self, units=3):
        super().__init__()
        self.dense = layers.Dense(units)

    def call(self, x):
        return self.dense(x)

def in_a_try(x):
    net = Net()
    try:
        net(x)
    except ValueError:
        pass
    return net.trainable_variables

def in_a_loop(x, times):
    net = Net()
    for _ in range(times):
        net(x)
    return net.trainable_variables

def under_a_condition(x, times):
    net = Net()
    if times > 2:
        net(x)
    y = net(x) if times > 3 else None
    z = times > 4 and net(x)
    return net.trainable_variables

def later(x):
    net = Net()
    f = lambda: net(x)
    def g():
        return net(x)
    ys = [net(x) for _ in range(3)]
    return net.trainable_variables

def of_another(x):
    net = Net()
    net(x)
    net = Net()
    return net.trainable_variables

def in_a_context(x):
    net = Net()
    with tf.name_scope("net"):
        y = 2.0 * tf.exp(net(x))
    for _ in range(3):
        reveal_type(net.trainable_variables[0])  # revealed: Variable[float32, Shape[7, 3]]  # revealed: Any
    return net.trainable_variables

x, times = tf.zeros([2, 7]), int(input())
reveal_type(in_a_try(x))  # revealed: Any
reveal_type(in_a_loop(x, times))  # revealed: Any
reveal_type(under_a_condition(x, times))  # revealed: Any
reveal_type(later(x))  # revealed: Any
reveal_type(of_another(x))  # revealed: Any
reveal_type(in_a_context(x))  # revealed: list[Variable[float32, Shape[..., 3]]]
"""

MODELS = """\
import tensorflow as tf
from tensorflow.keras import Model, Sequential, layers

class Chained(Model):
    def __init__(self):
        super().__init__()
        self.first = self.second = layers.Dense(4)

    def call(self, x):
        return self.second(self.first(x))

class Given(Model):
    def __init__(self, dense):
        super().__init__()
        self.first = dense
        self.second = dense

    def call(self, x):
        return self.second(self.first(x))

class Part(layers.Layer):
    def __init__(self, dense):
        super().__init__()
        self.dense = dense

    def call(self, x):
        return self.dense(x)

class Parts(Model):
    def __init__(self, dense):
        super().__init__()
        self.first = Part(dense)
        self.second = Sequential([dense])

    def call(self, x):
        return self.second(self.first(x))

class Grown(Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(4)

    def call(self, x):
        return self.first(x)

    def grow(self):
        self.second = layers.Dense(4)

class Partly(Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(4)
        self.second = layers.Dense(4)

    def call(self, x, deep=False):
        x = self.first(x)
        if tf.reduce_sum(x) > 0.0:
            x = self.second(x)
        return x

class Early(Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(4)
        self.second = layers.Dense(4)

    def call(self, x, deep=None):
        y = self.first(x)
        if deep is not None:
            return y
        return self.second(y)

class Listed(Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(4)
        self.others = [layers.Dense(4) for _ in range(2)]

    def call(self, x):
        x = self.first(x)
        for each in self.others:
            x = each(x)
        return x

class Weighted(Model):
    def __init__(self):
        super().__init__()
        self.scale = self.add_weight(shape=(7,))
        self.first = layers.Dense(4)

    def call(self, x):
        return self.first(x * self.scale)

class Base(Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(4)

class Derived(Base):
    def __init__(self):
        super().__init__()
        self.second = layers.Dense(4)

    def call(self, x):
        return self.second(self.first(x))

x = tf.zeros([2, 4])
dense = layers.Dense(4)
chained, given, grown, partly = Chained(), Given(dense), Grown(), Partly()
parts, nested = Parts(dense), Sequential([Sequential([dense]), Sequential([dense])])
early, listed, weighted, derived = Early(), Listed(), Weighted(), Derived()
twice = Sequential([dense, dense, layers.Dense(4)])
chained(x), given(x), grown(x), partly(x), early(x), listed(x), weighted(tf.zeros([2, 7])), derived(x), twice(x), parts(x), nested(x)
early(x, True)
reveal_type(chained.trainable_variables)  # revealed: list[Any]
reveal_type(given.trainable_variables)  # revealed: list[Any]
reveal_type(grown.trainable_variables)  # revealed: list[Any]
reveal_type(partly.trainable_variables)  # revealed: list[Any]
reveal_type(early.trainable_variables)  # revealed: list[Any]
reveal_type(listed.trainable_variables)  # revealed: list[Any]
reveal_type(weighted.trainable_variables)  # revealed: list[Any]
reveal_type(derived.trainable_variables)  # revealed: list[Any]
reveal_type(twice.trainable_variables)  # revealed: list[Any]
reveal_type(parts.trainable_variables)  # revealed: list[Any]
reveal_type(nested.trainable_variables)  # revealed: list[Any]
"""

FROZEN = """\
import tensorflow as tf
from tensorflow.keras import layers

dense = layers.Dense(4)
dense(tf.zeros([2, 3]))
dense.trainable = False
reveal_type(dense.trainable_variables)  # revealed: list[Any]
reveal_type(dense.kernel)  # revealed: Variable[float32, Shape[3, 4]]
"""

OTHERS = """\
import tensorflow as tf
from tensorflow.keras import Sequential, layers

x = tf.zeros([2, 3])
plain = Sequential([layers.Dense(4), layers.ReLU()])
plain(x)
reveal_type(plain.variables)  # revealed: list[Variable[float32, Shape[..., 4]]]
averaged = Sequential([layers.Dense(4), layers.BatchNormalization()])
averaged(x)
reveal_type(averaged.variables)  # revealed: list[Any]
reveal_type(averaged.trainable_variables)  # revealed: list[Variable[float32, Shape[..., 4]]]
declared = Sequential([layers.Conv2D(5, 3, input_shape=(8, 8, 2)), layers.Flatten(), layers.Dense(1)])

def gradients(images):
    with tf.GradientTape() as tape:
        y = declared(tf.io.parse_tensor(images, tf.float32))
    found = tape.gradient(y, declared.trainable_weights)
    return found[0], found[2]

kernel, last = gradients(tf.constant("x"))
reveal_type(kernel)  # revealed: Tensor[float32, Shape[3, 3, 2, 5]]
reveal_type(last)  # revealed: Tensor[float32, Shape[180, 1]]
"""


@pytest.mark.parametrize(
    "program", [CALLS, MODELS, FROZEN, OTHERS],
    ids=["calls that are sure to have run", "models whose weights are not told", "what is frozen",
         "weights that training leaves alone"],
)  # fmt: skip
def test_weights(program: str, tmp_path: Path) -> None:
    case = Case("weights", program, 1)
    output = check([case], tmp_path)
    assert not case.problems(), output
