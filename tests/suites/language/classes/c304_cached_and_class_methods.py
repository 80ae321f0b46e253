"""cached_property, classmethod constructors, staticmethod, property with setter."""
from functools import cached_property
import tensorflow as tf

class Table:
    made = 0
    def __init__(self, t):
        self._t = t
        type(self).made += 1
    @classmethod
    def of(cls, rows, cols=2):
        return cls(tf.zeros([rows, cols]))
    @classmethod
    def joined(cls, *tables):
        return cls(cls.join([t.t for t in tables]))
    @staticmethod
    def join(parts):
        return tf.concat(parts, 0)
    @property
    def t(self):
        return self._t
    @t.setter
    def t(self, value):
        self._t = value
        self.__dict__.pop("gram", None)
    @cached_property
    def gram(self):
        return tf.matmul(self._t, self._t, transpose_a=True)

class Wide(Table):
    @staticmethod
    def join(parts):
        return tf.concat(parts, 1)

reveal_type(Table.joined(Table.of(3), Table.of(4)).t)  # revealed: Tensor[float32, Shape[7, 2]]
w = Wide.joined(Wide.of(3), Wide.of(3, 5))
reveal_type(w.gram)  # revealed: Tensor[float32, Shape[7, 7]]
w.t = tf.zeros([3, 4])
reveal_type(w.gram)  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(tf.zeros([Table.made, Wide.made]))  # revealed: Tensor[float32, Shape[3, 6]]
