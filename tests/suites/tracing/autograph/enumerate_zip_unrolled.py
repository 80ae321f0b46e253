import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def f(xs):
    out = []
    for i, x in enumerate(xs):
        out.append(reveal_type(x[: i + 1]))  # revealed: Tensor[float32, Shape[1]] | Tensor[float32, Shape[2]]
    return tf.concat(out, 0)

reveal_type(f([tf.ones([3]), tf.ones([4])]))  # revealed: Tensor[float32, Shape[3]]

@tf.function
def g(x):
    total = 0.0
    for i, row in enumerate(x):  # error: tf-trace
        total += tf.cast(reveal_type(i), tf.float32) * tf.reduce_sum(row)
    return reveal_type(total)

reveal_type(g(tf.ones([3, 2])))
