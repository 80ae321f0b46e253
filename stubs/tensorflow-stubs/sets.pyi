# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from tensorflow._bases import Flag
from tensorflow._typing import TensorLike
from typing import Any

def difference(
    a: TensorLike,
    b: TensorLike,
    aminusb: Flag = True,
    validate_indices: Flag = True,
) -> tf.SparseTensor[Any, Any]: ...
def intersection(a: TensorLike, b: TensorLike, validate_indices: Flag = True) -> tf.SparseTensor[Any, Any]: ...
def union(a: TensorLike, b: TensorLike, validate_indices: Flag = True) -> tf.SparseTensor[Any, Any]: ...
def size(a: TensorLike, validate_indices: Flag = True) -> tf.Tensor[tftypes.int32, Any]: ...
