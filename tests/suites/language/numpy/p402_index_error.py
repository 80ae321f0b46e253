"""Fancy indices pick rows and pairs; a mask of the other axis does not fit."""
import numpy as np
import tensorflow as tf

a = np.arange(12.0).reshape(3, 4)
reveal_type(tf.constant(a[[0, 2]]))  # revealed: Tensor[float64, Shape[2, 4]]
reveal_type(tf.constant(a[[0, 1], [2, 3]]))  # revealed: Tensor[float64, Shape[2]]
reveal_type(tf.constant(a[1:, None, ::2]))  # revealed: Tensor[float64, Shape[2, 1, 2]]
top = np.argsort(-a, axis=1)[:, :2]
reveal_type(tf.constant(np.take_along_axis(a, top, axis=1)))  # revealed: Tensor[float64, Shape[3, 2]]
t = tf.convert_to_tensor(a)
reveal_type(tf.boolean_mask(t, np.array([True, False, True])))  # revealed: Tensor[float64, Shape[2, 4]]
tf.boolean_mask(t, np.ones(4, bool))  # error: tf-shape
