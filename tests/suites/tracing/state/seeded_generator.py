import tensorflow as tf
from typing_extensions import reveal_type

g = tf.random.Generator.from_seed(1)
@tf.function
def noise(x):
    return reveal_type(x + g.normal(tf.shape(x)))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(noise(tf.ones([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(g.uniform([4], maxval=5, dtype=tf.int32))  # revealed: Tensor[int32, Shape[4]]
@tf.function
def bad(x):
    v = tf.Variable(x)  # error: tf-state
    return v + 1.0
bad(tf.ones([2]))
