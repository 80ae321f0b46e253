"""Sliding windows, chunks, interleaving of generators, peeking, and a class with __iter__ as a generator."""
from collections import deque
from itertools import islice
import tensorflow as tf

def windows(items, n):
    window = deque(maxlen=n)
    for item in items:
        window.append(item)
        if len(window) == n:
            yield tf.stack(list(window))

frames = [tf.zeros([2, k % 2 + 3]) for k in (0, 2, 4, 6)]
reveal_type(list(windows(frames, 3))[-1])  # revealed: Tensor[float32, Shape[3, 2, 3]]
reveal_type(tf.zeros([sum(1 for _ in windows(frames, 2))]))  # revealed: Tensor[float32, Shape[3]]

def chunks(it, n):
    it = iter(it)
    while chunk := list(islice(it, n)):
        yield chunk

for chunk in chunks(range(1, 6), 2):
    reveal_type(tf.zeros(chunk))  # revealed: Tensor[float32, Shape[1, 2]] | Tensor[float32, Shape[3, 4]] | Tensor[float32, Shape[5]]

class Loader:
    def __init__(self, n, size):
        self.n, self.size = n, size
    def __iter__(self):
        for start in range(0, self.n, self.size):
            yield tf.zeros([min(self.size, self.n - start), 3])
    def __len__(self):
        return -(-self.n // self.size)

loader = Loader(7, 3)
for step, batch in enumerate(loader, 1):
    last = step == len(loader)
reveal_type(batch)  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(tf.concat([*loader, *loader], 0))  # revealed: Tensor[float32, Shape[14, 3]]
head, *_ = loader
reveal_type(head)  # revealed: Tensor[float32, Shape[3, 3]]
