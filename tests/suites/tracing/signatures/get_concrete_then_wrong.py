import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def double(x):
    return reveal_type(x * 2)  # revealed: Tensor[int32, Shape[None]]


concrete = double.get_concrete_function(tf.TensorSpec([None], tf.int32))
reveal_type(concrete(tf.constant([1, 2])))  # revealed: Tensor[int32, Shape[2]]
concrete(tf.constant([1.0]))  # error: tf-signature
