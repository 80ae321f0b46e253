"""Methods of arrays: astype, reshape, transpose, squeeze, sums, argmax, item, tolist; in-place writes."""
import numpy as np
import tensorflow as tf

a = np.zeros((2, 3, 4), np.float32)
reveal_type(tf.constant(a.transpose(2, 0, 1).astype("int32")))  # revealed: Tensor[int32, Shape[4, 2, 3]]
reveal_type(tf.constant(a.sum(axis=(0, 2), keepdims=True).squeeze(0)))  # revealed: Tensor[float32, Shape[3, 1]]
reveal_type(tf.constant(a.mean(-1).argmax(0)))  # revealed: Tensor[int64, Shape[3]]
reveal_type(tf.zeros(a[0, 0].tolist()[:0] + [a.ndim, a.size]))  # revealed: Tensor[float32, Shape[3, 24]]
a[0] += np.ones(4)
reveal_type(tf.constant(a))  # revealed: Tensor[float32, Shape[2, 3, 4]]
a = a + np.ones(4)
reveal_type(tf.constant(a))  # revealed: Tensor[float64, Shape[2, 3, 4]]
reveal_type(tf.constant(a.ravel()[::5].repeat(2)))  # revealed: Tensor[float64, Shape[10]]
b = np.array([[3, 1], [2, 5]])
reveal_type(tf.zeros([b.max(), b[1].min(), b.item(0)]))  # revealed: Tensor[float32, Shape[5, 2, 3]]
reveal_type(tf.constant(b[b > 1].shape))  # revealed: Tensor[int32, Shape[1]]
