"""Iterators of the program's own are taken from."""
import tensorflow as tf

class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return tf.zeros([self.n + 1])

class Grid:
    def __init__(self, h, w): self.h, self.w = h, w
    def __iter__(self):
        for i in range(self.h):
            yield from [(i, j) for j in range(self.w)]

c = Countdown(4)
reveal_type(next(c))  # revealed: Tensor[float32, Shape[4]]
for x in c:
    reveal_type(x)  # revealed: Tensor[float32, Shape[3]]
    break
reveal_type(tf.concat(list(c), 0))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros([len(list(c)) + 1]))  # revealed: Tensor[float32, Shape[1]]
g = Grid(2, 3)
reveal_type(tf.zeros([len([*g]), len(list(g))]))  # revealed: Tensor[float32, Shape[6, 6]]
reveal_type(tf.zeros(max(g)))  # revealed: Tensor[float32, Shape[1, 2]]
a, b, *_ = Countdown(3)
reveal_type(tf.concat([a, b], 0))  # revealed: Tensor[float32, Shape[5]]
reveal_type(tf.concat(sorted(Countdown(3), key=lambda t: t.shape[0])[:2], 0))  # revealed: Tensor[float32, Shape[3]]
