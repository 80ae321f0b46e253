"""Flags: members are combined, and what a combination holds."""
from enum import Enum, IntEnum, Flag, IntFlag, auto, StrEnum
import tensorflow as tf

class Mode(Flag):
    BIAS = auto()
    NORM = auto()
    WIDE = auto()
    ALL = BIAS | NORM | WIDE

class Size(IntEnum):
    S = 2
    M = 4
    L = M * 2

class Name(StrEnum):
    LEFT = auto()
    RIGHT = auto()

def build(x, mode):
    w = 3
    if Mode.WIDE in mode:
        w *= 2
    y = tf.ones([x.shape[0], w])
    if mode & Mode.NORM:
        y = tf.reduce_mean(y, 0)
    return y

x = tf.ones([5, 5])
reveal_type(build(x, Mode.BIAS))  # revealed: Tensor[float32, Shape[5, 3]]
reveal_type(build(x, Mode.WIDE | Mode.BIAS))  # revealed: Tensor[float32, Shape[5, 6]]
reveal_type(build(x, Mode.ALL))  # revealed: Tensor[float32, Shape[6]]
reveal_type(build(x, Mode.ALL & ~Mode.NORM))  # revealed: Tensor[float32, Shape[5, 6]]
reveal_type(tf.zeros([Size.L, Size["M"], Size(2)]))  # revealed: Tensor[float32, Shape[8, 4, 2]]
d = {"left": tf.zeros([1]), "right": tf.zeros([2])}
reveal_type(d[Name.RIGHT])  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([len(Name), Mode.WIDE.value]))  # revealed: Tensor[float32, Shape[2, 4]]
