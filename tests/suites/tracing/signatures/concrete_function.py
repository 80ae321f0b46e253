import tensorflow as tf
from typing_extensions import reveal_type

@tf.function
def f(x, flag=True):
    return x[:1] if flag else x

g = f.get_concrete_function(tf.TensorSpec([None, 2]), flag=False)
reveal_type(g(tf.ones([3, 2])))  # revealed: Tensor[float32, Shape[3, 2]]
h = f.get_concrete_function(tf.TensorSpec([4, 2]))
reveal_type(h(tf.ones([4, 2])))  # revealed: Tensor[float32, Shape[1, 2]]
h(tf.ones([3, 2]))
