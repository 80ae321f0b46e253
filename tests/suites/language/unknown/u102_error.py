"""Whatever the count of arguments is, the last product fails."""
# argv: a
# argv: a b c
import sys
import tensorflow as tf

n = len(sys.argv)
x = tf.zeros([n, 3])
flag = "b" in sys.argv
w = tf.zeros([3, 4]) if flag else tf.zeros([3, 5])
reveal_type(x @ w)  # revealed: Tensor[float32, Shape[2, 5]] | Tensor[float32, Shape[4, 4]]
b = tf.zeros([4]) if flag else tf.zeros([5])
reveal_type(b)  # revealed: Tensor[float32, Shape[5]] | Tensor[float32, Shape[4]]
for arg in sys.argv:
    x = tf.concat([x, tf.zeros([n, 1])], 1)
reveal_type(tf.zeros([3, n]))  # revealed: Tensor[float32, Shape[3, 2]] | Tensor[float32, Shape[3, 4]]
tf.zeros([2, n]) @ tf.zeros([n, 3]) + tf.zeros([2, 4])  # error: tf-shape
