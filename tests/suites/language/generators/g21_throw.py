"""Generators are sent values, thrown exceptions, and return."""
import tensorflow as tf

def averager():
    total, n = tf.zeros([3]), 0
    try:
        while True:
            try:
                x = yield total[None]
            except ValueError as e:
                n += 10
                yield tf.zeros([n])
                continue
            if x is None: break
            n += 1
            total = total + x
    finally:
        log.append(n)
    return tf.zeros([n, n])

log = []
g = averager()
reveal_type(next(g))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(g.send(tf.ones([3])))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(g.throw(ValueError()))  # revealed: Tensor[float32, Shape[11]]
reveal_type(next(g))  # revealed: Tensor[float32, Shape[1, 3]]
try:
    g.send(None)
except StopIteration as s:
    reveal_type(s.value)  # revealed: Tensor[float32, Shape[11, 11]]
reveal_type(tf.zeros(log))  # revealed: Tensor[float32, Shape[11]]

def outer():
    r = yield from inner()
    yield r
    yield from (tf.zeros([k]) for k in (5, 6))
def inner():
    got = yield tf.zeros([1])
    yield tf.zeros([2]) if got is None else got
    return tf.zeros([3])
reveal_type(tf.concat(list(outer()), 0))  # revealed: Tensor[float32, Shape[17]]
o = outer()
next(o)
reveal_type(o.send(tf.ones([9])))  # revealed: Tensor[float32, Shape[9]]
