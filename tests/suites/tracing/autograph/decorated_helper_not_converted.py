import tensorflow as tf

@tf.autograph.experimental.do_not_convert
def helper(x):
    if tf.reduce_sum(x) > 0:  # error: tf-trace
        return x
    return -x

@tf.function
def f(x):
    return helper(x)

f(tf.ones([2]))
