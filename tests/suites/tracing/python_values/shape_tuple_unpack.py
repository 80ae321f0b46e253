import tensorflow as tf
from typing_extensions import reveal_type

@tf.function(input_signature=[tf.TensorSpec([None, 4])])
def net(x):
    b, c = x.shape
    reveal_type(tf.zeros([c, 2]))  # revealed: Tensor[float32, Shape[4, 2]]
    n = tf.shape(x)[0]
    reveal_type(tf.zeros([n, c]))  # revealed: Tensor[float32, Shape[None, 4]]
    return tf.zeros([b, c])  # error: tf-value


net(tf.ones([2, 4]))
