import tensorflow as tf
from typing_extensions import reveal_type

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Config:
    width: int = 4
    steps: int = 3
    residual: bool = True


class Cell(tf.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.w = tf.Variable(tf.ones([config.width, config.width]))

    def __call__(self, state):
        new = tf.tanh(state @ self.w)
        return state + new if self.config.residual else new


@tf.function
def unroll(cell, x):
    states = []
    for _ in range(cell.config.steps):
        x = cell(x)
        states.append(x)
    reveal_type(states[-1])  # revealed: Tensor[float32, Shape[2, 4]] | Tensor[float32, Shape[1, 5]]
    total = tf.zeros([])
    for s in tf.stack(states):
        total += tf.reduce_sum(s)
    return tf.stack(states, axis=1), total


config = Config()
outputs, total = unroll(Cell(config), tf.zeros([2, 4]))
reveal_type(outputs)  # revealed: Tensor[float32, Shape[2, 3, 4]]
reveal_type(total)  # revealed: Tensor[float32, Shape[()]]
outputs, _ = unroll(Cell(replace(config, width=5, steps=1)), tf.zeros([1, 5]))
reveal_type(outputs)  # revealed: Tensor[float32, Shape[1, 1, 5]]


@tf.function
def collected(x):
    seen = []
    for row in x:
        seen.append(row * 2)  # cause
    return tf.stack(seen)  # error: tf-trace


collected(tf.ones([3, 2]))
