"""A true division gives a float, and a float is no size."""
import tensorflow as tf

x = tf.zeros([4, 10])
half = x.shape[1] // 2
reveal_type(x[:, :half])  # revealed: Tensor[float32, Shape[4, 5]]
reveal_type(tf.reshape(x, [4, half, -1]))  # revealed: Tensor[float32, Shape[4, 5, 2]]
reveal_type(tf.split(x, [half, x.shape[1] - half], 1)[1])  # revealed: Tensor[float32, Shape[4, 5]]
x[:, : x.shape[1] / 2]  # error: tf-dtype
