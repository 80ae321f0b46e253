"""An except clause of another class does not catch what an operator raises."""
import tensorflow as tf

def safe(a, b):
    try:
        return a + b  # error: tf-shape
    except (ValueError, TypeError, KeyError):
        return tf.zeros([1])
reveal_type(safe(tf.zeros([2]), tf.zeros([2])))  # revealed: Tensor[float32, Shape[2]]
with tf.GradientTape():
    safe(tf.zeros([2]), tf.zeros([3]))  # error below: tf-shape
