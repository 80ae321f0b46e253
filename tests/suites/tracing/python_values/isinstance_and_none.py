import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def f(x, mask=None, scale=2):
    if mask is not None:
        x = tf.boolean_mask(x, mask)
        reveal_type(x)  # revealed: Tensor[float32, Shape[None]]
    if isinstance(scale, tf.Tensor):
        x = x * scale
    else:
        x = tf.tile(x, [scale])
    return reveal_type(x)  # revealed: Tensor[float32, Shape[8]] | Tensor[float32, Shape[12]] | Tensor[float32, Shape[4]] | Tensor[float32, Shape[None]]

reveal_type(f(tf.ones([4])))  # revealed: Tensor[float32, Shape[8]]
reveal_type(f(tf.ones([4]), scale=3))  # revealed: Tensor[float32, Shape[12]]
reveal_type(f(tf.ones([4]), scale=tf.constant(3.0)))  # revealed: Tensor[float32, Shape[4]]
f(tf.ones([4]), tf.constant([True, False, True, True]))
f(tf.ones([4]), mask=tf.constant([1, 0, 1, 1]))
