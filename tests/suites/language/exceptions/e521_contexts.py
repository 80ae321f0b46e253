"""contextlib around tensors."""
import contextlib
from contextlib import ExitStack, closing, contextmanager, nullcontext, redirect_stdout, suppress
import io
import tensorflow as tf

SCALE = [1]


@contextmanager
def scaled(factor):
    SCALE.append(SCALE[-1] * factor)
    try:
        yield tf.ones([SCALE[-1]])
    finally:
        SCALE.pop()


class Recorder(contextlib.AbstractContextManager):
    def __init__(self):
        self.kept = []

    def keep(self, x):
        self.kept.append(x)
        return x

    def __exit__(self, kind, error, trace):
        self.kept.append(tf.zeros([len(self.kept), 7]))
        return kind is ValueError


class Source:
    def __init__(self):
        self.state = tf.ones([1, 1])

    def close(self):
        self.state = tf.ones([2, 2])


with scaled(3) as a, scaled(4) as b:
    reveal_type(a)  # revealed: Tensor[float32, Shape[3]]
    reveal_type(b)  # revealed: Tensor[float32, Shape[12]]
reveal_type(tf.zeros(SCALE))  # revealed: Tensor[float32, Shape[1]]

with ExitStack() as stack:
    parts = [stack.enter_context(scaled(n)) for n in (2, 3)]
    closer = stack.enter_context(closing(Source()))
    stack.callback(lambda: SCALE.append(5))
reveal_type(parts[1])  # revealed: Tensor[float32, Shape[6]]
reveal_type(closer.state)  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(tf.zeros(SCALE))  # revealed: Tensor[float32, Shape[1, 2]]

x = tf.zeros([2])
with suppress(KeyError, IndexError):
    x = tf.zeros([3])
    x = {}["missing"]
    x = tf.zeros([4])
reveal_type(x)  # revealed: Tensor[float32, Shape[3]]

recorder = Recorder()
with recorder as r:
    r.keep(tf.ones([5]))
    raise ValueError("stop")
reveal_type(recorder.kept[-1])  # revealed: Tensor[float32, Shape[1, 7]]


def run(x, training):
    with tf.GradientTape() if training else nullcontext() as tape:
        y = tf.reduce_sum(x * x)
    return tape.gradient(y, x) if tape is not None else y


v = tf.Variable(tf.ones([3, 2]))
reveal_type(run(v, True))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(run(v, False))  # revealed: Tensor[float32, Shape[()]]


@scaled(2)
def decorated():
    return tf.zeros(SCALE)


reveal_type(decorated())  # revealed: Tensor[float32, Shape[1, 2, 4]]
with redirect_stdout(io.StringIO()) as out:
    print("a b c")
reveal_type(tf.zeros([len(out.getvalue().split())]))  # revealed: Tensor[float32, Shape[3]]
