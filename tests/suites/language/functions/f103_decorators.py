"""Decorators with optional arguments, stacked, on static and class methods."""
import functools
import tensorflow as tf

def repeat(fn=None, *, times=2):
    if fn is None:
        return functools.partial(repeat, times=times)
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return tf.stack([fn(*args, **kwargs) for _ in range(times)])
    wrapper.times = times
    return wrapper

@repeat
def a(n):
    return tf.zeros([n])
@repeat(times=3)
@repeat
def b(n):
    return tf.zeros([n])
reveal_type(a(5))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(b(5))  # revealed: Tensor[float32, Shape[3, 2, 5]]
reveal_type(b.__wrapped__(5))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(tf.zeros([a.times, b.times, len(a.__name__)]))  # revealed: Tensor[float32, Shape[2, 3, 1]]

class Make:
    n = 4
    @staticmethod
    @repeat
    def one(n):
        return tf.zeros([n])
    @classmethod
    @repeat(times=5)
    def two(cls):
        return tf.zeros([cls.n])
    @property
    @repeat
    def three(self):
        return tf.zeros([self.n + 1])
class Sub(Make):
    n = 7
reveal_type(Make.one(1))  # revealed: Tensor[float32, Shape[2, 1]]
reveal_type(Sub.two())  # revealed: Tensor[float32, Shape[5, 7]]
reveal_type(Sub().three)  # revealed: Tensor[float32, Shape[2, 8]]
