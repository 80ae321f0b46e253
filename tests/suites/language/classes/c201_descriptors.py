"""Data and non-data descriptors, property inheritance, __getattr__ beside them, slots."""
import tensorflow as tf

class Lazy:
    def __init__(self, make):
        self.make = make
    def __set_name__(self, owner, name):
        self.name = name
    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        value = obj.__dict__[self.name] = self.make(obj)
        return value
class Typed:
    def __init__(self, rank):
        self.rank = rank
    def __set_name__(self, owner, name):
        self.key = "_" + name
    def __set__(self, obj, value):
        if value.shape.rank != self.rank:
            raise TypeError(self.key)
        setattr(obj, self.key, value)
    def __get__(self, obj, owner):
        return getattr(obj, self.key)
    def __delete__(self, obj):
        setattr(obj, self.key, tf.zeros([0]))
class Net:
    x = Typed(2)
    def __init__(self, x):
        self.x = x
    @Lazy
    def norm(self):
        return tf.norm(self.x, axis=0)
    @property
    def size(self):
        return self.x.shape[0]
    @size.setter
    def size(self, n):
        self.x = tf.zeros([n, 3])
class Sub(Net):
    @Net.size.getter
    def size(self):
        return super().size + 10
n = Net(tf.zeros([4, 3]))
reveal_type(n.norm)  # revealed: Tensor[float32, Shape[3]]
n.size = 6
reveal_type(n.x)  # revealed: Tensor[float32, Shape[6, 3]]
reveal_type(n.norm)  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros([n.size, Sub(tf.zeros([2, 3])).size]))  # revealed: Tensor[float32, Shape[6, 12]]
try:
    n.x = tf.zeros([4])
except TypeError as e:
    reveal_type(tf.zeros([len(e.args[0])]))  # revealed: Tensor[float32, Shape[2]]
del n.x
reveal_type(n.x)  # revealed: Tensor[float32, Shape[0]]
s = Sub(tf.zeros([1, 3]))
s.size = 2
reveal_type(tf.zeros([s.size]))  # revealed: Tensor[float32, Shape[12]]
class Point:
    __slots__ = ("a", "b")
    def __init__(self, *args):
        for name, value in zip(self.__slots__, args):
            setattr(self, name, value)
p = Point(tf.zeros([1]), tf.zeros([2]))
reveal_type(p.b)  # revealed: Tensor[float32, Shape[2]]
try:
    p.c = 1
except AttributeError:
    reveal_type(tf.zeros([5]))  # revealed: Tensor[float32, Shape[5]]
