import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def zeros(n, dtype=tf.float32):
    return reveal_type(tf.zeros([n, 2], dtype))  # revealed: Tensor[float32, Shape[2, 2]] | Tensor[float32, Shape[3, 2]] | Tensor[float32, Shape[None, 2]] | Tensor[int32, Shape[2, 2]]

reveal_type(zeros(2))  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(zeros(3))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(zeros(tf.constant(4)))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(zeros(2, dtype=tf.int32))  # revealed: Tensor[int32, Shape[2, 2]]
class Config:
    def __init__(self, n):
        self.n = n
@tf.function
def by(config):
    return tf.zeros([config.n])
c = Config(3)
reveal_type(by(c))  # revealed: Tensor[float32, Shape[3]]
c.n = 5
reveal_type(by(c))  # revealed: Tensor[float32, Shape[3]]
reveal_type(by(Config(5)))  # revealed: Tensor[float32, Shape[5]]
by(c) + tf.zeros([5])  # error: tf-shape
