"""Indices of arrays."""
import numpy as np
import tensorflow as tf

a = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
c = tf.constant
reveal_type(c(a[1]))  # revealed: Tensor[float32, Shape[4, 5]]
reveal_type(c(a[..., 0]))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(c(a[:, None, ::2]))  # revealed: Tensor[float32, Shape[3, 1, 2, 5]]
reveal_type(c(a[[0, 2]]))  # revealed: Tensor[float32, Shape[2, 4, 5]]
reveal_type(c(a[[0, 1], [1, 2]]))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(c(a[:, [0, 1, 2], [1, 1, 1]]))  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type(c(a[[0, 1], :, [1, 2]]))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(c(a[np.newaxis, -1, 1:3]))  # revealed: Tensor[float32, Shape[1, 2, 5]]
reveal_type(c(a[np.array([[0, 1], [1, 2]])]))  # revealed: Tensor[float32, Shape[2, 2, 4, 5]]
reveal_type(c(a[a.shape[0] - 1, :-1, -2:]))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(c(a[np.ix_([0, 1], [0, 2, 3])]))  # revealed: Tensor[float32, Shape[2, 3, 5]]
reveal_type(c(a.take([1, 2, 0], axis=2)))  # revealed: Tensor[float32, Shape[3, 4, 3]]
reveal_type(c(a.T))  # revealed: Tensor[float32, Shape[5, 4, 3]]
reveal_type(c(np.moveaxis(a, 0, -1)))  # revealed: Tensor[float32, Shape[4, 5, 3]]
reveal_type(c(np.swapaxes(a, 0, 1)))  # revealed: Tensor[float32, Shape[4, 3, 5]]
reveal_type(c(a.reshape(-1, 5)[::6]))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(c(a.ravel()[5:-5]))  # revealed: Tensor[float32, Shape[50]]
reveal_type(c(np.squeeze(a[:1])))  # revealed: Tensor[float32, Shape[4, 5]]
reveal_type(c(np.expand_dims(a, (0, -1))))  # revealed: Tensor[float32, Shape[1, 3, 4, 5, 1]]
reveal_type(c(np.argsort(a, axis=1)))  # revealed: Tensor[int64, Shape[3, 4, 5]]
reveal_type(c(np.take_along_axis(a, np.argmax(a, 1)[:, None], 1)))  # revealed: Tensor[float32, Shape[3, 1, 5]]
reveal_type(c(a[1, 2, 3]))  # revealed: Tensor[float32, Shape[()]]
reveal_type(c(a[:, a[0, :, 0].argmax()]))  # revealed: Tensor[float32, Shape[3, 5]]
reveal_type(c(np.diag(a[0, :4, :4])))  # revealed: Tensor[float32, Shape[4]]
