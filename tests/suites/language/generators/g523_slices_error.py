"""The last batch is smaller than the state that the first one made."""
import tensorflow as tf


class Smoother:
    def __init__(self):
        self.mean = None

    def update(self, x):
        if self.mean is None:
            self.mean = tf.zeros_like(x)
        self.mean = 0.9 * self.mean + 0.1 * x  # error: tf-shape
        return self.mean


def batches(x, size, drop_last=False):
    stop = len(x) - len(x) % size if drop_last else len(x)
    for i in range(0, stop, size):
        yield x[i:i + size]


data = tf.zeros([10, 3])
even = Smoother()
for batch in batches(data, 4, drop_last=True):
    reveal_type(even.update(batch))  # revealed: Tensor[float32, Shape[4, 3]]
odd = Smoother()
for batch in batches(data, 4):
    odd.update(batch)  # error below: tf-shape
