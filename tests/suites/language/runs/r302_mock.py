"""unittest.mock replaces a function for a while."""
from unittest import mock
import tensorflow as tf

class Loader:
    def load(self, n):
        raise IOError("no network")
    def features(self, n):
        return tf.transpose(self.load(n))

loader = Loader()
with mock.patch.object(loader, "load", return_value=tf.zeros([3, 5])):
    reveal_type(loader.features(1))  # revealed: Tensor[float32, Shape[5, 3]]
with mock.patch.object(Loader, "load", lambda self, n: tf.zeros([n, 2])):
    reveal_type(loader.features(4))  # revealed: Tensor[float32, Shape[2, 4]]
fake = mock.Mock(side_effect=[tf.zeros([1]), tf.zeros([2])])
fake("a")
reveal_type(fake("b"))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([fake.call_count]))  # revealed: Tensor[float32, Shape[2]]
try:
    loader.features(1)
except IOError:
    reveal_type(tf.ones([9]))  # revealed: Tensor[float32, Shape[9]]
