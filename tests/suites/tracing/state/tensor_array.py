import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def f(n):
    ta = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=[3])
    for i in tf.range(n):
        ta = ta.write(i, tf.ones([3]) * tf.cast(i, tf.float32))
    return reveal_type(ta.stack())  # revealed: Tensor[float32, Shape[None, 3]]

reveal_type(f(tf.constant(2)))  # revealed: Tensor[float32, Shape[2, 3]]
ta = tf.TensorArray(tf.float32, 2)
ta = ta.write(0, tf.ones([2]))
ta = ta.write(1, tf.ones([3]))  # error: tf-shape
