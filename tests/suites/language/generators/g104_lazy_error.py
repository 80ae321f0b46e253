"""A lazy pipeline goes wrong only when its third element is asked for."""
import tensorflow as tf

kernels = [tf.zeros([3, 3]), tf.zeros([3, 4]), tf.zeros([4, 2]), tf.zeros([3, 3])]
def applied(x):
    for k in kernels:
        x = x @ k
        yield x
def shifted(items, n):
    for item in items:
        yield item + tf.zeros([n])  # error: tf-shape
first = shifted(applied(tf.zeros([1, 3])), 3)
reveal_type(next(first))  # revealed: Tensor[float32, Shape[1, 3]]
lazy = (t[0] for t in applied(tf.zeros([5, 3])))
reveal_type(next(lazy))  # revealed: Tensor[float32, Shape[3]]
reveal_type(next(lazy))  # revealed: Tensor[float32, Shape[4]]
next(first)  # error below: tf-shape
