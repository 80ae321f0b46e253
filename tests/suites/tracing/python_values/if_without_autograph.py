import tensorflow as tf

@tf.function(autograph=False)
def f(x):
    return x if x.shape[0] > 2 else tf.concat([x, x], 0)

f(tf.ones([1]))
f(tf.ones([3]))

@tf.function(autograph=False)
def g(x):
    return x if x[0] > 2 else -x  # error: tf-trace

g(tf.ones([1]))
