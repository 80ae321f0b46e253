"""A package that re-exports, has __all__, and a module with __getattr__."""
import tensorflow as tf
from m301_pkg import *
from m301_pkg import lazy
import m301_pkg as pkg

reveal_type(encode(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 8]]
reveal_type(tf.zeros([WIDTH]))  # revealed: Tensor[float32, Shape[8]]
reveal_type(lazy.zeros_5)  # revealed: Tensor[float32, Shape[5]]
reveal_type(pkg._hidden())  # revealed: Tensor[float32, Shape[1]]
try:
    _hidden()
except NameError:
    reveal_type(tf.zeros([2, 2]))  # revealed: Tensor[float32, Shape[2, 2]]
