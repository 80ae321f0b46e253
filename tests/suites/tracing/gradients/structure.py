import tensorflow as tf
from typing_extensions import reveal_type

params = {"w": tf.Variable(tf.ones([3, 2])), "b": tf.Variable(tf.ones([2]))}
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.ones([4, 3]) @ params["w"] + params["b"])
grads = tape.gradient(loss, params)
reveal_type(grads["w"])  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(grads["b"])  # revealed: Tensor[float32, Shape[2]]
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = tf.reduce_sum(params["w"] ** 3)
    g = inner.gradient(y, params["w"])
    reveal_type(g)  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(outer.jacobian(g, params["w"]))  # revealed: Tensor[float32, Shape[3, 2, 3, 2]]
params["w"].assign_sub(grads["b"])  # error: tf-state
