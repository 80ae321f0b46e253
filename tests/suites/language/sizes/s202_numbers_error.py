"""Rounding decides: 7 / 2 rounds to 4, 5 / 2 to 2."""
import math
import tensorflow as tf

def halves(n):
    return round(n / 2)
reveal_type(tf.zeros([halves(7), halves(5), halves(6)]))  # revealed: Tensor[float32, Shape[4, 2, 3]]
reveal_type(tf.zeros([math.floor(7 / 2), math.ceil(5 / 2), int(7 * 0.5), 7 // 2.0 == 3]))  # revealed: Tensor[float32, Shape[3, 3, 3, 1]]
x = tf.zeros([7, 5])
reveal_type(x[: halves(7), : halves(5)])  # revealed: Tensor[float32, Shape[4, 2]]
x[: halves(7)] + tf.zeros([3, 5])  # error: tf-shape
