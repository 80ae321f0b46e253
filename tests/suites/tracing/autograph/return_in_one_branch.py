import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def f(x):
    if tf.reduce_sum(x) > 0:
        return x + 1.0
    return reveal_type(x * 2.0)  # revealed: Tensor[float32, Shape[2]]

reveal_type(f(tf.ones([2])))  # revealed: Tensor[float32, Shape[2]]

@tf.function
def g(x):
    if tf.reduce_sum(x) > 0:
        return x
    return x[0]

g(tf.ones([2, 3]))
