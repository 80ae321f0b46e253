import tensorflow as tf
from typing_extensions import reveal_type

w = tf.Variable(tf.ones([2, 2]))
v = tf.Variable(tf.ones([2]))


@tf.function
def grads(x):
    with tf.GradientTape() as tape:
        target = tf.stop_gradient(tf.linalg.matvec(w, x))
        loss = tf.reduce_sum((v - target) ** 2)
    dw, dv = tape.gradient(loss, [w, v])  # warn: tf-gradient
    reveal_type(dv)  # revealed: Tensor[float32, Shape[2]]
    return dw, dv


assert grads(tf.ones([2]))[0] is None
