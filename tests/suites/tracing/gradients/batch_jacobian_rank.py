import tensorflow as tf
from typing_extensions import reveal_type

x = tf.ones([4, 3])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = x @ tf.ones([3, 2])
    z = tf.reduce_sum(y)
reveal_type(tape.batch_jacobian(y, x))  # revealed: Tensor[float32, Shape[4, 2, 3]]
reveal_type(tape.jacobian(y, x))  # revealed: Tensor[float32, Shape[4, 2, 4, 3]]
tape.batch_jacobian(z, x)  # error: tf-rank
