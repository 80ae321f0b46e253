import tensorflow as tf

table = {0: "a", 1: "b"}

@tf.function
def f(i):
    return table[i]  # error: tf-trace

f(tf.constant(0))
