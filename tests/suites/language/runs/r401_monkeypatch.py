"""Methods replaced on a class, on an instance and on a module while the program runs."""
import tensorflow as tf

class Net:
    def __init__(self, n):
        self.n = n
    def forward(self, x):
        return x @ tf.zeros([x.shape[-1], self.n])

net, other = Net(4), Net(5)
x = tf.zeros([2, 3])
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[2, 4]]
original = Net.forward
Net.forward = lambda self, x: original(self, x)[None]
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[1, 2, 4]]
net.forward = lambda x: x[0]
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[3]]
reveal_type(other.forward(x))  # revealed: Tensor[float32, Shape[1, 2, 5]]
del net.forward
Net.forward = original
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[2, 4]]
net.__class__ = type("Wide", (Net,), {"forward": lambda self, x: tf.concat([x] * self.n, 1)})
reveal_type(net.forward(x))  # revealed: Tensor[float32, Shape[2, 12]]
