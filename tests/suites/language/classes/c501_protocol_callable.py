"""A protocol that is checked at run time: functions, instances, and classes are asked for __call__ and more."""
from typing import Protocol, runtime_checkable
import tensorflow as tf

@runtime_checkable
class Transform(Protocol):
    def __call__(self, x): ...

@runtime_checkable
class Fitted(Protocol):
    mean: float
    def transform(self, x): ...

class Scale:
    mean = 0.5
    def transform(self, x):
        return x * self.mean

class Pad:
    def __init__(self, n):
        self.n = n
    def __call__(self, x):
        return tf.pad(x, [[0, 0], [0, self.n]])

def widen(x):
    return tf.tile(x, [1, 2])

def run(steps, x):
    for step in steps:
        if isinstance(step, Transform):
            x = step(x)
        elif isinstance(step, Fitted):
            x = step.transform(x)
        else:
            x = tf.reshape(x, step)  # error: tf-shape
    return x

x = tf.ones([2, 3])
reveal_type(run([widen], x))  # revealed: Tensor[float32, Shape[2, 6]]
reveal_type(run([Pad(2), widen], x))  # revealed: Tensor[float32, Shape[2, 10]]
reveal_type(run([Scale(), lambda v: v[:, :2]], x))  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(run([[3, 2], widen], x))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(run([tf.transpose, Scale()], x))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(tf.zeros([1 + isinstance(3, Transform), 1 + isinstance(Scale, Transform)]))  # revealed: Tensor[float32, Shape[1, 2]]
run([Pad(1), [2, 3]], x)  # error below: tf-shape
