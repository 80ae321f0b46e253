"""Stars in assignments, in displays and in indices; swaps of items."""
import tensorflow as tf

first, *middle, last = [tf.zeros([n]) for n in range(1, 6)]
reveal_type(last)  # revealed: Tensor[float32, Shape[5]]
reveal_type(tf.concat(middle, 0))  # revealed: Tensor[float32, Shape[9]]
(a, [b, *_]), c = (first, [last, 1, 2]), middle
reveal_type(b)  # revealed: Tensor[float32, Shape[5]]
x = tf.zeros([2, 3, 4, 5])
where = (0, slice(1, None))
reveal_type(x[*where, ..., None])  # revealed: Tensor[float32, Shape[2, 4, 5, 1]]
batch, *spatial, channels = x.shape
reveal_type(tf.zeros([*spatial, batch * channels]))  # revealed: Tensor[float32, Shape[3, 4, 10]]
items = [first, last]
i, items[i] = 0, tf.ones([7])
items[0], items[1] = items[1], items[0]
reveal_type(items[1])  # revealed: Tensor[float32, Shape[7]]
