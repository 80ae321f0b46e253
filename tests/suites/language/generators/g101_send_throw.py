"""send, throw, close, return values and yield from."""
import tensorflow as tf

def average(n):
    total = tf.zeros([n])
    while True:
        try:
            x = yield total
        except ValueError as e:
            total = tf.zeros([e.args[0]])
            continue
        if x is None:
            return total, 5
        total = tf.concat([total, x], 0)

g = average(2)
reveal_type(next(g))  # revealed: Tensor[float32, Shape[2]]
reveal_type(g.send(tf.zeros([3])))  # revealed: Tensor[float32, Shape[5]]
reveal_type(g.throw(ValueError(7)))  # revealed: Tensor[float32, Shape[7]]
try:
    g.send(None)
except StopIteration as stop:
    reveal_type(stop.value[0])  # revealed: Tensor[float32, Shape[7]]
    reveal_type(tf.zeros([stop.value[1]]))  # revealed: Tensor[float32, Shape[5]]

def outer():
    result = yield from inner(3)
    yield result
    yield from [tf.zeros([8]), tf.zeros([9])]
def inner(n):
    got = yield tf.zeros([n])
    yield tf.zeros([n, got or 1])
    return tf.zeros([n, n, n])
o = outer()
reveal_type(next(o))  # revealed: Tensor[float32, Shape[3]]
reveal_type(o.send(6))  # revealed: Tensor[float32, Shape[3, 6]]
reveal_type(next(o))  # revealed: Tensor[float32, Shape[3, 3, 3]]
reveal_type(next(o))  # revealed: Tensor[float32, Shape[8]]
o.close()
reveal_type(next(o, tf.zeros([0])))  # revealed: Tensor[float32, Shape[0]]
