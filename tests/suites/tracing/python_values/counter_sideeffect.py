import tensorflow as tf
from typing_extensions import reveal_type

import collections
import functools

counts = collections.Counter()


def counted(f):
    @functools.wraps(f)
    def inner(*args):
        counts[f.__name__] += 1  # warn: tf-trace
        return f(*args)
    return inner


@tf.function
@counted
def step(x):
    return reveal_type(tf.concat([x, x], axis=0))  # revealed: Tensor[float32, Shape[4]] | Tensor[float32, Shape[8, 1]]


for n in range(3):
    reveal_type(step(tf.ones([2])))  # revealed: Tensor[float32, Shape[4]]
reveal_type(step(tf.ones([4, 1])))  # revealed: Tensor[float32, Shape[8, 1]]
assert counts["step"] == 2
