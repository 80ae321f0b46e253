import tensorflow as tf
from typing_extensions import reveal_type

w = tf.Variable(tf.ones([4, 2]))


@tf.function
def net(x, train):
    y = tf.cond(train, lambda: x @ w, lambda: tf.zeros([x.shape[0], 2]))
    reveal_type(y)  # revealed: Tensor[float32, Shape[3, 2]]
    return reveal_type(tf.cond(train, lambda: (y, x), lambda: (y + 1.0, x[:1]))[1])  # revealed: Tensor[float32, Shape[None, 4]]


net(tf.ones([3, 4]), tf.constant(True))
