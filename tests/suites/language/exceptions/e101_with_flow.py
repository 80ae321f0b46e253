"""Context managers: enter gives a value, exit may swallow, several in one with."""
import contextlib
import tensorflow as tf

log = []
class Scope:
    def __init__(self, n, swallow=False):
        self.n, self.swallow = n, swallow
    def __enter__(self):
        return tf.zeros([self.n])
    def __exit__(self, kind, value, trace):
        log.append(kind)
        return self.swallow and kind is ValueError

with Scope(3) as a, Scope(a.shape[0] + 1) as b:
    reveal_type(tf.concat([a, b], 0))  # revealed: Tensor[float32, Shape[7]]
x = tf.zeros([1])
with Scope(2, True) as x:
    x = tf.zeros([7])
    raise ValueError
reveal_type(x)  # revealed: Tensor[float32, Shape[7]]
reveal_type(tf.zeros([len(log)]))  # revealed: Tensor[float32, Shape[3]]
with contextlib.suppress(KeyError):
    y = tf.zeros([2])
    y = {}["a"]
reveal_type(y)  # revealed: Tensor[float32, Shape[2]]
with contextlib.closing(open(__file__)) as f, contextlib.nullcontext(tf.zeros([5])) as z:
    reveal_type(z)  # revealed: Tensor[float32, Shape[5]]
with contextlib.ExitStack() as stack:
    parts = [stack.enter_context(Scope(n)) for n in (1, 2)]
    stack.callback(log.clear)
    reveal_type(tf.concat(parts, 0))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros([len(log)]))  # revealed: Tensor[float32, Shape[2]]
