"""A registry gives the block that reduces the axis that the next needs."""
from functools import partial, reduce
import tensorflow as tf

OPS = {}


def op(*names):
    def add(f):
        OPS.update(dict.fromkeys(names, f))
        return f
    return add


@op("flat", "flatten")
def flatten(x):
    return tf.reshape(x, (x.shape[0], -1))


@op("mean")
def mean(x, axis=1):
    return tf.reduce_mean(x, axis)  # error: tf-axis


def run(x, *names):
    return reduce(lambda value, f: f(value), map(OPS.__getitem__, names), x)  # error below: tf-axis


x = tf.zeros([2, 3, 4])
reveal_type(run(x, "mean"))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(run(x, "flatten"))  # revealed: Tensor[float32, Shape[2, 12]]
OPS["last"] = partial(mean, axis=2)
reveal_type(run(x, "last"))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(run(x, "last", "mean"))  # revealed: Tensor[float32, Shape[2]]
a = run(x, "flat", "mean")
reveal_type(a)  # revealed: Tensor[float32, Shape[2]]
b = run(x, "mean", "last")  # error below: tf-axis
