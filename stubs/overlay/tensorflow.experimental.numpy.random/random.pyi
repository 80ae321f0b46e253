"""Random arrays."""

from typing import Any

import tensorflow as tf

def poisson() -> tf.Tensor[Any, Any]: ...  # and the rest
def rand() -> tf.Tensor[Any, Any]: ...  # and the rest
def randint() -> tf.Tensor[Any, Any]: ...  # and the rest
def randn() -> tf.Tensor[Any, Any]: ...  # and the rest
def random() -> tf.Tensor[Any, Any]: ...  # and the rest
def seed() -> None: ...  # and the rest
def standard_normal() -> tf.Tensor[Any, Any]: ...  # and the rest
def uniform() -> tf.Tensor[Any, Any]: ...  # and the rest
