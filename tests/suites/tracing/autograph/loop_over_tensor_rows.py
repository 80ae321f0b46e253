import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def total(x):
    s = tf.zeros([3])
    for row in x:
        s += reveal_type(row)  # revealed: Tensor[float32, Shape[3]]
    for i in range(2):
        s = tf.concat([s, x[i]], 0)
    reveal_type(s)  # revealed: Tensor[float32, Shape[9]]
    for row in x:  # error: tf-shape
        s = tf.concat([s, row], 0)
    return s


total(tf.ones([5, 3]))
