"""NumPy between tensors."""
import numpy as np
import tensorflow as tf

x = tf.random.uniform([4, 6])
a = x.numpy()
a[a > 0.5] = 0
mask = np.where(a == 0, 1, 0)
reveal_type(tf.constant(mask))  # revealed: Tensor[int64, Shape[4, 6]]
reveal_type(tf.constant(np.percentile(a, [25, 50, 75], axis=0)))  # revealed: Tensor[float64, Shape[3, 6]]
padded = np.zeros((4, 8), dtype=np.float32)
padded[:, :6] = a
reveal_type(tf.convert_to_tensor(padded))  # revealed: Tensor[float32, Shape[4, 8]]
lengths = np.array([3, 1, 2])
padded = np.full((len(lengths), lengths.max()), -1)
for row, n in enumerate(lengths):
    padded[row, :n] = np.arange(n)
reveal_type(tf.constant(padded))  # revealed: Tensor[int64, Shape[3, 3]]
reveal_type(tf.constant(padded.T[None, ..., np.newaxis]))  # revealed: Tensor[int64, Shape[1, 3, 3, 1]]
one_hot = np.eye(5)[np.array([0, 2, 4])]
reveal_type(tf.constant(one_hot))  # revealed: Tensor[float64, Shape[3, 5]]
xs, ys = np.meshgrid(np.linspace(0, 1, 5), np.linspace(0, 1, 3))
points = np.stack([xs.ravel(), ys.ravel()], axis=-1)
reveal_type(tf.constant(points))  # revealed: Tensor[float64, Shape[15, 2]]
reveal_type(tf.constant(np.concatenate([points, points[:2]], axis=0), tf.float32))  # revealed: Tensor[float32, Shape[17, 2]]
reveal_type(tf.constant(np.cumsum(lengths)))  # revealed: Tensor[int64, Shape[3]]
reveal_type(tf.constant(np.vstack([np.ones(3), np.zeros(3)])))  # revealed: Tensor[float64, Shape[2, 3]]
reveal_type(tf.constant(np.hstack([np.ones((2, 1)), np.zeros((2, 3))])))  # revealed: Tensor[float64, Shape[2, 4]]
order = np.argsort(a[:, 0])[::-1]
reveal_type(tf.gather(x, order))  # revealed: Tensor[float32, Shape[4, 6]]
reveal_type(tf.gather(x, order[:2].copy(), axis=1))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(tf.constant(np.pad(a, ((1, 1), (0, 2)))))  # revealed: Tensor[float32, Shape[6, 8]]
reveal_type(tf.constant(np.repeat(lengths, 2)))  # revealed: Tensor[int64, Shape[6]]
reveal_type(tf.constant(np.tile(lengths, (2, 2))))  # revealed: Tensor[int64, Shape[2, 6]]
reveal_type(tf.constant(np.einsum("ij,kj->ik", a, a)))  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(tf.constant(a.reshape(2, -1, 3).mean(axis=(0, 2))))  # revealed: Tensor[float32, Shape[4]]
reveal_type(tf.constant(a.astype(np.uint8) // 2))  # revealed: Tensor[uint8, Shape[4, 6]]
reveal_type(tf.constant(np.array_split(np.arange(7), 3)[1]))  # revealed: Tensor[int64, Shape[2]]
reveal_type(tf.constant(np.expand_dims(np.squeeze(a[:1]), 1)))  # revealed: Tensor[float32, Shape[6, 1]]
reveal_type(x + np.float32(2) * a)  # revealed: Tensor[float32, Shape[4, 6]]
reveal_type(tf.constant(np.float64(1) + np.ones(2, "f4")))  # revealed: Tensor[float64, Shape[2]]
u, s, vt = np.linalg.svd(a, full_matrices=False)
reveal_type(tf.constant(u @ np.diag(s) @ vt))  # revealed: Tensor[float32, Shape[4, 6]]
reveal_type(tf.constant(np.outer([1, 2], [1.0, 2, 3])))  # revealed: Tensor[float64, Shape[2, 3]]
windows = np.lib.stride_tricks.sliding_window_view(np.arange(6), 3)
reveal_type(tf.constant(windows.copy()))  # revealed: Tensor[int64, Shape[4, 3]]
reveal_type(tf.constant(np.any(a > 2, axis=1, keepdims=True)))  # revealed: Tensor[bool, Shape[4, 1]]
record = {k: np.stack(v) for k, v in {"p": [a[0], a[1]], "q": [a[:, 0]]}.items()}
reveal_type(tf.constant(record["q"]))  # revealed: Tensor[float32, Shape[1, 4]]
reveal_type(tf.constant(np.random.RandomState(1).randn(2, 3)))  # revealed: Tensor[float64, Shape[2, 3]]
reveal_type(tf.constant(np.random.randint(0, 9, (3, 2))))  # revealed: Tensor[int64, Shape[3, 2]]
reveal_type(tf.constant(np.random.choice(10, 4, replace=False)))  # revealed: Tensor[int64, Shape[4]]
