"""Channels that grow: the last layer expects one block more."""
import tensorflow as tf

def dense_block(x, layers, growth):
    for i in range(layers):
        y = tf.nn.conv2d(x, tf.zeros([3, 3, x.shape[-1], growth]), 1, "SAME")
        x = tf.concat([x, y], -1)
        reveal_type(x)  # revealed: Tensor[float32, Shape[1, 8, 8, 6]] | Tensor[float32, Shape[1, 8, 8, 8]] | Tensor[float32, Shape[1, 4, 4, 12]]
    return x
x = tf.zeros([1, 8, 8, 4])
for block, layers in enumerate((2, 1), 1):
    x = dense_block(x, layers, 2 * block)
    x = tf.nn.avg_pool2d(x, 2, 2, "VALID")
    reveal_type(x)  # revealed: Tensor[float32, Shape[1, 4, 4, 8]] | Tensor[float32, Shape[1, 2, 2, 12]]
tf.nn.conv2d(x, tf.zeros([1, 1, 16, 3]), 1, "SAME")  # error: tf-shape
