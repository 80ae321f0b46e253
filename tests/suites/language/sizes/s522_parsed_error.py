"""The sizes of a string, in the wrong order."""
import re
import tensorflow as tf

LAYERS = "in=6 -> 8 -> 3"


def widths(text):
    start = int(re.search(r"in=(\d+)", text).group(1))
    return [start, *(int(part) for part in text.split(" -> ")[1:])]


def weights(sizes):
    return [tf.Variable(tf.zeros(pair)) for pair in zip(sizes, sizes[1:])]


ws = weights(widths(LAYERS))
x = tf.ones([2, 6])
for w in ws:
    x = x @ w
    reveal_type(x)  # revealed: Tensor[float32, Shape[2, 8]] | Tensor[float32, Shape[2, 3]]
back = x
for w in ws[::-1]:
    back = tf.matmul(back, w, transpose_b=True)
reveal_type(back)  # revealed: Tensor[float32, Shape[2, 6]]
for w in reversed(ws):
    back = tf.matmul(back, w)  # error: tf-shape
