"""Suspicious lines that never fail: type checks, sentinel objects, try-else, lazy and short-circuit."""
import operator
import tensorflow as tf

MISSING = object()
def get(d, k, default=MISSING):
    v = d.get(k, MISSING)
    if v is MISSING:
        if default is MISSING:
            raise KeyError(k)
        return default
    return v
reveal_type(get({"a": tf.zeros([1])}, "a"))  # revealed: Tensor[float32, Shape[1]]
reveal_type(get({}, "a", tf.zeros([2])))  # revealed: Tensor[float32, Shape[2]]
x = tf.zeros([3, 4])
ok = x.shape == (3, 4) or x @ tf.zeros([9, 9])
reveal_type(tf.zeros([2 if ok is True else 3]))  # revealed: Tensor[float32, Shape[2]]
y = x if x.shape[0] == 3 else x + tf.zeros([5, 5])
reveal_type(y)  # revealed: Tensor[float32, Shape[3, 4]]
ops = {n: getattr(operator, n) for n in ("add", "matmul")}
def apply(name, a, b):
    if name == "matmul" and a.shape[-1] != b.shape[0]:
        b = tf.transpose(b)
    return ops[name](a, b)
reveal_type(apply("matmul", x, tf.zeros([2, 4])))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(apply("add", x, tf.zeros([4])))  # revealed: Tensor[float32, Shape[3, 4]]
def squeeze(t):
    while t.shape.rank and 1 in t.shape:
        t = tf.squeeze(t, axis=list(t.shape).index(1))
    return t
reveal_type(squeeze(tf.zeros([1, 2, 1, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
def stack(ts):
    try:
        return tf.stack(ts)
    except tf.errors.InvalidArgumentError:
        width = max(t.shape[0] for t in ts)
        return tf.stack([tf.pad(t, [[0, width - t.shape[0]]]) for t in ts])
reveal_type(stack([tf.zeros([2]), tf.zeros([2])]))  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(stack([tf.zeros([2]), tf.zeros([5])]))  # revealed: Tensor[float32, Shape[2, 5]]
any_bad = any(t.shape != (2,) and t + tf.zeros([2]) is None for t in [tf.zeros([2])])
reveal_type(tf.zeros([1 + any_bad]))  # revealed: Tensor[float32, Shape[1]]
lazy = [lambda: x @ tf.zeros([n, 2]) for n in (3, 4)]
reveal_type(lazy[0]())  # revealed: Tensor[float32, Shape[3, 2]]
first_ok = next(t for t in (tf.zeros([1]), None, x @ tf.zeros([4, 1])) if t is not None and t.shape.rank == 2)
reveal_type(first_ok)  # revealed: Tensor[float32, Shape[3, 1]]
if all(hasattr(o, "shape") for o in (x, y)) and not isinstance(x, (int, str)):
    reveal_type(x - y)  # revealed: Tensor[float32, Shape[3, 4]]
class Maybe:
    def __init__(self, t):
        self.t = t
    def then(self, f):
        return self if self.t is None else Maybe(f(self.t))
reveal_type(Maybe(x).then(tf.transpose).then(lambda t: t[0]).t)  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros([3]) if Maybe(None).then(lambda t: t @ 3).t is None else x)  # revealed: Tensor[float32, Shape[3]]
