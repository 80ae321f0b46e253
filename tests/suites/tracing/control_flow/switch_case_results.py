import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def f(i, x):
    y = tf.switch_case(i, [lambda: x, lambda: x * 2.0], default=lambda: x - 1.0)  # error: tf-dtype
    reveal_type(y)  # revealed: Tensor[float32, Shape[3, 2]]
    z = tf.case([(i > 2, lambda: x[:1]), (i > 1, lambda: x[:2])], default=lambda: x)
    return reveal_type(z)  # revealed: Tensor[float32, Shape[None, 2]]

reveal_type(f(tf.constant(1), tf.ones([3, 2])))  # revealed: Tensor[float32, Shape[3, 2]]
f(tf.constant(1.0), tf.ones([3, 2]))
