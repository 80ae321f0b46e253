"""Sizes of convolutions are computed by NamedTuples, properties and fractions, and checked by the layers."""
import math
from fractions import Fraction
from typing import NamedTuple
import tensorflow as tf

class Window(NamedTuple):
    kernel: int
    stride: int = 1
    dilation: int = 1
    padding: str = "VALID"
    @property
    def reach(self):
        return (self.kernel - 1) * self.dilation + 1
    def size(self, n):
        if self.padding == "SAME":
            return math.ceil(n / self.stride)
        return (n - self.reach) // self.stride + 1

def convolve(x, window, filters):
    kernel = tf.zeros([window.kernel, window.kernel, x.shape[-1], filters])
    y = tf.nn.conv2d(x, kernel, window.stride, window.padding, dilations=window.dilation)
    assert y.shape[1] == window.size(x.shape[1]), y.shape
    return y

x = tf.zeros([2, 28, 28, 1])
stack = [Window(5), Window(3, stride=2), Window(3, padding="SAME"), Window(2)._replace(dilation=3)]
n = 28
for filters, window in zip((4, 8, 16, 32), stack):
    n = window.size(n)
    x = convolve(x, window, filters)
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 8, 8, 32]]
reveal_type(tf.zeros([n, n]))  # revealed: Tensor[float32, Shape[8, 8]]
dense = tf.zeros([n * n * 32, 10])
reveal_type(tf.reshape(x, [2, -1]) @ dense)  # revealed: Tensor[float32, Shape[2, 10]]
half = Fraction(3, 4) * 8
reveal_type(tf.zeros([int(half), round(2.6), math.isqrt(17)]))  # revealed: Tensor[float32, Shape[6, 3, 4]]
reveal_type(tf.zeros([math.prod(Window(2, 3)[:3]), math.gcd(12, 18), math.comb(4, 2)]))  # revealed: Tensor[float32, Shape[6, 6, 6]]
reveal_type(tf.zeros([2 ** (n.bit_length() - 1), -(-n // 4)]))  # revealed: Tensor[float32, Shape[8, 2]]
reveal_type(tf.zeros([*Window(1)._asdict().values()][:3] if False else [len(Window._fields)]))  # revealed: Tensor[float32, Shape[4]]
tf.reshape(x[:, 1:], [2, n * n * 32])  # error: tf-shape
