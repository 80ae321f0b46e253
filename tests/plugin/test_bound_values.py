"""What an argument is not known to be, no default and no earlier word stands for."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

DTYPES = """\
import tensorflow as tf

class Source(tf.Module):
    def __init__(self, dtype):
        super().__init__()
        self._dtype = tf.as_dtype(dtype)
        self.logit = tf.Variable(-3, dtype=self.dtype)
        reveal_type(self.logit)  # revealed: Variable[Any, Shape[()]]

    @property
    def dtype(self):
        return self._dtype

    @property
    def alpha(self):
        return tf.math.sigmoid(self.logit) * 4.0

reveal_type(tf.Variable(-3, dtype="float"))  # revealed: Variable[float32, Shape[()]]
reveal_type(tf.constant([1], dtype="half"))  # revealed: Tensor[float16, Shape[1]]
tf.constant([1], dtype="int")  # error: [tf-dtype] "'int' is no dtype"
"""

INDICES = """\
import tensorflow.compat.v1 as tf

def mask(n: int):
    noise = tf.random_uniform(shape=(n, n))
    return tf.tile(noise[..., tf.newaxis], [1, 1, n])
"""

LOOPS = """\
import tensorflow as tf

class Counter:
    def step(self, words, mask):
        return words, tf.logical_not(mask)

    def merge(self, words):
        found, _ = tf.while_loop(
            lambda _, mask: tf.reduce_any(mask),
            tf.function(self.step),
            loop_vars=[words, tf.fill([3], True)],
            shape_invariants=[tf.TensorShape([None, None]), tf.TensorShape([None])],
        )
        return found
"""

OBJECTS = """\
import tensorflow as tf

class Base(tf.Module):
    def __init__(self, spec):
        super().__init__()
        self.spec = spec

class Policy(Base):
    def __init__(self, spec):
        spec = tuple(self.spec)  # reads what only the next line assigns
        super().__init__(spec)

Policy((1, 2))
"""

LIKE = """\
import tensorflow as tf

def total(x: tf.types.experimental.TensorLike) -> tf.Tensor:
    y = tf.convert_to_tensor(x)
    return tf.math.log1p(tf.reduce_sum(x) + tf.cast(x, tf.float32) + tf.stack([x, x]) + y)

total(tf.Variable(1.0))
total([1.0])
total(1.0)
tf.random.set_seed(None)

def update() -> tf.Operation:
    return tf.group([tf.constant(1)])
"""


ARRAYS = """\
import numpy as np
import tensorflow as tf

def centred(x):
    x.shape.assert_has_rank(2)
    return x - tf.reduce_mean(x, axis=0)

centred(tf.constant(np.float32(np.random.randn(256, 2048))))  # an array, which NumPy's stubs call a scalar
"""

AGAIN = """\
from typing import Any

import tensorflow as tf

def normed(x, norm):
    x = tf.nn.relu(norm(x))  # what is made of what nobody knows is not what the name stood for before
    return x

anything: Any = None
reveal_type(normed(tf.zeros([2, 3]), anything))  # revealed: Any
"""

VARIABLES = """\
import tensorflow as tf

class Sums(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.sum = self.add_weight(shape=(3,))
        self.own = tf.Variable(tf.zeros([3]))

    def call(self, x):
        return self.sum.assign_add(x), self.own.assign_add(x)

both = Sums()(tf.ones([3]))
reveal_type(both[0])  # revealed: Tensor[float32, Shape[3]]
reveal_type(both[1])  # revealed: Variable[float32, Shape[3]]
"""


def test_bound_values(tmp_path: Path) -> None:
    texts = {
        "dtypes": DTYPES,
        "indices": INDICES,
        "loops": LOOPS,
        "objects": OBJECTS,
        "TensorLike": LIKE,
        "arrays": ARRAYS,
        "again": AGAIN,
        "variables": VARIABLES,
    }
    cases = [Case(name, text, 1) for name, text in texts.items()]
    output = check(cases, tmp_path)
    assert not [problem for case in cases for problem in case.problems()], output
