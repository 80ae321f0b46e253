# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from tensorflow._typing import TensorLike
from typing import Any

def from_dlpack(dlcapsule: Any) -> tf.Tensor[Any, Any]: ...
# A PyCapsule, which is of no use but to be handed on.
def to_dlpack(tf_tensor: TensorLike) -> object: ...
