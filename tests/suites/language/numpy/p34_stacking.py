"""Arrays joined, split and contracted."""
import numpy as np
import tensorflow as tf

a, b = np.ones([2, 3], np.float32), np.ones([3, 4])
c = tf.constant
reveal_type(c(np.einsum("ij,jk->ki", a, b)))  # revealed: Tensor[float64, Shape[4, 2]]
reveal_type(c(np.tensordot(a, b, axes=1)))  # revealed: Tensor[float64, Shape[2, 4]]
reveal_type(c(np.outer(a[0], b[0])))  # revealed: Tensor[float64, Shape[3, 4]]
reveal_type(c(a @ b))  # revealed: Tensor[float64, Shape[2, 4]]
reveal_type(c(np.dot(a, b[:, 0])))  # revealed: Tensor[float64, Shape[2]]
reveal_type(c(np.stack([a, a * 2], axis=-1)))  # revealed: Tensor[float32, Shape[2, 3, 2]]
reveal_type(c(np.vstack([a, a[:1]])))  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type(c(np.hstack([a, a])))  # revealed: Tensor[float32, Shape[2, 6]]
reveal_type(c(np.column_stack([a[:, 0], a])))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(c(np.dstack([a, a])))  # revealed: Tensor[float32, Shape[2, 3, 2]]
reveal_type(c(np.pad(a, ((1, 2), (0, 3)))))  # revealed: Tensor[float32, Shape[5, 6]]
reveal_type(c(np.tile(a, (2, 1, 3))))  # revealed: Tensor[float32, Shape[2, 2, 9]]
reveal_type(c(np.repeat(a, 3, axis=1)))  # revealed: Tensor[float32, Shape[2, 9]]
reveal_type(c(np.split(b, [1], axis=0)[1]))  # revealed: Tensor[float64, Shape[2, 4]]
reveal_type(c(np.array_split(b, 3, axis=1)[0]))  # revealed: Tensor[float64, Shape[3, 2]]
x, y = np.meshgrid(np.arange(3), np.arange(4.0))
reveal_type(c(x))  # revealed: Tensor[int64, Shape[4, 3]]
reveal_type(c(y))  # revealed: Tensor[float64, Shape[4, 3]]
reveal_type(c(np.broadcast_to(a[0], (5, 3))))  # revealed: Tensor[float32, Shape[5, 3]]
reveal_type(c(np.roll(a, 1)))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(c(np.kron(a, np.ones([2, 2]))))  # revealed: Tensor[float64, Shape[4, 6]]
reveal_type(c(np.linalg.norm(a, axis=1)))  # revealed: Tensor[float32, Shape[2]]
reveal_type(c(np.linalg.svd(b, full_matrices=False)[1]))  # revealed: Tensor[float64, Shape[3]]
reveal_type(c(np.cumsum(a.astype(int))))  # revealed: Tensor[int64, Shape[6]]
reveal_type(c(np.clip(np.arange(5), 1, 3)))  # revealed: Tensor[int64, Shape[5]]
reveal_type(c(np.argmax(a)))  # revealed: Tensor[int64, Shape[()]]
reveal_type(c(np.var(a, axis=(0, 1), keepdims=True)))  # revealed: Tensor[float32, Shape[1, 1]]
reveal_type(c(np.any(a > 1, axis=0)))  # revealed: Tensor[bool, Shape[3]]
reveal_type(c(np.percentile(a, [25, 75], axis=0)))  # revealed: Tensor[float64, Shape[2, 3]]
reveal_type(c(np.diff(np.arange(10), n=2)))  # revealed: Tensor[int64, Shape[8]]
reveal_type(c(np.histogram(a, bins=5)[0]))  # revealed: Tensor[int64, Shape[5]]
