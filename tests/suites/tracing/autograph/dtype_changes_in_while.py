import tensorflow as tf

@tf.function
def f(n):
    x = 0
    while n > 0:
        x = x + 0.5  # error: tf-dtype
        n -= 1
    return x

f(tf.constant(3))
