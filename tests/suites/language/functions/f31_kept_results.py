"""A cached function keeps its results."""
import functools, time
import tensorflow as tf

def logged(f):
    @functools.wraps(f)
    def inner(*a, **k):
        inner.calls += 1
        return f(*a, **k)
    inner.calls = 0
    return inner

def batched(n=1, *, axis=0):
    def deco(f):
        @functools.wraps(f)
        def inner(x, *a, **k):
            return tf.stack([f(x, *a, **k)] * n, axis)
        return inner
    return deco

class memo:
    def __init__(self, f):
        self.f, self.seen = f, {}
        functools.update_wrapper(self, f)
    def __call__(self, n):
        if n not in self.seen: self.seen[n] = self.f(n)
        return self.seen[n]
    def __get__(self, obj, owner=None):
        return functools.partial(self, obj) if obj is not None else self

@logged
@batched(3, axis=-1)
def f(x, k=2): return x[:k]
@memo
def g(n): return tf.zeros([n, len(g.seen) + 1])

reveal_type(f(tf.ones([5])))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(f(tf.ones([5]), k=4))  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type(tf.zeros([f.calls]))  # revealed: Tensor[float32, Shape[2]]
reveal_type(g(3))  # revealed: Tensor[float32, Shape[3, 1]]
reveal_type(g(4))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(g(3))  # revealed: Tensor[float32, Shape[3, 1]]
reveal_type(f.__wrapped__.__wrapped__(tf.ones([5, 2])))  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(tf.zeros([len(f.__name__)]))  # revealed: Tensor[float32, Shape[1]]

@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
reveal_type(tf.zeros([fib(10)]))  # revealed: Tensor[float32, Shape[55]]
@functools.cache
def table(n): return [tf.zeros([n])]
table(2).append(tf.zeros([5]))
reveal_type(tf.concat(table(2), 0))  # revealed: Tensor[float32, Shape[7]]
