import tensorflow as tf

@tf.function
def f(x):
    if tf.reduce_sum(x) > 0:  # error: tf-shape
        y = x + 1.0
    return y

f(tf.ones([2]))
