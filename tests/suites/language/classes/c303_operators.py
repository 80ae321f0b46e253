"""Arithmetic on objects: +, radd, @, -, [], comparison, total_ordering."""
from functools import total_ordering
import tensorflow as tf

@total_ordering
class Field:
    def __init__(self, t):
        self.t = t
    def __add__(self, other):
        other = other.t if isinstance(other, Field) else other
        return Field(tf.concat([self.t, tf.broadcast_to(other, [1, self.t.shape[1]])], 0))
    __radd__ = __add__
    def __matmul__(self, other):
        return Field(self.t @ other.t)
    def __neg__(self):
        return Field(tf.transpose(self.t))
    def __iadd__(self, n):
        self.t = tf.tile(self.t, [n, 1])
        return self
    def __eq__(self, other):
        return self.t.shape[0] == other.t.shape[0]
    def __lt__(self, other):
        return self.t.shape[0] < other.t.shape[0]

f = Field(tf.zeros([2, 3]))
reveal_type((f + 1.0).t)  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type((2.0 + f + 1.0).t)  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type((-f @ f).t)  # revealed: Tensor[float32, Shape[3, 3]]
g = f
g += 4
reveal_type(f.t)  # revealed: Tensor[float32, Shape[8, 3]]
h = Field(tf.zeros([5, 1]))
reveal_type((f if f >= h else h).t)  # revealed: Tensor[float32, Shape[8, 3]]
reveal_type(min([f, h]).t)  # revealed: Tensor[float32, Shape[5, 1]]
