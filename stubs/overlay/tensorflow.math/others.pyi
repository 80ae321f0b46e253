"""Sequences of quasi-random numbers, the largest and smallest elements."""

from typing import Any

import tensorflow as tf
from tensorflow._typing import DT, Element, NamedDType

def sobol_sample(dtype: tf.DType[DT] | NamedDType) -> tf.Tensor[DT, Any]: ...  # and the rest
def approx_max_k(operand: Element[DT]) -> tf.raw_ops._ApproxTopK[DT]: ...  # and the rest
def approx_min_k(operand: Element[DT]) -> tf.raw_ops._ApproxTopK[DT]: ...  # and the rest
