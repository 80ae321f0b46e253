"""A property with a setter and a deleter."""
import tensorflow as tf

class Box:
    __slots__ = ("_v", "log")
    def __init__(self, v):
        self.log = []
        self.v = v
    @property
    def v(self):
        return self._v
    @v.setter
    def v(self, value):
        value = tf.convert_to_tensor(value, tf.float32)
        self.log.append(value.shape)
        self._v = value[None] if value.shape.rank < 2 else value
    @v.deleter
    def v(self):
        self._v = tf.zeros([1, 1])

b = Box([1, 2, 3])
reveal_type(b.v)  # revealed: Tensor[float32, Shape[1, 3]]
b.v = tf.ones([4, 5])
reveal_type(b.v)  # revealed: Tensor[float32, Shape[4, 5]]
b.v += tf.ones([5])
reveal_type(b.v)  # revealed: Tensor[float32, Shape[4, 5]]
del b.v
reveal_type(b.v)  # revealed: Tensor[float32, Shape[1, 1]]
reveal_type(tf.zeros(b.log[0] + b.log[1]))  # revealed: Tensor[float32, Shape[3, 4, 5]]
