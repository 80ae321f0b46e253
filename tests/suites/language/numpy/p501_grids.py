"""NumPy's ways to build arrays from pieces and grids."""
import numpy as np
import tensorflow as tf

reveal_type(tf.constant(np.mgrid[0:3, 0:4]))  # revealed: Tensor[int64, Shape[2, 3, 4]]
reveal_type(tf.constant(np.mgrid[-1:1:5j]))  # revealed: Tensor[float64, Shape[5]]
rows, columns = np.ogrid[0:3, 0:4]
reveal_type(tf.constant(rows * columns))  # revealed: Tensor[int64, Shape[3, 4]]
reveal_type(tf.constant(np.r_[1, 2, np.zeros(3)]))  # revealed: Tensor[float64, Shape[5]]
reveal_type(tf.constant(np.c_[np.arange(4), np.ones(4)]))  # revealed: Tensor[float64, Shape[4, 2]]
reveal_type(tf.constant(np.block([[np.eye(2), np.zeros((2, 3))], [np.zeros((1, 5))]])))  # revealed: Tensor[float64, Shape[3, 5]]
windows = np.lib.stride_tricks.sliding_window_view(np.arange(10.0), 4)
reveal_type(tf.constant(windows))  # revealed: Tensor[float64, Shape[7, 4]]
relu = np.vectorize(lambda v: max(v, 0.0), otypes=[np.float32])
reveal_type(tf.constant(relu(np.array([[1.0, -2.0]]))))  # revealed: Tensor[float32, Shape[1, 2]]
reveal_type(tf.constant(np.union1d([1, 2, 3], [3, 4])))  # revealed: Tensor[int64, Shape[4]]
reveal_type(tf.constant(np.setdiff1d([1, 2, 3], [3])))  # revealed: Tensor[int64, Shape[2]]
tf.matmul(windows, np.ones((5, 2)))  # error: tf-shape
