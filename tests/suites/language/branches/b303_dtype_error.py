"""Branches on the dtype; the one for numbers is taken for bools too."""
import tensorflow as tf

def to_float(x):
    if x.dtype.is_integer:
        return tf.cast(x, tf.float32) / 255.0
    elif x.dtype == tf.string:
        return tf.strings.to_number(x)
    if x.dtype in (tf.float16, tf.float64):
        x = tf.cast(x, tf.float32)
    return -x  # error: tf-dtype

reveal_type(to_float(tf.zeros([3], tf.uint8)))  # revealed: Tensor[float32, Shape[3]]
reveal_type(to_float(tf.constant(["1", "2"])))  # revealed: Tensor[float32, Shape[2]]
reveal_type(to_float(tf.zeros([4], tf.float64)))  # revealed: Tensor[float32, Shape[4]]
to_float(tf.zeros([4], tf.bool))  # error below: tf-dtype
