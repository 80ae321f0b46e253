import tensorflow as tf
from typing_extensions import reveal_type

spec = {"a": tf.TensorSpec([None, 2]), "b": tf.TensorSpec([], tf.int32)}


@tf.function(input_signature=[spec])
def net(d):
    return reveal_type(d["a"] * tf.cast(d["b"], tf.float32))  # revealed: Tensor[float32, Shape[None, 2]]


reveal_type(net({"a": tf.ones([3, 2]), "b": 2}))  # revealed: Tensor[float32, Shape[3, 2]]
net({"a": tf.ones([3, 2])})  # error: tf-signature
