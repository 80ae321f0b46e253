import tensorflow as tf
from typing_extensions import reveal_type

import functools


@functools.lru_cache(maxsize=None)
def mask(size):
    return tf.linalg.band_part(tf.ones([size, size]), -1, 0)  # may warn # cause


@tf.function
def attend(x):
    scores = tf.matmul(x, x, transpose_b=True)
    return reveal_type(scores * mask(x.shape[0]))  # revealed: Tensor[float32, Shape[3, 3]]


reveal_type(attend(tf.ones([3, 2])))  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type(mask(4))  # revealed: Tensor[float32, Shape[4, 4]]
mask(3) + 1.0  # error: tf-trace
