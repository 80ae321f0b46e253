"""An abstract method that the subclass fills in badly."""
import abc
import tensorflow as tf

class Head(abc.ABC):
    @property
    @abc.abstractmethod
    def width(self): ...
    @abc.abstractmethod
    def project(self, x): ...
    def __call__(self, x):
        y = self.project(x)
        reveal_type(y)  # revealed: Tensor[float32, Shape[2, 4]]
        return y + tf.zeros([self.width])  # error: tf-shape

class Good(Head):
    width = 4
    def project(self, x):
        return x[:, :4]
class Bad(Good):
    width = 3

reveal_type(Good()(tf.zeros([2, 6])))  # revealed: Tensor[float32, Shape[2, 4]]
try:
    Head()
except TypeError:
    reveal_type(tf.zeros([9]))  # revealed: Tensor[float32, Shape[9]]
Bad()(tf.zeros([2, 6]))  # error below: tf-shape
