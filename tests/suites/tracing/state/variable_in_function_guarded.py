import tensorflow as tf
from typing_extensions import reveal_type

class Dense(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.w = None
    @tf.function
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.zeros([x.shape[-1], self.units]))
        return reveal_type(x @ self.w)  # error: tf-shape  # revealed: Tensor[float32, Shape[3, 2]]

d = Dense(2)
reveal_type(d(tf.ones([3, 4])))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(len(d.trainable_variables) * tf.ones([1]))  # revealed: Tensor[float32, Shape[1]]
d(tf.ones([3, 5]))
