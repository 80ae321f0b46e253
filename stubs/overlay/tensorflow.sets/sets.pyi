"""Sets in the last dimension."""

from typing import Any

import tensorflow as tf
import tftypes
from tensorflow._typing import Flag, TensorLike

def difference(
    a: TensorLike,
    b: TensorLike,
    aminusb: Flag = True,
    validate_indices: Flag = True,
) -> tf.SparseTensor[Any, Any]: ...
def intersection(a: TensorLike, b: TensorLike, validate_indices: Flag = True) -> tf.SparseTensor[Any, Any]: ...
def union(a: TensorLike, b: TensorLike, validate_indices: Flag = True) -> tf.SparseTensor[Any, Any]: ...
def size(a: TensorLike, validate_indices: Flag = True) -> tf.Tensor[tftypes.int32, Any]: ...
