"""A context that changes a global dtype for the body alone."""
from contextlib import contextmanager, ExitStack
import tensorflow as tf

STATE = {"dtype": tf.float32}


@contextmanager
def precision(dtype):
    before, STATE["dtype"] = STATE["dtype"], dtype
    try:
        yield
    finally:
        STATE["dtype"] = before


def weight(*shape):
    return tf.ones(shape, STATE["dtype"])


with precision(tf.float16):
    a = weight(2, 3)
    with precision(tf.float64):
        b = weight(3, 4)
    c = weight(3, 5)
reveal_type(a)  # revealed: Tensor[float16, Shape[2, 3]]
reveal_type(b)  # revealed: Tensor[float64, Shape[3, 4]]
reveal_type(a @ c)  # revealed: Tensor[float16, Shape[2, 5]]
with ExitStack() as stack:
    for d in (tf.float16, tf.bfloat16):
        stack.enter_context(precision(d))
    e = weight(1)
    last = stack.pop_all()
f = weight(1)
last.close()
g = weight(1)
reveal_type(e)  # revealed: Tensor[bfloat16, Shape[1]]
reveal_type(f)  # revealed: Tensor[bfloat16, Shape[1]]
reveal_type(g)  # revealed: Tensor[float32, Shape[1]]
try:
    with precision(tf.int32):
        raise KeyError("x")
except KeyError:
    pass
reveal_type(weight(4))  # revealed: Tensor[float32, Shape[4]]
b + tf.cast(a, STATE["dtype"])[0, 0]  # error: tf-dtype
