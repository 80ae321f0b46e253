"""A dictionary by keys that are tuples, and the one entry that does not fit."""
import tensorflow as tf

kernels = {(i, o): tf.zeros([i, o]) for i, o in zip([3, 4, 5], [4, 5, 6])}
x = tf.zeros([2, 3])
for (i, o), kernel in kernels.items():
    x = x @ kernel
    reveal_type(x)  # revealed: Tensor[float32, Shape[2, 4]] | Tensor[float32, Shape[2, 5]] | Tensor[float32, Shape[2, 6]]
kernels[4, 5] = tf.zeros([4, 9])
x = tf.zeros([2, 3])
for size in sorted(kernels):
    x = x @ kernels[size]  # error: tf-shape
