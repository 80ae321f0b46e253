import tensorflow as tf

made = {}

@tf.function
def f(x):
    made["v"] = x + 1.0  # may warn
    return x

f(tf.ones([2]))

@tf.function
def g(x):
    return x + made["v"]

g(tf.ones([2]))  # error: tf-trace
