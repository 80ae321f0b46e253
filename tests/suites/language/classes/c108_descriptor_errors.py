"""A property that is computed goes wrong where it multiplies."""
import functools
import tensorflow as tf

class Model:
    def __init__(self, n):
        self.n = n
    @functools.cached_property
    def kernel(self):
        return tf.zeros([self.n, 4])
    @property
    def out(self):
        return tf.ones([2, 3]) @ self.kernel  # error: tf-shape

m = Model(3)
reveal_type(m.out)  # revealed: Tensor[float32, Shape[2, 4]]
m.n = 5
reveal_type(m.out)  # revealed: Tensor[float32, Shape[2, 4]]
del m.kernel
reveal_type(m.kernel)  # revealed: Tensor[float32, Shape[5, 4]]
m.out  # error below: tf-shape
