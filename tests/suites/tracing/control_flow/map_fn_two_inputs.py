import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def net(a, b):
    y = tf.map_fn(lambda ab: tf.tensordot(ab[0], ab[1], 1), (a, b), fn_output_signature=tf.float32)
    reveal_type(y)  # revealed: Tensor[float32, Shape[5]]
    z = tf.map_fn(lambda ab: (ab[0][:2], tf.size(ab[1])), (a, b), fn_output_signature=(tf.float32, tf.int32))
    return reveal_type(z[0])  # revealed: Tensor[float32, Shape[5, 2]]


net(tf.ones([5, 3]), tf.ones([5, 3]))
