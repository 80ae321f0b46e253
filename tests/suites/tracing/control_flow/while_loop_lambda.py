import tensorflow as tf
from typing_extensions import reveal_type

i, x = tf.while_loop(lambda i, x: i < 4, lambda i, x: (i + 1, x * 2.0), [0, tf.ones([2, 3])])
reveal_type(i)  # revealed: Tensor[int32, Shape[()]]
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 3]]

@tf.function
def f(x):
    _, y = tf.while_loop(
        lambda i, y: i < 3, lambda i, y: (i + 1, tf.concat([y, y], 0)), [0, x],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 2])])
    return reveal_type(y)  # revealed: Tensor[float32, Shape[None, 2]]

f(tf.ones([1, 2]))
tf.function(lambda x: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.concat([y, y], 0)), [0, x]))(tf.ones([1, 2]))  # error: tf-shape
