import tensorflow as tf
from typing_extensions import reveal_type

layers = [tf.Variable(tf.ones([3, 4])), tf.Variable(tf.zeros([4]))]


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(x @ layers[0] + layers[1])
    grads, norm = tf.clip_by_global_norm(tape.gradient(loss, layers), 1.0)
    reveal_type(norm)  # revealed: Tensor[float32, Shape[()]]
    for v, g in zip(layers, reversed(grads)):
        v.assign_sub(g)  # error: tf-shape
    return norm


step(tf.ones([2, 3]))
