import tensorflow as tf
from typing_extensions import reveal_type

@tf.autograph.experimental.do_not_convert
def clip(x):
    if tf.reduce_max(x) > 1.0:  # error: tf-trace
        return x / tf.reduce_max(x)
    return x


@tf.function
def net(x):
    return reveal_type(clip(x * 2.0))


reveal_type(clip(tf.ones([3])))  # revealed: Tensor[float32, Shape[3]]
net(tf.ones([3]))
