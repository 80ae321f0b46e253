import tensorflow as tf

@tf.function
def f(i):
    if i in [1, 2, 3]:  # error: tf-trace
        return i
    return i + 1

f(tf.constant(0))
