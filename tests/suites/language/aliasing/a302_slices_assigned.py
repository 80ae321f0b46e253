"""Slices of lists are assigned, deleted and repeated."""
import tensorflow as tf

a = [tf.zeros([n]) for n in range(6)]
b = a
a[1:4] = [tf.ones([9, 9])]
reveal_type(b[1])  # revealed: Tensor[float32, Shape[9, 9]]
reveal_type(b[2])  # revealed: Tensor[float32, Shape[4]]
a[::2] = [tf.zeros([7]), tf.zeros([8])]
reveal_type(b[2])  # revealed: Tensor[float32, Shape[8]]
del b[:2]
reveal_type(a[0])  # revealed: Tensor[float32, Shape[8]]
b *= 2
reveal_type(a[3])  # revealed: Tensor[float32, Shape[5]]
b = b + [tf.zeros([])]
reveal_type(tf.zeros([len(a), len(b)]))  # revealed: Tensor[float32, Shape[4, 5]]
