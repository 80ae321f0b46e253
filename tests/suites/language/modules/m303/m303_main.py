"""Relative imports upward, importlib, a circular import inside a function."""
import importlib
import sys
import tensorflow as tf
from m303_pkg.sub.head import head
from m303_pkg import body

reveal_type(head(tf.zeros([2, 5])))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(body.back(tf.zeros([4, 4])))  # revealed: Tensor[float32, Shape[4, 3]]
name = "head"
module = importlib.import_module(f"m303_pkg.sub.{name}")
module.CLASSES = 7
reveal_type(head(tf.zeros([2, 5])))  # revealed: Tensor[float32, Shape[2, 7]]
reveal_type(sys.modules["m303_pkg.body"].norm(tf.zeros([1, 2])))  # revealed: Tensor[float32, Shape[1]]
