"""yield from, the value of return, throw, and a pipeline of generators."""
import tensorflow as tf

def read(sizes):
    for n in sizes:
        yield tf.zeros([n])
    return tf.ones([sum(sizes)])

def both(*lists):
    results = []
    for sizes in lists:
        results.append((yield from read(sizes)))
    yield tf.stack([tf.shape(r)[0] for r in results])
    return results

gen = both([1, 2], [3])
reveal_type(next(gen))  # revealed: Tensor[float32, Shape[1]]
rest = list(gen)
reveal_type(rest[1])  # revealed: Tensor[float32, Shape[3]]
reveal_type(rest[-1])  # revealed: Tensor[int32, Shape[2]]

def resilient():
    x = tf.zeros([2])
    while True:
        try:
            x = yield x
        except ValueError as error:
            x = tf.zeros([int(str(error)), 1])

r = resilient()
next(r)
reveal_type(r.send(tf.zeros([8])))  # revealed: Tensor[float32, Shape[8]]
reveal_type(r.throw(ValueError("6")))  # revealed: Tensor[float32, Shape[6, 1]]
try:
    it = read([2])
    next(it), next(it)
except StopIteration as stop:
    reveal_type(stop.value)  # revealed: Tensor[float32, Shape[2]]
