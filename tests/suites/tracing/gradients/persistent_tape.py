import tensorflow as tf
from typing_extensions import reveal_type

x = tf.Variable(tf.ones([2, 3]))
with tf.GradientTape() as tape:
    y = tf.reduce_sum(x * x)
    z = tf.reduce_mean(x)
reveal_type(tape.gradient(y, x))  # revealed: Tensor[float32, Shape[2, 3]]
tape.gradient(z, x)  # error: tf-shape
