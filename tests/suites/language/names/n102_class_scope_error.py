"""__slots__-less class attributes are shadowed by the object's."""
import tensorflow as tf

class Net:
    kernel = tf.zeros([3, 4])
    def scale(self, n):
        self.kernel = tf.zeros([3 * n, 4])
        return self
    def __call__(self, x):
        return x @ self.kernel  # error: tf-shape
a, b = Net(), Net().scale(2)
reveal_type(a(tf.zeros([1, 3])))  # revealed: Tensor[float32, Shape[1, 4]]
reveal_type(b(tf.zeros([1, 6])))  # revealed: Tensor[float32, Shape[1, 4]]
Net.kernel = tf.zeros([5, 4])
reveal_type(a(tf.zeros([1, 5])))  # revealed: Tensor[float32, Shape[1, 4]]
del b.kernel
reveal_type(b(tf.zeros([1, 5])))  # revealed: Tensor[float32, Shape[1, 4]]
b(tf.zeros([1, 6]))  # error below: tf-shape
