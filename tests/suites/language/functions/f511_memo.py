"""Decorators with state, retries, and functions that keep what they were given."""
import functools
import time
import tensorflow as tf

def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        try:
            return fn(*args, **kwargs)
        finally:
            wrapper.times.append(time.perf_counter() - start)
    wrapper.times = []
    return wrapper

def retry(times, on=(ValueError,)):
    def decorate(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            for attempt in range(times):
                try:
                    return fn(*args, attempt=attempt, **kwargs)
                except on:
                    if attempt == times - 1:
                        raise
        return wrapper
    return decorate

@timed
@retry(3)
def load(n, attempt):
    if attempt < 2:
        raise ValueError("not yet")
    return tf.zeros([n, attempt])

reveal_type(load(4))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(load(5))  # revealed: Tensor[float32, Shape[5, 2]]
reveal_type(tf.zeros([len(load.times)]))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.constant(load.__name__))  # revealed: Tensor[string, Shape[()]]

def memoize(fn):
    cache = {}
    @functools.wraps(fn)
    def wrapper(*args):
        try:
            return cache[args]
        except KeyError:
            return cache.setdefault(args, fn(*args))
    wrapper.cache = cache
    return wrapper

@memoize
def fib(n):
    return tf.ones([1]) if n < 2 else tf.concat([fib(n - 1), fib(n - 2)], 0)

reveal_type(fib(5))  # revealed: Tensor[float32, Shape[8]]
reveal_type(tf.zeros([len(fib.cache)]))  # revealed: Tensor[float32, Shape[6]]
reveal_type(fib.__wrapped__(3))  # revealed: Tensor[float32, Shape[3]]
fib(4) + fib(3)  # error: tf-shape
