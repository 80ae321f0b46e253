import tensorflow as tf

@tf.function
def f(x):
    a, b = tf.cond(tf.reduce_sum(x) > 0, lambda: (x, x[0]), lambda: (x + 1.0, x[1]))
    return tf.cond(tf.reduce_sum(x) > 0, lambda: (a, b), lambda: [a])  # error: tf-shape

f(tf.ones([2, 3]))
