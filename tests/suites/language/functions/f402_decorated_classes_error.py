"""A decorator class counts and wraps; the wrapped method gets self; stacking order matters."""
import functools
import tensorflow as tf

class Counted:
    def __init__(self, fn):
        functools.update_wrapper(self, fn)
        self.fn, self.calls = fn, 0
    def __call__(self, *args):
        self.calls += 1
        return self.fn(*args)
    def __get__(self, obj, owner=None):
        return functools.partial(self, obj)

def transposed(fn):
    return lambda *args: tf.transpose(fn(*args))

class Net:
    @transposed
    @Counted
    def first(self, x):
        return x @ tf.zeros([x.shape[1], 5])
    @Counted
    def second(self, x):
        return self.first(x)[:2]

net = Net()
reveal_type(net.first(tf.zeros([3, 4])))  # revealed: Tensor[float32, Shape[5, 3]]
reveal_type(net.second(tf.zeros([3, 4])))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.zeros([Net.__dict__["second"].calls]))  # revealed: Tensor[float32, Shape[1]]
tf.matmul(net.second(tf.zeros([3, 4])), tf.zeros([2, 3]))  # error: tf-shape
