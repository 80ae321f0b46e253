import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def net(x, mask=None, training=False):
    if mask is not None:
        x = x[:, None] * mask
    if training:
        x = x[..., None]
    return reveal_type(x)  # revealed: Tensor[float32, Shape[2]] | Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[2, 1]] | Tensor[float32, Shape[4]]


reveal_type(net(tf.ones([2])))  # revealed: Tensor[float32, Shape[2]]
reveal_type(net(tf.ones([2]), tf.ones([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(net(tf.ones([2]), training=True))  # revealed: Tensor[float32, Shape[2, 1]]
reveal_type(net(tf.ones([4])))  # revealed: Tensor[float32, Shape[4]]
