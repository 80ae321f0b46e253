import tensorflow as tf
from typing_extensions import reveal_type

import enum


class Mode(enum.Enum):
    MEAN = "mean"
    FULL = "full"


traces = []


@tf.function(reduce_retracing=False)
def pooled(x, mode, keep=False):
    traces.append(mode)  # may warn
    match mode:
        case Mode.MEAN:
            x = tf.reduce_mean(x, axis=1, keepdims=keep)
        case Mode.FULL:
            x = tf.reshape(x, [-1])
    return reveal_type(x)  # revealed: Tensor[float32, Shape[4]] | Tensor[float32, Shape[12]] | Tensor[float32, Shape[4, 1]] | Tensor[float32, Shape[1]] | Tensor[float32, Shape[2]]


x = tf.ones([4, 3])
reveal_type(pooled(x, Mode.MEAN))  # revealed: Tensor[float32, Shape[4]]
reveal_type(pooled(x, Mode.FULL))  # revealed: Tensor[float32, Shape[12]]
reveal_type(pooled(x, Mode.MEAN, keep=True))  # revealed: Tensor[float32, Shape[4, 1]]
reveal_type(pooled(x, mode=Mode("mean")))  # revealed: Tensor[float32, Shape[4]]
reveal_type(tf.zeros([len(traces)]))  # revealed: Tensor[float32, Shape[3]]
for size in (1, 2):
    reveal_type(pooled(tf.ones([size, 2]), Mode.MEAN))  # revealed: Tensor[float32, Shape[1]] | Tensor[float32, Shape[2]]


@tf.function
def scaled(x, options):
    return x * options["scale"][:2]  # error: tf-shape


reveal_type(scaled(x, {"scale": tf.ones([3])[:1]}))  # revealed: Tensor[float32, Shape[4, 3]]
scaled(x, {"scale": tf.ones([4])})
