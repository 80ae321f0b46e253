"""Dtypes, sizes and switches."""

from typing import Any

import tensorflow as tf

def experimental_enable_numpy_behavior() -> None: ...  # and the rest
def iscomplexobj() -> bool: ...  # and the rest
def isrealobj() -> bool: ...  # and the rest
def isscalar() -> bool: ...  # and the rest
def issubdtype() -> bool: ...  # and the rest
def ndim() -> int: ...  # and the rest
def promote_types() -> tf.DType[Any] | Any: ...  # and the rest
def result_type() -> tf.DType[Any] | Any: ...  # and the rest
def shape() -> tf.TensorShape[Any]: ...  # and the rest
def size() -> int | Any: ...  # and the rest
