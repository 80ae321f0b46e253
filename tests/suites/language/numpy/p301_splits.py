"""np.split, array_split, indices, unravel_index, meshgrid, where, ix_."""
import numpy as np
import tensorflow as tf

a = np.arange(24).reshape(4, 6)
reveal_type(tf.constant(np.split(a, 3, axis=1)[0]))  # revealed: Tensor[int64, Shape[4, 2]]
reveal_type(tf.constant(np.array_split(a, 3)[0]))  # revealed: Tensor[int64, Shape[2, 6]]
reveal_type(tf.constant(np.array_split(a, 3)[-1]))  # revealed: Tensor[int64, Shape[1, 6]]
reveal_type(tf.constant(np.split(a, [1, 4], axis=1)[1]))  # revealed: Tensor[int64, Shape[4, 3]]
reveal_type(tf.constant(np.indices((2, 3))))  # revealed: Tensor[int64, Shape[2, 2, 3]]
reveal_type(tf.zeros(np.unravel_index(17, a.shape)))  # revealed: Tensor[float32, Shape[2, 5]]
xx, yy = np.meshgrid(np.linspace(0, 1, 5), np.arange(3))
reveal_type(tf.constant(xx))  # revealed: Tensor[float64, Shape[3, 5]]
reveal_type(tf.constant(np.where(a > 3, a, 0.5)))  # revealed: Tensor[float64, Shape[4, 6]]
reveal_type(tf.constant(a[np.ix_([0, 2], [1, 3, 5])]))  # revealed: Tensor[int64, Shape[2, 3]]
