import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def pick(x, flag):
    y = x[:2] if flag else x[:3]
    reveal_type(y)  # revealed: Tensor[float32, Shape[2]] | Tensor[float32, Shape[None]]
    z = x if tf.reduce_sum(x) > 0 else x[None]
    return reveal_type(z)  # revealed: Tensor[float32, Shape[...]]


pick(tf.ones([4]), True)
pick(tf.ones([4]), tf.constant(False))
