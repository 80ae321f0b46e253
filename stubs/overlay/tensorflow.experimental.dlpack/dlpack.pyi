"""Tensors shared with other libraries."""

from typing import Any

import tensorflow as tf
from tensorflow._typing import TensorLike

def from_dlpack(dlcapsule: Any) -> tf.Tensor[Any, Any]: ...
# A PyCapsule, which is of no use but to be handed on.
def to_dlpack(tf_tensor: TensorLike) -> object: ...
