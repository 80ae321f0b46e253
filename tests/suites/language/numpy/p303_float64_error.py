"""Arrays are float64 unless they are told otherwise."""
import numpy as np
import tensorflow as tf

w = np.random.default_rng(0).normal(size=(3, 2))
reveal_type(tf.constant(w, tf.float32))  # revealed: Tensor[float32, Shape[3, 2]]
stats = np.stack([w.mean(0), w.std(0)])
reveal_type(tf.convert_to_tensor(stats))  # revealed: Tensor[float64, Shape[2, 2]]
reveal_type(tf.zeros([4, 3]) @ w)  # revealed: Tensor[float32, Shape[4, 2]]
t = tf.convert_to_tensor(w)
tf.zeros([4, 3]) @ t  # error: tf-dtype
