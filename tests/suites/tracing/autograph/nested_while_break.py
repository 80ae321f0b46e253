import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def f(n):
    total = tf.zeros([2])
    i = 0
    while i < n:
        i += 1
        if i % 2 == 0:
            continue
        if i > 7:
            break
        total += 1.0
    return reveal_type(total), reveal_type(i)  # revealed: Tensor[float32, Shape[2]] | Tensor[int32, Shape[()]]

a, b = f(tf.constant(9))
reveal_type(a)  # revealed: Tensor[float32, Shape[2]]
reveal_type(b)  # revealed: Tensor[int32, Shape[()]]
