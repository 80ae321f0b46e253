"""Generators that receive, return and delegate."""
import itertools
import tensorflow as tf


def averaged():
    total, count = 0.0, 0
    value = yield
    while value is not None:
        total, count = total + value, count + 1
        value = yield total / count
    return count


def layers(x, widths):
    for w in widths:
        x = tf.matmul(x, tf.zeros([x.shape[-1], w]))
        yield x
    return tf.reduce_sum(x, 0)


def network(x):
    summary = yield from layers(x, [8, 4])
    yield summary
    yield from (summary[None], summary[:2])
    return "done"


def walk(tree, path=()):
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from walk(value, path + (key,))
    else:
        yield path, tree


class Loader:
    def __init__(self, data, size):
        self.data, self.size = data, size

    def __len__(self):
        return -(-self.data.shape[0] // self.size)

    def __iter__(self):
        for start in range(0, self.data.shape[0], self.size):
            yield self.data[start:start + self.size]

    def __reversed__(self):
        yield from reversed(list(self))


avg = averaged()
next(avg)
avg.send(tf.ones([3]))
reveal_type(avg.send(tf.ones([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
try:
    avg.send(None)
except StopIteration as stop:
    reveal_type(tf.zeros([stop.value]))  # revealed: Tensor[float32, Shape[2]]

for y in network(tf.ones([2, 6])):
    reveal_type(y)  # revealed: Tensor[float32, Shape[2, 8]] | Tensor[float32, Shape[2, 4]] | Tensor[float32, Shape[4]] | Tensor[float32, Shape[1, 4]] | Tensor[float32, Shape[2]]

params = {"enc": {"w": tf.zeros([2, 3]), "b": tf.zeros([3])}, "out": tf.zeros([3, 1])}
flat = {"/".join(p): v for p, v in walk(params)}
reveal_type(flat["enc/b"])  # revealed: Tensor[float32, Shape[3]]
reveal_type(flat["out"])  # revealed: Tensor[float32, Shape[3, 1]]
reveal_type(tf.zeros([len(flat), sum(math for math in [len(v.shape) for v in flat.values()])]))  # revealed: Tensor[float32, Shape[3, 5]]

loader = Loader(tf.zeros([10, 3]), 4)
for batch in loader:
    reveal_type(batch)  # revealed: Tensor[float32, Shape[4, 3]] | Tensor[float32, Shape[2, 3]]
reveal_type(next(reversed(loader)))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.zeros([len(loader)]))  # revealed: Tensor[float32, Shape[3]]
first, *rest = loader
reveal_type(rest[-1])  # revealed: Tensor[float32, Shape[2, 3]]


def window(seq, n):
    it = iter(seq)
    held = list(itertools.islice(it, n))
    yield tf.stack(held)
    for item in it:
        held = held[1:] + [item]
        yield tf.stack(held)


reveal_type(list(window(tf.unstack(tf.zeros([5, 2])), 3))[-1])  # revealed: Tensor[float32, Shape[3, 2]]


def guarded():
    try:
        while True:
            yield tf.ones([1])
    except KeyError:
        yield tf.ones([2])
    finally:
        CLOSED.append(tf.ones([3, 3]))


CLOSED = []
g = guarded()
next(g)
reveal_type(g.throw(KeyError("k")))  # revealed: Tensor[float32, Shape[2]]
g.close()
reveal_type(CLOSED[0])  # revealed: Tensor[float32, Shape[3, 3]]
