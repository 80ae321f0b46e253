"""Generic classes, a metaclass with __call__ and __getitem__, a class registry."""
from typing import Generic, TypeVar
import tensorflow as tf

T = TypeVar("T")

class Box(Generic[T]):
    def __init__(self, item: T):
        self.item = item
    def map(self, fn):
        return type(self)(fn(self.item))

class IntBox(Box[int]):
    def zeros(self):
        return tf.zeros([self.item])

class Meta(type):
    def __new__(mcs, name, bases, space, **kw):
        cls = super().__new__(mcs, name, bases, space)
        cls.size = space.get("rows", 1) * kw.get("times", 1)
        return cls
    def __call__(cls, *args):
        obj = super().__call__(*args)
        obj.t = tf.zeros([cls.size, *args])
        return obj
    def __getitem__(cls, n):
        return cls(n, n)

class Sheet(metaclass=Meta):
    rows = 4
    def __init__(self, *args):
        self.args = args

class Big(Sheet, times=3):
    rows = 5

reveal_type(Box(tf.zeros([3])).map(lambda t: t[None]).item)  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(IntBox(4).map(lambda n: n * 2).zeros())  # revealed: Tensor[float32, Shape[8]]
reveal_type(Sheet(2).t)  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(Big[7].t)  # revealed: Tensor[float32, Shape[15, 7, 7]]
