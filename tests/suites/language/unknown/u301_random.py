"""Numbers that are drawn: what does not hang on them is known."""
# unknown: what is drawn
import random
import tensorflow as tf

sizes = [random.randint(1, 5) for _ in range(3)]
x = tf.zeros([sizes[0], 4])
reveal_type(x)  # revealed: Tensor[float32, Shape[None, 4]]
reveal_type(tf.zeros([len(sizes)]))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.concat([tf.zeros([n, 4]) for n in sizes], 0))  # revealed: Tensor[float32, Shape[None, 4]]
t = random.choice([tf.zeros([2, 4]), tf.ones([2, 4])])
reveal_type(t @ tf.transpose(x) @ x)  # revealed: Tensor[float32, Shape[2, 4]]
mask = tf.random.uniform([6]) > 0.5
reveal_type(tf.boolean_mask(tf.zeros([6, 3]), mask))  # revealed: Tensor[float32, Shape[None, 3]]
