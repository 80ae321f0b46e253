"""Managers that log, re-raise, translate and count."""
import contextlib
import tensorflow as tf

class Translate:
    def __init__(self, old, new):
        self.old, self.new = old, new
    def __enter__(self):
        return self
    def __exit__(self, kind, value, trace):
        if kind is not None and issubclass(kind, self.old):
            raise self.new("translated") from value
        return False
try:
    with Translate(tf.errors.InvalidArgumentError, KeyError):
        tf.zeros([2]) + tf.zeros([3])
except KeyError as e:
    reveal_type(tf.zeros([len(e.args)]))  # revealed: Tensor[float32, Shape[1]]
class Retry:
    def __init__(self):
        self.left = 2
    def __enter__(self):
        return self.left
    def __exit__(self, kind, value, trace):
        self.left -= 1
        return kind is ValueError
retry = Retry()
while retry.left:
    with retry as n:
        raise ValueError(n)
reveal_type(tf.zeros([retry.left + 1, n]))  # revealed: Tensor[float32, Shape[1, 1]]
@contextlib.contextmanager
def swapped(obj, name, value):
    old = getattr(obj, name)
    setattr(obj, name, value)
    try:
        yield old
    finally:
        setattr(obj, name, old)
class Box:
    t = tf.zeros([1])
box = Box()
with swapped(box, "t", tf.zeros([7])) as old:
    reveal_type(box.t)  # revealed: Tensor[float32, Shape[7]]
    reveal_type(old)  # revealed: Tensor[float32, Shape[1]]
reveal_type(box.t)  # revealed: Tensor[float32, Shape[1]]
try:
    with swapped(box, "t", tf.zeros([8])):
        raise RuntimeError
except RuntimeError:
    reveal_type(box.t)  # revealed: Tensor[float32, Shape[1]]
