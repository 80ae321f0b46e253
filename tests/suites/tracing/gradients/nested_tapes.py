import tensorflow as tf
from typing_extensions import reveal_type

x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = tf.reduce_sum(x**3)
    first = inner.gradient(y, x)
second = outer.jacobian(first, x)
reveal_type(first)  # revealed: Tensor[float32, Shape[3]]
reveal_type(second)  # revealed: Tensor[float32, Shape[3, 3]]
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = tf.reduce_sum(x * 2.0)
    first = inner.gradient(y, x)
none = outer.gradient(first, x)  # warn: tf-gradient
assert none is None
