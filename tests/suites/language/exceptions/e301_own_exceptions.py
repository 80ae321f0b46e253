"""Exceptions of one's own carry tensors; the order of handlers; from."""
import tensorflow as tf

class Bad(Exception):
    def __init__(self, partial, *, code=0):
        super().__init__("bad")
        self.partial, self.code = partial, code

class Worse(Bad):
    pass

def work(n):
    done = tf.zeros([n])
    if n > 5:
        raise Worse(done, code=n)
    if n > 2:
        raise Bad(tf.stack([done, done]))
    return done

def attempt(n):
    try:
        return work(n)
    except Worse as error:
        return tf.ones([error.code, 1])
    except (Bad, KeyError) as error:
        return error.partial

reveal_type(attempt(1))  # revealed: Tensor[float32, Shape[1]]
reveal_type(attempt(4))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(attempt(7))  # revealed: Tensor[float32, Shape[7, 1]]
try:
    try:
        work(3)
    except Bad as inner:
        raise RuntimeError("outer") from inner
except RuntimeError as outer:
    reveal_type(outer.__cause__.partial)  # revealed: Tensor[float32, Shape[2, 3]]
try:
    raise ValueError("shape", [4, 2])
except ValueError as e:
    message, shape = e.args
reveal_type(tf.zeros(shape))  # revealed: Tensor[float32, Shape[4, 2]]
