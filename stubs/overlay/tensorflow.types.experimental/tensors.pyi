"""What TensorFlow takes for a tensor."""

from typing import Any, TypeAlias

import tensorflow as tf
from tensorflow import _typing

TensorLike: TypeAlias = tf.Tensor[Any, Any] | tf.Variable[Any, Any] | _typing.Value
