"""An __exit__ that returns nothing does not swallow."""
import tensorflow as tf

class Timer:
    def __enter__(self):
        self.t = tf.zeros([2, 3])
        return self
    def __exit__(self, *exc):
        self.t = None

with Timer() as timer:
    reveal_type(timer.t @ tf.zeros([3, 4]))  # revealed: Tensor[float32, Shape[2, 4]]
    timer.t @ tf.zeros([4, 4])  # error: tf-shape
