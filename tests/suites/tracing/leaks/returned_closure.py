import tensorflow as tf
from typing_extensions import reveal_type

made = []


@tf.function
def build(x):
    scale = tf.reduce_max(x)
    made.append(lambda v: v / scale)  # may warn
    return reveal_type(made[-1](x))  # revealed: Tensor[float32, Shape[3]]


reveal_type(build(tf.ones([3])))  # revealed: Tensor[float32, Shape[3]]
made[0](tf.ones([2]))  # error: tf-trace
