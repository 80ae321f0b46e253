import tensorflow as tf
from typing_extensions import reveal_type

class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0
        self.v = tf.Variable(0)

    @tf.function
    def __call__(self, x):
        self.steps += 1  # warn: tf-state
        self.v.assign_add(1)
        return reveal_type(x + 1.0)  # revealed: Tensor[float32, Shape[2]]


m = Model()
for _ in range(3):
    m(tf.ones([2]))
assert m.steps == 1 and m.v == 3
