import keras
import tensorflow as tf
from typing_extensions import reveal_type

class Tokens(keras.layers.Layer):
    def call(self, x):
        b = tf.shape(x)[0]
        token = tf.zeros([b, 1, x.shape[-1]])
        return reveal_type(tf.concat([token, x], 1))  # revealed: Tensor[float32, Shape[2, 6, 3]]

reveal_type(Tokens()(tf.zeros([2, 5, 3])))  # revealed: Tensor[float32, Shape[2, 6, 3]]
class Bad(keras.layers.Layer):
    def call(self, x):
        token = tf.zeros([x.shape[0], 1, x.shape[-1]])
        return tf.concat([token, x], 1)
class Wrap(keras.Model):
    def __init__(self):
        super().__init__()
        self.bad = Bad()
    def call(self, x):
        return self.bad(x)
reveal_type(Wrap()(tf.zeros([2, 5, 3])))  # revealed: Tensor[float32, Shape[2, 6, 3]]
Wrap().predict(tf.data.Dataset.from_tensors(tf.zeros([2, 5, 3])), verbose=0)
