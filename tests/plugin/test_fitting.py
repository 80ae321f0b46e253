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
