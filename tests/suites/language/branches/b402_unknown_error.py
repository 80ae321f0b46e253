"""Only one of the branches that the run may take fails, and this run takes it in each case."""
# argv: a
# argv: b
import sys
import tensorflow as tf

mode = sys.argv[1]
x = tf.zeros([4, 6])
if mode == "a":
    y = tf.reshape(x, [2, 12])
elif mode == "b":
    y = tf.reshape(x, [3, 8])
else:
    y = x
reveal_type(y)  # revealed: Tensor[float32, Shape[2, 12]] | Tensor[float32, Shape[3, 8]]
z = tf.reshape(y, [-1])
reveal_type(z)  # revealed: Tensor[float32, Shape[24]]
tf.reshape(z, [5, -1])  # error: tf-shape
