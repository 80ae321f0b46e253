"""The error is in what runs after the with block's exception."""
import contextlib
import tensorflow as tf

@contextlib.contextmanager
def scope(n):
    x = tf.zeros([n, 3])
    try:
        yield x
    except ValueError:
        reveal_type(x)  # revealed: Tensor[float32, Shape[4, 3]]
    finally:
        x = x[0]
        reveal_type(x)  # revealed: Tensor[float32, Shape[3]]

with scope(4) as x:
    reveal_type(x)  # revealed: Tensor[float32, Shape[4, 3]]
    raise ValueError
with scope(2) as x:
    x + tf.zeros([4])  # error: tf-shape
