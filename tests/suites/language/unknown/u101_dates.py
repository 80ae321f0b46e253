"""Sizes that differ from run to run are unknown, what does not depend on them is known."""
# unknown: the time and the directory
# argv: a
# argv: a b c
import sys, time, os
import tensorflow as tf

n = len(sys.argv)
x = tf.zeros([n, 3])
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[4, 3]]
reveal_type(x @ tf.zeros([3, 2]))  # revealed: Tensor[float32, Shape[2, 2]] | Tensor[float32, Shape[4, 2]]
reveal_type(tf.zeros([n % 2 + 1 if False else 4]))  # revealed: Tensor[float32, Shape[4]]
rows = [tf.zeros([2]) for _ in sys.argv]
reveal_type(tf.stack(rows))  # revealed: Tensor[float32, Shape[2, 2]] | Tensor[float32, Shape[4, 2]]
reveal_type(rows[0])  # revealed: Tensor[float32, Shape[2]]
if n > 3:
    y = tf.zeros([5, 1])
else:
    y = tf.zeros([5, 2])
reveal_type(y)  # revealed: Tensor[float32, Shape[5, 2]] | Tensor[float32, Shape[5, 1]]
reveal_type(tf.concat([x, x], 1))  # revealed: Tensor[float32, Shape[2, 6]] | Tensor[float32, Shape[4, 6]]
z = {True: tf.zeros([6]), False: tf.zeros([6], tf.float32)}[n > 2]
reveal_type(z)  # revealed: Tensor[float32, Shape[6]]
reveal_type(tf.reshape(x, [-1]))  # revealed: Tensor[float32, Shape[6]] | Tensor[float32, Shape[12]]
reveal_type(tf.reduce_sum(x, 0))  # revealed: Tensor[float32, Shape[3]]
