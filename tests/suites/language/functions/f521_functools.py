"""functools between tensors."""
import functools
from functools import cached_property, lru_cache, partial, partialmethod, reduce, singledispatch, total_ordering, wraps
import operator

import tensorflow as tf


@lru_cache(maxsize=None)
def kernel(rows, columns=3):
    return tf.random.normal((rows, columns))


@singledispatch
def lift(value):
    raise TypeError(type(value))


@lift.register
def _(value: int):
    return tf.fill([value], 1)


@lift.register(list)
@lift.register(tuple)
def _(value):
    return tf.stack([tf.convert_to_tensor(v) for v in value])


@lift.register(str)
def lift_string(value):
    return tf.constant([[value]])


def traced(function):
    @wraps(function)
    def inner(*args, **kwargs):
        inner.calls += 1
        return function(*args, **kwargs)
    inner.calls = 0
    return inner


@traced
def double(x):
    return tf.concat([x, x], 0)


@total_ordering
class Block:
    def __init__(self, size):
        self.size = size

    def __eq__(self, other):
        return self.size == other.size

    def __lt__(self, other):
        return self.size < other.size

    @cached_property
    def weight(self):
        return tf.ones([self.size, self.size])

    def pad(self, x, value, axis):
        width = [[0, 0] for _ in x.shape]
        width[axis][1] = self.size
        return tf.pad(x, width, constant_values=value)

    pad_rows = partialmethod(pad, value=0.0, axis=0)


reveal_type(kernel(2) + kernel(2, 3))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(lift(4))  # revealed: Tensor[int32, Shape[4]]
reveal_type(lift([1.0, 2.0]))  # revealed: Tensor[float32, Shape[2]]
reveal_type(lift("a"))  # revealed: Tensor[string, Shape[1, 1]]
x = reduce(operator.matmul, [tf.ones([2, 3]), tf.ones([3, 4]), tf.ones([4, 5])])
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 5]]
compose = lambda *fs: reduce(lambda f, g: lambda v: g(f(v)), fs)
reveal_type(compose(double, double, partial(tf.reduce_mean, axis=-1))(x))  # revealed: Tensor[float32, Shape[8]]
reveal_type(tf.zeros([double.calls, 1]))  # revealed: Tensor[float32, Shape[2, 1]]
big = max(Block(3), Block(7), Block(5))
reveal_type(big.weight)  # revealed: Tensor[float32, Shape[7, 7]]
reveal_type(Block(2).pad_rows(tf.ones([4, 4])))  # revealed: Tensor[float32, Shape[6, 4]]
blocks = sorted([Block(4), Block(1)], key=functools.cmp_to_key(lambda a, b: b.size - a.size))
reveal_type(blocks[0].weight)  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(tf.zeros([int(Block(2) >= Block(1)) + 1, kernel.cache_info().currsize + 0 * 2]))  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(lift.dispatch(tuple)((1, 2)))  # revealed: Tensor[int32, Shape[2]]
