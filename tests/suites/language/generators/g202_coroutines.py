"""A coroutine that is primed by a decorator and filters what is sent."""
import functools
import tensorflow as tf

def primed(f):
    @functools.wraps(f)
    def start(*args):
        gen = f(*args)
        next(gen)
        return gen
    return start

@primed
def collector(target):
    while True:
        x = yield
        target.append(x)
@primed
def doubler(then):
    while True:
        then.send(tf.concat([(yield)] * 2, 0))
out = []
pipe = doubler(collector(out))
pipe.send(tf.zeros([1]))
pipe.send(tf.zeros([3]))
reveal_type(out[0])  # revealed: Tensor[float32, Shape[2]]
reveal_type(out[1])  # revealed: Tensor[float32, Shape[6]]
reveal_type(tf.zeros([len(out)]))  # revealed: Tensor[float32, Shape[2]]

@primed
def running():
    total = tf.zeros([0, 4])
    try:
        while True:
            x = yield total
            total = tf.concat([total, x], 0)
    finally:
        out.append(total)
r = running()
reveal_type(r.send(tf.zeros([2, 4])))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(r.send(tf.zeros([3, 4])))  # revealed: Tensor[float32, Shape[5, 4]]
r.close()
reveal_type(out[-1])  # revealed: Tensor[float32, Shape[5, 4]]
