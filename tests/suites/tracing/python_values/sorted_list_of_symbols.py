import tensorflow as tf

@tf.function
def f(x):
    return sorted([x[0], x[1]])  # error: tf-trace

f(tf.constant([2.0, 1.0]))
