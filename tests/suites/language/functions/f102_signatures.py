"""Positional-only, keyword-only, star and defaults evaluated once."""
import tensorflow as tf

def f(a, /, b, *rest, c=3, **others):
    return tf.zeros([a, b, len(rest) + 1, c, len(others) + 1])
reveal_type(f(1, 2))  # revealed: Tensor[float32, Shape[1, 2, 1, 3, 1]]
reveal_type(f(1, 2, 3, 4, c=5, a=6, d=7))  # revealed: Tensor[float32, Shape[1, 2, 3, 5, 3]]
args, kwargs = (4, 5), {"c": 1, "e": 2}
reveal_type(f(*args, **kwargs))  # revealed: Tensor[float32, Shape[4, 5, 1, 1, 2]]
reveal_type(f(*[1], *[2, 3], **{"c": 2}, **{"z": 1}))  # revealed: Tensor[float32, Shape[1, 2, 2, 2, 2]]

n = 2
def g(x=tf.zeros([n]), *, y=[n]):
    y.append(n)
    return tf.concat([x, tf.zeros([len(y)])], 0)
n = 10
reveal_type(g())  # revealed: Tensor[float32, Shape[4]]
reveal_type(g())  # revealed: Tensor[float32, Shape[5]]
reveal_type(g(y=[]))  # revealed: Tensor[float32, Shape[3]]
g.__defaults__ = (tf.zeros([20]),)
reveal_type(g())  # revealed: Tensor[float32, Shape[24]]
reveal_type(tf.zeros(g.__kwdefaults__["y"][:2]))  # revealed: Tensor[float32, Shape[2, 10]]
def h(*args, sep=1, **kw):
    return inner(*args, **kw)
def inner(*shape, dtype=tf.float32):
    return tf.zeros(shape, dtype)
reveal_type(h(2, 3, sep=2, dtype=tf.int32))  # revealed: Tensor[int32, Shape[2, 3]]
compose = lambda *fs: lambda x: [x := f(x) for f in fs][-1]
reveal_type(compose(lambda t: t[None], lambda t: tf.tile(t, [2, 1]), tf.transpose)(tf.zeros([5])))  # revealed: Tensor[float32, Shape[5, 2]]
