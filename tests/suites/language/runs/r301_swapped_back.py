"""A wrong product stands in a function that nobody calls with these sizes."""
import tensorflow as tf

class Net:
    def __init__(self, inner, outer):
        self.inner, self.outer = tf.zeros([inner, outer]), tf.zeros([outer, inner])
        self.flip = False
    def __call__(self, x):
        first, second = (self.outer, self.inner) if self.flip else (self.inner, self.outer)
        return x @ first @ second

net = Net(3, 5)
reveal_type(net(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
net.flip = True
reveal_type(net(tf.zeros([2, 5])))  # revealed: Tensor[float32, Shape[2, 5]]
net.flip, net.inner = False, tf.zeros([7, 5])
reveal_type(net(tf.zeros([2, 7])))  # revealed: Tensor[float32, Shape[2, 3]]
