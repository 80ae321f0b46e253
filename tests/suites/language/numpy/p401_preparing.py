"""Preparing data: one-hot, shuffling by index, normalizing, windows, padding of sequences."""
import numpy as np
import tensorflow as tf

labels = np.array([0, 2, 1, 2])
onehot = np.eye(3, dtype=np.float32)[labels]
reveal_type(tf.constant(onehot))  # revealed: Tensor[float32, Shape[4, 3]]
x = np.random.rand(10, 4).astype(np.float32)
order = np.random.permutation(len(x))
train, test = x[order[:8]], x[order[8:]]
reveal_type(tf.constant(train))  # revealed: Tensor[float32, Shape[8, 4]]
reveal_type(tf.constant((test - train.mean(axis=0)) / train.std(axis=0)))  # revealed: Tensor[float32, Shape[2, 4]]
windows = np.stack([x[i:i + 3] for i in range(0, len(x) - 2, 2)])
reveal_type(tf.constant(windows))  # revealed: Tensor[float32, Shape[4, 3, 4]]
sequences = [[1, 2, 3], [4], [5, 6]]
padded = np.zeros((len(sequences), max(map(len, sequences))), np.int32)
for row, seq in zip(padded, sequences):
    row[:len(seq)] = seq
reveal_type(tf.constant(padded))  # revealed: Tensor[int32, Shape[3, 3]]
mask = padded != 0
reveal_type(tf.constant(mask.sum(axis=1)))  # revealed: Tensor[int64, Shape[3]]
reveal_type(tf.constant(np.concatenate([x, np.ones((10, 1))], axis=1)))  # revealed: Tensor[float64, Shape[10, 5]]
classes, counts = np.unique(labels, return_counts=True)
reveal_type(tf.constant(counts / counts.sum()))  # revealed: Tensor[float64, Shape[3]]
