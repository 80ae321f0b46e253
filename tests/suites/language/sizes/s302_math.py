"""math, fractions, statistics and sums as sizes; same-padding arithmetic."""
import math
import statistics
from fractions import Fraction
import tensorflow as tf

n = 27
reveal_type(tf.zeros([math.ceil(n / 4), math.isqrt(n), math.gcd(n, 18), math.prod([2, 3])]))  # revealed: Tensor[float32, Shape[7, 5, 9, 6]]
reveal_type(tf.zeros([int(math.log2(64)), math.comb(4, 2), round(math.pi)]))  # revealed: Tensor[float32, Shape[6, 6, 3]]
reveal_type(tf.zeros([int(Fraction(3, 4) * 8), statistics.median([1, 5, 3])]))  # revealed: Tensor[float32, Shape[6, 3]]
x = tf.zeros([1, n, n, 1])
pad = max((math.ceil(n / 2) - 1) * 2 + 3 - n, 0)
y = tf.pad(x, [[0, 0], [pad // 2, pad - pad // 2], [0, 0], [0, 0]])
reveal_type(y)  # revealed: Tensor[float32, Shape[1, 29, 27, 1]]
reveal_type(tf.zeros([n.bit_length(), (n).__floordiv__(5), -n % 4, ~n & 7]))  # revealed: Tensor[float32, Shape[5, 5, 1, 4]]
