import tensorflow as tf
from typing_extensions import reveal_type

VARIABLES = {}


def get_variable(name, shape):
    if name not in VARIABLES:
        VARIABLES[name] = tf.Variable(tf.zeros(shape))  # error: tf-state
    return VARIABLES[name]


def dense(x, units, name):
    return x @ get_variable(f"{name}/w", [x.shape[-1], units]) + get_variable(f"{name}/b", [units])


@tf.function
def network(x):
    for i, units in enumerate([4, 2]):
        x = dense(x, units, f"layer{i}")
    return x


reveal_type(network(tf.ones([3, 6])))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(VARIABLES["layer0/w"])  # revealed: Variable[float32, Shape[6, 4]]
VARIABLES.clear()
network(tf.ones([5, 6]))
