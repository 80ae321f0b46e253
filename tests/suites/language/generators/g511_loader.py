"""A loader: generators chained with itertools, prefetching by a deque, and a class that restarts."""
import collections
import itertools
import numpy as np
import tensorflow as tf

class Loader:
    def __init__(self, data, batch, drop=False):
        self.data, self.batch, self.drop = data, batch, drop
    def __len__(self):
        full, rest = divmod(len(self.data), self.batch)
        return full + (rest > 0 and not self.drop)
    def __iter__(self):
        for i in range(len(self)):
            yield tf.constant(self.data[i * self.batch:(i + 1) * self.batch])

def prefetch(items, n):
    queue = collections.deque(maxlen=n)
    iterator = iter(items)
    for each in itertools.islice(iterator, n):
        queue.append(each)
    while queue:
        yield queue.popleft()
        queue.extend(itertools.islice(iterator, 1))

def transform(items, *functions):
    for each in items:
        for f in functions:
            each = f(each)
        yield each

loader = Loader(np.arange(10.0).reshape(10, 1), 4)
reveal_type(tf.zeros([len(loader)]))  # revealed: Tensor[float32, Shape[3]]
batches = list(prefetch(loader, 2))
reveal_type(batches[0])  # revealed: Tensor[float64, Shape[4, 1]]
reveal_type(batches[-1])  # revealed: Tensor[float64, Shape[2, 1]]
pairs = list(itertools.pairwise(loader))
reveal_type(tf.concat(pairs[0], 0))  # revealed: Tensor[float64, Shape[8, 1]]
wide = transform(loader, lambda b: tf.tile(b, [1, 3]), tf.transpose)
reveal_type(next(wide))  # revealed: Tensor[float64, Shape[3, 4]]
reveal_type(tf.concat([*wide], 1))  # revealed: Tensor[float64, Shape[3, 6]]
for epoch, batch in zip(range(2), itertools.cycle(Loader(loader.data, 5, drop=True))):
    reveal_type(batch)  # revealed: Tensor[float64, Shape[5, 1]]
groups = {k: list(v) for k, v in itertools.groupby(range(7), key=lambda i: i // 3)}
reveal_type(tf.zeros([len(groups), len(groups[0])]))  # revealed: Tensor[float32, Shape[3, 3]]
tf.stack(batches)  # error: tf-shape
