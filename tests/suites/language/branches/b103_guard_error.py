"""A guard that lets one shape through that does not fit."""
import tensorflow as tf

def fit(x, w):
    if x.shape.rank == 1:
        x = x[None]
    elif x.shape.rank == 3:
        x = tf.reshape(x, [-1, x.shape[-1]])
    reveal_type(x)  # revealed: Tensor[float32, Shape[1, 4]] | Tensor[float32, Shape[6, 5]] | Tensor[float32, Shape[2, 6]]
    if x.shape[-1] != w.shape[0] and x.shape[-1] < 5:
        x = tf.pad(x, [[0, 0], [0, w.shape[0] - x.shape[-1]]])
    return x @ w  # error: tf-shape
w = tf.zeros([5, 2])
reveal_type(fit(tf.zeros([4]), w))  # revealed: Tensor[float32, Shape[1, 2]]
reveal_type(fit(tf.zeros([2, 3, 5]), w))  # revealed: Tensor[float32, Shape[6, 2]]
fit(tf.zeros([2, 6]), w)  # error below: tf-shape
