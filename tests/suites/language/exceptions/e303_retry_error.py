"""Every attempt fails, and the last one is not caught."""
import tensorflow as tf

def attempt(x, widths):
    *first, last = widths
    for w in first:
        try:
            return tf.reshape(x, [-1, w])
        except tf.errors.InvalidArgumentError as error:
            kept = error
    return tf.reshape(x, [-1, last])  # error: tf-shape

reveal_type(attempt(tf.zeros([12]), [5, 4, 3]))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(attempt(tf.zeros([7]), [5, 4, 7]))  # revealed: Tensor[float32, Shape[1, 7]]
attempt(tf.zeros([11]), [5, 4, 3])  # error below: tf-shape
