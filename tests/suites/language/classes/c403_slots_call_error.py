"""A class keeps functions as attributes: on the class they are methods, on the instance they are not."""
import tensorflow as tf

def project(x, width=4):
    return x @ tf.zeros([x.shape[-1], width])

class Net:
    layer = project
    def __init__(self):
        self.head = project
        self.last = staticmethod(lambda x: x[0])
    @property
    def shape(self):
        return (2, 3)
    def __matmul__(self, other):
        return tf.zeros(self.shape) @ other  # error: tf-shape

net = Net()
reveal_type(net.head(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(Net.layer(tf.zeros([2, 3]), 5))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(net.last(tf.zeros([6, 7])))  # revealed: Tensor[float32, Shape[7]]
reveal_type(net @ tf.zeros([3, 9]))  # revealed: Tensor[float32, Shape[2, 9]]
net @ tf.zeros([2, 9])  # error below: tf-shape
