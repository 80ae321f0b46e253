"""The dtype of two arrays together."""
import numpy as np
import tensorflow as tf

i8, i32, f32 = np.ones([2], np.int8), np.arange(3, dtype=np.int32), np.float32(1)
reveal_type(tf.constant(i8 + 1))  # revealed: Tensor[int8, Shape[2]]
reveal_type(tf.constant(np.arange(3) / 2))  # revealed: Tensor[float64, Shape[3]]
reveal_type(tf.constant(i32 * 1.5))  # revealed: Tensor[float64, Shape[3]]
reveal_type(tf.constant(i32 + np.ones([3], np.float32)))  # revealed: Tensor[float64, Shape[3]]
reveal_type(tf.constant(np.ones([3], np.float32) * 2.5))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.constant(np.ones([3], np.float16) + np.ones([2, 1], np.int16)))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.constant(np.array([1, 2]) > 1))  # revealed: Tensor[bool, Shape[2]]
reveal_type(tf.constant(np.array([True, False]) + 1))  # revealed: Tensor[int64, Shape[2]]
reveal_type(tf.constant(np.sum(np.ones([2, 3], np.int32), axis=0)))  # revealed: Tensor[int64, Shape[3]]
reveal_type(tf.constant(np.mean(np.ones([2, 3], np.int32), axis=1, keepdims=True)))  # revealed: Tensor[float64, Shape[2, 1]]
reveal_type(tf.constant(np.sqrt(np.arange(4))))  # revealed: Tensor[float64, Shape[4]]
reveal_type(tf.constant(np.uint8([1]) - np.int8([1])))  # revealed: Tensor[int16, Shape[1]]
reveal_type(tf.constant(np.concatenate([np.zeros(2, np.int64), np.zeros(3, np.float32)])))  # revealed: Tensor[float64, Shape[5]]
reveal_type(tf.constant(np.where([True, False], 1, 2.0)))  # revealed: Tensor[float64, Shape[2]]
reveal_type(tf.constant(np.array([1, 2.0])))  # revealed: Tensor[float64, Shape[2]]
reveal_type(tf.constant(np.array([[1], [2]], dtype="uint16")))  # revealed: Tensor[uint16, Shape[2, 1]]
reveal_type(tf.constant(np.full((2, 2), 7)))  # revealed: Tensor[int64, Shape[2, 2]]
reveal_type(tf.constant(np.full([2], True)))  # revealed: Tensor[bool, Shape[2]]
reveal_type(tf.constant(np.eye(3, 4)))  # revealed: Tensor[float64, Shape[3, 4]]
reveal_type(tf.constant(np.arange(0.0, 1.0, 0.25)))  # revealed: Tensor[float64, Shape[4]]
reveal_type(tf.constant(-np.ones([2], np.uint8)))  # revealed: Tensor[uint8, Shape[2]]
reveal_type(tf.constant(5 // np.array([2, 3])))  # revealed: Tensor[int64, Shape[2]]
reveal_type(tf.constant(np.ones([2], np.complex64) * 1.0))  # revealed: Tensor[complex64, Shape[2]]
