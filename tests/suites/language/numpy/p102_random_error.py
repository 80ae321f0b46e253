"""Random generators, shuffled indexes, one-hot, and a dtype that does not fit."""
import random
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x = rng.normal(size=(6, 3)).astype("float32")
reveal_type(tf.constant(x))  # revealed: Tensor[float32, Shape[6, 3]]
order = rng.permutation(len(x))
reveal_type(tf.gather(x, order[:4]))  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type(tf.constant(rng.integers(0, 9, size=5)))  # revealed: Tensor[int64, Shape[5]]
reveal_type(tf.constant(rng.choice(10, 3, replace=False)))  # revealed: Tensor[int64, Shape[3]]
reveal_type(tf.constant(rng.random((2, 2), dtype=np.float32)))  # revealed: Tensor[float32, Shape[2, 2]]
labels = np.random.randint(0, 4, (6,))
reveal_type(tf.constant(np.eye(4)[labels]))  # revealed: Tensor[float64, Shape[6, 4]]
random.seed(0)
picks = random.sample(range(6), 2)
reveal_type(tf.constant(x[picks]))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.zeros([random.choice([4])]))  # revealed: Tensor[float32, Shape[4]]
state = np.random.RandomState(1)
reveal_type(tf.constant(state.uniform(-1, 1, [2, 3])))  # revealed: Tensor[float64, Shape[2, 3]]
y = state.randn(6, 3)
reveal_type(tf.constant(y) + 1)  # revealed: Tensor[float64, Shape[6, 3]]
tf.constant(x) + tf.constant(y)  # error: tf-shape
