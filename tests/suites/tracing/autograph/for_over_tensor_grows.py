import tensorflow as tf

@tf.function
def f(x):
    out = tf.zeros([0, 3])
    for row in x:  # error: tf-shape
        out = tf.concat([out, row[None]], 0)
    return out

f(tf.ones([4, 3]))
