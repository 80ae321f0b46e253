"""A name that is assigned anew stands for its new value alone, however little is known of that."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

SIZES = """\
import tensorflow as tf

def total(x, lengths):
    rows = tf.reshape(x, [tf.shape(x)[0], tf.shape(lengths)[0]])
    mask = tf.sequence_mask(lengths, maxlen=tf.size(lengths), dtype=tf.float32)
    rows = tf.reduce_sum(rows * mask, 1)  # the mask may have any rank
    return rows

def call(unknown):
    return total(tf.zeros([2, 3]), unknown)

reveal_type(call(open))  # revealed: Tensor[float32, Shape[None, ...]]
"""

ARRAYS = """\
import numpy as np
import tensorflow as tf

x = np.zeros([6, 4])
x = x.reshape([-1, 2]).astype(np.float32)
reveal_type(tf.constant(x))  # revealed: Tensor[float32, Shape[12, 2]]
x = x[:3] / 2
reveal_type(tf.constant(x))  # revealed: Tensor[float32, Shape[3, 2]]
"""

#: Each class has an attribute of this name, and assigns it once.
LAYERS = """\
import tensorflow as tf
from tensorflow.keras import Model, layers

class Generator(Model):
    def __init__(self):
        super(Generator, self).__init__()
        self.dense = layers.Dense(7)

    def call(self, x):
        return self.dense(x)

class Discriminator(Model):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.dense = layers.Dense(2)

    def call(self, x):
        return self.dense(x)

generator, discriminator = Generator(), Discriminator()

def loss():
    return discriminator(generator(tf.zeros([6, 3])))

reveal_type(generator(tf.zeros([6, 3])))  # revealed: Tensor[float32, Shape[6, 7]]
reveal_type(loss())  # revealed: Tensor[float32, Shape[6, 2]]
"""


def test_names(tmp_path: Path) -> None:
    cases = [Case("arrays", ARRAYS, 1), Case("sizes", SIZES, 1), Case("layers", LAYERS, 1)]
    check(cases, tmp_path)
    assert [case.problems() for case in cases] == [[], [], []]
