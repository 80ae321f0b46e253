import tensorflow as tf
from typing_extensions import reveal_type

from functools import cached_property


class Attention(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size

    @cached_property
    def bias(self):
        return tf.range(self.size, dtype=tf.float32)  # cause

    @tf.function
    def __call__(self, x):
        return reveal_type(x + self.bias)  # may warn  # revealed: Tensor[float32, Shape[2, 3]]


attention = Attention(3)
reveal_type(attention(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
print(attention.bias.numpy())  # error: tf-trace
