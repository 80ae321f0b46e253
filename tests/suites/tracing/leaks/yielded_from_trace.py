import tensorflow as tf
from typing_extensions import reveal_type

def parts(x):
    for i in range(2):
        yield x[i]  # error: tf-trace

@tf.function
def f(x):
    a, b = parts(x)
    return reveal_type(a) + reveal_type(b)  # revealed: Tensor[float32, Shape[3]]

reveal_type(f(tf.ones([2, 3])))  # revealed: Tensor[float32, Shape[3]]
g = None
@tf.function
def keep(x):
    global g
    g = parts(x)
    return x
keep(tf.ones([2, 3]))
y = next(g)
y.numpy()
