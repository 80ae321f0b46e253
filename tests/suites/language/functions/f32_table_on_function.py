"""A table of functions by rank, kept as an attribute of the decorator."""
import functools
import tensorflow as tf

def overload(*ranks):
    def deco(f):
        table = getattr(overload, "table", None)
        if table is None: table = overload.table = {}
        for r in ranks: table[f.__name__, r] = f
        @functools.wraps(f)
        def call(x, *a, **k): return table[f.__name__, x.shape.rank](x, *a, **k)
        return call
    return deco
@overload(1)
def norm(x): return x[None]
@overload(2, 3)
def norm(x, axis=0): return tf.reduce_sum(x, axis)
reveal_type(norm(tf.zeros([4])))  # revealed: Tensor[float32, Shape[1, 4]]
reveal_type(norm(tf.zeros([4, 5])))  # revealed: Tensor[float32, Shape[5]]
reveal_type(norm(tf.zeros([4, 5, 6]), axis=-1))  # revealed: Tensor[float32, Shape[4, 5]]
reveal_type(tf.zeros([len(overload.table)]))  # revealed: Tensor[float32, Shape[3]]
def retry(n, f, *a, ok=lambda r: True):
    for i in range(n):
        r = f(i, *a)
        if ok(r): return r
    raise RuntimeError
reveal_type(retry(5, lambda i, k: tf.zeros([i * k]), 3, ok=lambda r: r.shape[0] > 5))  # revealed: Tensor[float32, Shape[6]]
