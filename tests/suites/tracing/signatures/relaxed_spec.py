import tensorflow as tf
from typing_extensions import reveal_type

@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([], tf.int32)])
def f(x, n):
    reveal_type(x)  # revealed: Tensor[float32, Shape[None, 3]]
    return reveal_type(x[:n])  # revealed: Tensor[float32, Shape[None, 3]]

reveal_type(f(tf.ones([2, 3]), 1))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(f([[1.0, 2.0, 3.0]], tf.constant(1)))  # revealed: Tensor[float32, Shape[1, 3]]
f(tf.ones([2, 4]), 1)  # error: tf-signature
