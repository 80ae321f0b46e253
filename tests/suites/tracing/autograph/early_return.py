import tensorflow as tf
from typing_extensions import reveal_type

import operator
from functools import partial, reduce


@tf.function
def clip(x, limit):
    if limit is None:
        return x
    norm = tf.norm(x)
    if norm > limit:
        x = x * (limit / norm)
    return x


@tf.function
def product(*xs, transpose=False):
    ys = [tf.transpose(x) for x in xs[::-1]] if transpose else xs
    return reveal_type(reduce(operator.matmul, ys))  # revealed: Tensor[float32, Shape[2, 5]] | Tensor[float32, Shape[5, 2]]


reveal_type(clip(tf.ones([4, 2]), None))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(clip(tf.ones([4, 2]), 1.0))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(clip(tf.ones([3]), tf.constant(1.0)))  # revealed: Tensor[float32, Shape[3]]
reveal_type(product(tf.ones([2, 3]), tf.ones([3, 5])))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(partial(product, transpose=True)(tf.ones([2, 3]), tf.ones([3, 5])))  # revealed: Tensor[float32, Shape[5, 2]]


@tf.function
def first_large(x, limit):
    for row in x:  # error: tf-trace
        if tf.reduce_max(row) > limit:
            return row
    return tf.zeros([2])


first_large(tf.ones([3, 2]), 0.5)
