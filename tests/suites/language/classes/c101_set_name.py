"""A descriptor learns its name, and keeps one value for each object."""
import tensorflow as tf

class Weight:
    def __init__(self, *shape):
        self.shape = shape
    def __set_name__(self, owner, name):
        self.slot = "_" + name
        owner.names = getattr(owner, "names", []) + [name]
    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        if not hasattr(obj, self.slot):
            setattr(obj, self.slot, tf.zeros(self.shape))
        return getattr(obj, self.slot)
    def __set__(self, obj, value):
        setattr(obj, self.slot, tf.reshape(value, self.shape))

class Net:
    kernel = Weight(3, 4)
    bias = Weight(4)

net = Net()
reveal_type(net.kernel)  # revealed: Tensor[float32, Shape[3, 4]]
net.kernel = tf.range(12.0)
reveal_type(net.kernel)  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(tf.zeros([len(Net.names), 2]))  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(tf.zeros(Net.kernel.shape, tf.int32))  # revealed: Tensor[int32, Shape[3, 4]]
for name in Net.names:
    reveal_type(getattr(net, name))  # revealed: Tensor[float32, Shape[3, 4]] | Tensor[float32, Shape[4]]
net.bias = tf.ones([2, 2])
reveal_type(net._bias)  # revealed: Tensor[float32, Shape[4]]
