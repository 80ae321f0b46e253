"""__new__ that keeps one object, and one that gives another class."""
import tensorflow as tf

class Config:
    _one = None
    def __new__(cls, *args):
        if cls._one is None:
            cls._one = super().__new__(cls)
            cls._one.sizes = []
        return cls._one
    def __init__(self, n=None):
        if n is not None:
            self.sizes.append(n)

Config(3)
Config(4)
reveal_type(tf.zeros(Config().sizes))  # revealed: Tensor[float32, Shape[3, 4]]

class Layer:
    def __new__(cls, kind, *args):
        if cls is Layer:
            cls = {"dense": Dense, "conv": Conv}[kind]
        return object.__new__(cls)
    def __init__(self, kind, n):
        self.n = n
class Dense(Layer):
    def run(self):
        return tf.zeros([2, self.n])
class Conv(Layer):
    def run(self):
        return tf.zeros([2, self.n, self.n])

reveal_type(Layer("dense", 4).run())  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(Layer("conv", 5).run())  # revealed: Tensor[float32, Shape[2, 5, 5]]
reveal_type(Dense("", 6).run())  # revealed: Tensor[float32, Shape[2, 6]]
