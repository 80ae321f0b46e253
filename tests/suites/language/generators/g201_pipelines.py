"""Chains of generators, half consumed, shared between consumers."""
import itertools
import tensorflow as tf

def read(n):
    for i in range(1, n + 1):
        yield tf.zeros([i, 2])
def pairs(items):
    items = iter(items)
    for a in items:
        b = next(items, None)
        yield a if b is None else tf.concat([a, b], 0)
p = pairs(read(5))
reveal_type(next(p))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(next(p))  # revealed: Tensor[float32, Shape[7, 2]]
reveal_type(next(p))  # revealed: Tensor[float32, Shape[5, 2]]
source = read(4)
first = next(source)
reveal_type(first)  # revealed: Tensor[float32, Shape[1, 2]]
rest = list(source)
reveal_type(tf.concat(rest, 0))  # revealed: Tensor[float32, Shape[9, 2]]
shared = read(4)
for a, b in zip(shared, shared):
    reveal_type(tf.concat([a, b], 0))  # revealed: Tensor[float32, Shape[3, 2]] | Tensor[float32, Shape[7, 2]]
g = (t * 2.0 for t in read(6) if t.shape[0] % 2 == 0)
reveal_type(next(g))  # revealed: Tensor[float32, Shape[2, 2]]
for t in g:
    reveal_type(t)  # revealed: Tensor[float32, Shape[4, 2]]
    break
reveal_type(next(g))  # revealed: Tensor[float32, Shape[6, 2]]
reveal_type(next(g, tf.zeros([0])))  # revealed: Tensor[float32, Shape[0]]
windowed = zip(read(3), itertools.islice(read(4), 1, None))
for a, b in windowed:
    reveal_type(tf.concat([a, b], 0))  # revealed: Tensor[float32, Shape[3, 2]] | Tensor[float32, Shape[5, 2]] | Tensor[float32, Shape[7, 2]]
found = next((t for t in read(9) if t.shape[0] > 3), None)
reveal_type(found)  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(tf.zeros([sum(1 for t in read(4) if t.shape[0] > 1), max(t.shape[0] for t in read(3))]))  # revealed: Tensor[float32, Shape[3, 3]]
