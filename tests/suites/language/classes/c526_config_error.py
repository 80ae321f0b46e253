"""A configuration replaced by its fields gives layers that do not fit."""
from dataclasses import dataclass, fields, replace
import tensorflow as tf


@dataclass
class Config:
    inputs: int = 6
    hidden: int = 8
    outputs: int = 2

    @classmethod
    def from_dict(cls, values):
        known = {f.name for f in fields(cls)}
        return cls(**{k: v for k, v in values.items() if k in known})


class Net:
    def __init__(self, config):
        self.first = tf.zeros([config.inputs, config.hidden])
        self.config = config

    def widen(self, factor):
        self.config = replace(self.config, hidden=self.config.hidden * factor)
        self.second = tf.zeros([self.config.hidden, self.config.outputs])

    def __call__(self, x):
        h = tf.matmul(x, self.first)
        return tf.matmul(h, self.second)  # error: tf-shape


net = Net(Config.from_dict({"hidden": 4, "name": "small"}))
net.widen(1)
reveal_type(net(tf.ones([3, 6])))  # revealed: Tensor[float32, Shape[3, 2]]
net.widen(2)
net(tf.ones([3, 6]))  # error below: tf-shape
