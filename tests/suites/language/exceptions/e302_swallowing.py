"""Managers that swallow, suppress, and a loop that retries."""
from contextlib import contextmanager, nullcontext, suppress
import tensorflow as tf

class Quiet:
    def __init__(self, *kinds):
        self.kinds, self.caught = kinds, []
    def __enter__(self):
        return self
    def __exit__(self, kind, value, trace):
        if kind is None:
            return False
        self.caught.append(kind.__name__)
        return issubclass(kind, self.kinds)

x = tf.zeros([2])
with Quiet(ValueError, LookupError) as q:
    x = tf.zeros([3])
    {}["missing"]
    x = tf.zeros([4])
reveal_type(x)  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros([len(q.caught[0])]))  # revealed: Tensor[float32, Shape[8]]
with suppress(ZeroDivisionError):
    y = tf.zeros([5])
    y = tf.zeros([1 // 0])
reveal_type(y)  # revealed: Tensor[float32, Shape[5]]
with nullcontext(tf.ones([6])) as z, suppress(TypeError):
    z = z[None]
reveal_type(z)  # revealed: Tensor[float32, Shape[1, 6]]

@contextmanager
def fallback(store, value):
    try:
        yield store
    except KeyError:
        store["x"] = value

store = {}
with fallback(store, tf.zeros([7, 7])) as s:
    s["y"] = s["x"]
reveal_type(store["x"])  # revealed: Tensor[float32, Shape[7, 7]]
