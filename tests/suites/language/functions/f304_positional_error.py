"""Positional-only and keyword-only parameters, and one argument twice."""
import tensorflow as tf

def scale(x, /, factor=2, *sizes, axis=0, **more):
    return tf.tile(x, [factor, *sizes]), axis, more

y, axis, more = scale(tf.zeros([2, 3]), 2, 1, axis=1, x=5)
reveal_type(y)  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type(tf.zeros([axis, more["x"]]))  # revealed: Tensor[float32, Shape[1, 5]]
reveal_type(scale(*[tf.zeros([2, 3]), 3, 2])[0])  # revealed: Tensor[float32, Shape[6, 6]]
def call(fn, *args, **kwargs):
    return fn(*args, **kwargs)  # error: tf-call
reveal_type(call(scale, tf.zeros([5, 1]), 1, 4)[0])  # revealed: Tensor[float32, Shape[5, 4]]
call(scale, tf.zeros([2, 3]), 2, 1, factor=1)  # error below: tf-call
