"""What Keras calls by itself is checked where the program lets it: `fit`, `evaluate` and `predict` of a model of its own."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

FIT = """\
import numpy as np
import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4)

    def call(self, x):
        reveal_type(x)  # revealed: Tensor[float32, Shape[None, 3]] # revealed: Tensor[uint8, Shape[None, 3]] # revealed: Any
        return self.dense(tf.cast(x, tf.float32))

net = Net()
net.compile("sgd", "mse")
net.fit(np.zeros((100, 3)), np.zeros((100, 4)))
data = tf.data.Dataset.from_tensor_slices((np.zeros((100, 3)), np.zeros((100, 4)))).batch(32)
net.evaluate(data)
net.predict(np.zeros((100, 3), np.uint8))

class Stepping(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4)

    def call(self, x):
        return self.dense(x)

    def train_step(self, batch):
        x, y = batch
        reveal_type(y)  # revealed: Tensor[float32, Shape[None, 4]] # revealed: Any
        reveal_type(self(x))  # revealed: Tensor[float32, Shape[None, 4]] # revealed: Any
        return {"loss": tf.reduce_mean(y - self(x))}

Stepping().fit(np.zeros((100, 3)), np.zeros((100, 4)))

class Wrong(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([4, 5]))

    def call(self, x):
        return tf.matmul(x, self.w)

Wrong().fit(np.zeros((100, 3)))  # error: [tf-shape] "inner dims"
"""


def test_a_model_that_is_fitted(tmp_path: Path) -> None:
    case = Case("program", FIT, 1)
    check([case], tmp_path)
    problems = [each for each in case.problems() if "in Wrong.call()" not in each]
    assert problems == []


#: Of one of two outputs nothing is known.
SEVERAL = """\
import numpy as np
import tensorflow as tf

class Actor:
    def __init__(self, bound):
        self.bound = bound
        self.model = self.create_model()

    def create_model(self):
        state = tf.keras.Input([3])
        hidden = tf.keras.layers.Dense(8)(state)
        mean = tf.keras.layers.Lambda(lambda x: x * self.bound)(hidden)
        deviation = tf.keras.layers.Dense(2)(hidden)
        return tf.keras.Model(state, [mean, deviation])

    def act(self, state):
        mean, deviation = self.model.predict(np.reshape(state, [1, 3]))
        return deviation

    def call(self, state):
        mean, deviation = self.model(state)
        return deviation

def run(bound):
    actor = Actor(bound)
    reveal_type(actor.act(np.zeros([3])))  # revealed: Any
    reveal_type(actor.call(tf.zeros([1, 3])))  # revealed: Tensor[float32, Shape[1, 2]]
"""


def test_what_is_known_of_one_output_is_not_lost_with_another(tmp_path: Path) -> None:
    case = Case("program", SEVERAL, 1)
    check([case], tmp_path)
    assert not list(case.problems())
