"""Nested comprehensions, conditions, walrus, dicts turned around, sets."""
import tensorflow as tf

grid = [[tf.zeros([i + 1, j + 1]) for j in range(3)] for i in range(2)]
rows = [tf.concat([tf.reshape(t, [1, -1]) for t in row], 1) for row in grid]
reveal_type(rows[1])  # revealed: Tensor[float32, Shape[1, 12]]
flat = [t for row in grid for t in row if t.shape[0] != t.shape[1]]
reveal_type(flat[-1])  # revealed: Tensor[float32, Shape[2, 3]]
big = [s for t in flat if (s := tf.reduce_sum(t, 0)).shape[0] > 1]
reveal_type(big[0])  # revealed: Tensor[float32, Shape[2]]
reveal_type(s)  # revealed: Tensor[float32, Shape[3]]
by_size = {t.shape[1]: t for row in grid for t in row}
reveal_type(by_size[2])  # revealed: Tensor[float32, Shape[2, 2]]
back = {str(v.shape): k for k, v in by_size.items()}
reveal_type(tf.zeros([back["(2, 3)"], len({t.shape[0] for t in flat})]))  # revealed: Tensor[float32, Shape[3, 2]]
columns = list(map(list, zip(*grid)))
reveal_type(columns[2][0])  # revealed: Tensor[float32, Shape[1, 3]]
