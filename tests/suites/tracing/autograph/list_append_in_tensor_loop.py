import tensorflow as tf

@tf.function
def f(x):
    rows = []
    for row in x:
        rows.append(row * 2.0)
    return tf.stack(rows)  # error: tf-trace

f(tf.ones([4, 3]))
