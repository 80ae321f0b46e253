"""deepcopy of one's own class, with and without __deepcopy__."""
import copy
import tensorflow as tf

class Layer:
    def __init__(self, n):
        self.weights = [tf.zeros([n])]

class Shared:
    def __init__(self, parts):
        self.parts = parts
    def __deepcopy__(self, memo):
        return Shared(self.parts)

a = Layer(3)
b, c = copy.copy(a), copy.deepcopy(a)
a.weights[0] = tf.ones([5, 2])
reveal_type(b.weights[0])  # revealed: Tensor[float32, Shape[5, 2]]
reveal_type(c.weights[0])  # revealed: Tensor[float32, Shape[3]]
s = Shared([tf.zeros([4])])
t = copy.deepcopy({"s": s})["s"]
s.parts.append(tf.zeros([8], tf.int32))
reveal_type(t.parts[-1])  # revealed: Tensor[int32, Shape[8]]
