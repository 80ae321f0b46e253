"""Reductions of arrays."""
import numpy as np
import tensorflow as tf

c = tf.constant
a = np.ones((2, 3, 4), np.float32)
i = np.ones((2, 3), np.int32)
reveal_type(c(a.sum(axis=-1, keepdims=True)))  # revealed: Tensor[float32, Shape[2, 3, 1]]
reveal_type(c(a.mean((0, 2))))  # revealed: Tensor[float32, Shape[3]]
reveal_type(c(i.mean(0)))  # revealed: Tensor[float64, Shape[3]]
reveal_type(c(i.sum()))  # revealed: Tensor[int64, Shape[()]]
reveal_type(c(np.max(a, axis=1)))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(c(a.argmax(-1)))  # revealed: Tensor[int64, Shape[2, 3]]
reveal_type(c(np.linalg.norm(a)))  # revealed: Tensor[float32, Shape[()]]
reveal_type(c(a.std(0)))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(c(np.cumsum(i, axis=1)))  # revealed: Tensor[int64, Shape[2, 3]]
reveal_type(c((a > 0).mean()))  # revealed: Tensor[float64, Shape[()]]
reveal_type(c((a > 0).sum(-1)))  # revealed: Tensor[int64, Shape[2, 3]]
reveal_type(c(np.all(i == 1, axis=1)))  # revealed: Tensor[bool, Shape[2]]
reveal_type(c(np.median(i, axis=0)))  # revealed: Tensor[float64, Shape[3]]
reveal_type(c(np.prod(a.shape)))  # revealed: Tensor[int64, Shape[()]]
reveal_type(c(np.count_nonzero(i)))  # revealed: Tensor[int64, Shape[()]]
reveal_type(c(np.average(a, axis=0)))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(c(a.min(initial=0.0, axis=2)))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(c(np.einsum("bij->bj", a)))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(c(np.matmul(a, a.transpose(0, 2, 1))))  # revealed: Tensor[float32, Shape[2, 3, 3]]
reveal_type(c(np.trace(i)))  # revealed: Tensor[int64, Shape[()]]
reveal_type(c(np.sort(i, axis=None)))  # revealed: Tensor[int32, Shape[6]]
reveal_type(c(np.ptp(i, axis=0)))  # revealed: Tensor[int32, Shape[3]]
reveal_type(c(np.nansum(a, 0)))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(c(np.square(i) + 1))  # revealed: Tensor[int32, Shape[2, 3]]
reveal_type(c(np.abs(-i) ** 2))  # revealed: Tensor[int32, Shape[2, 3]]
reveal_type(c(np.divide(i, 2)))  # revealed: Tensor[float64, Shape[2, 3]]
reveal_type(c(np.floor_divide(i, 2)))  # revealed: Tensor[int32, Shape[2, 3]]
reveal_type(c(np.exp(i)))  # revealed: Tensor[float64, Shape[2, 3]]
reveal_type(c(np.round(a, 2)))  # revealed: Tensor[float32, Shape[2, 3, 4]]
reveal_type(c(np.isnan(a).any(axis=(1, 2))))  # revealed: Tensor[bool, Shape[2]]
reveal_type(c(np.logical_and(i > 0, i < 2)))  # revealed: Tensor[bool, Shape[2, 3]]
reveal_type(c(np.maximum(i, 0.5)))  # revealed: Tensor[float64, Shape[2, 3]]
