import tensorflow as tf
from typing_extensions import reveal_type

from typing import NamedTuple


class State(NamedTuple):
    step: tf.Tensor
    x: tf.Tensor
    history: tf.TensorArray


def body(state):
    x = tf.tanh(state.x @ tf.ones([3, 3]))
    return State(state.step + 1, x, state.history.write(state.step, tf.reduce_sum(x, 1)))


@tf.function
def solve(x, n):
    history = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=[x.shape[0]])
    state = State(tf.constant(0), x, history)
    while state.step < n:
        state = body(state)
    return reveal_type(state.x), reveal_type(state.history.stack())  # revealed: Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[None, 2]]


x, history = solve(tf.ones([2, 3]), tf.constant(4))
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 3]]
flags = {"deep": tf.constant(True)}


@tf.function
def choose(x):
    y = tf.cond(flags["deep"], lambda: x[:1], lambda: x)
    i = tf.constant(0)
    while i < 2:  # error: tf-shape
        x = tf.concat([x, x], 0)  # cause
        i += 1
    return y


choose(tf.ones([2, 2]))
