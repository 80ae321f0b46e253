import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def fib(n):
    a, b, i = tf.constant(0), tf.constant(1), 0
    while i < n:
        a, b, i = b, a + b, i + 1
    reveal_type(i)  # revealed: Tensor[int32, Shape[()]]
    return reveal_type(a)  # revealed: Tensor[int32, Shape[()]]


assert fib(tf.constant(10)) == 55
