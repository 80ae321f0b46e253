"""Managers: suppressed, stacked, closed, as decorators."""
import contextlib
import tensorflow as tf

events = []
@contextlib.contextmanager
def scope(n):
    events.append(n)
    try:
        yield tf.zeros([n])
    except KeyError:
        events.append(100)
    finally:
        events.append(-n)

with scope(3) as x, contextlib.suppress(ValueError):
    reveal_type(x)  # revealed: Tensor[float32, Shape[3]]
    raise ValueError
with scope(4):
    {}["a"]
reveal_type(tf.zeros([len(events), events[2], events[3]]))  # revealed: Tensor[float32, Shape[5, 4, 100]]
with contextlib.ExitStack() as stack:
    xs = [stack.enter_context(scope(n)) for n in (1, 2)]
    stack.callback(events.append, 55)
reveal_type(tf.zeros([events[-1] * -1, events[-3]]))  # revealed: Tensor[float32, Shape[1, 55]]
reveal_type(xs[1])  # revealed: Tensor[float32, Shape[2]]
with contextlib.nullcontext(tf.ones([8])) as y:
    reveal_type(y)  # revealed: Tensor[float32, Shape[8]]
class Closer:
    def __init__(self): self.t = tf.zeros([2])
    def close(self): self.t = tf.zeros([6])
with contextlib.closing(Closer()) as c:
    reveal_type(c.t)  # revealed: Tensor[float32, Shape[2]]
reveal_type(c.t)  # revealed: Tensor[float32, Shape[6]]
@scope(5)
def deco(): return tf.zeros([events[-1]])
reveal_type(deco())  # revealed: Tensor[float32, Shape[5]]
