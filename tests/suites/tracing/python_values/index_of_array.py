import numpy as np
import tensorflow as tf

order = np.array([2, 0, 1])

@tf.function
def f(i):
    return order[i]  # error: tf-trace

f(tf.constant(1))
