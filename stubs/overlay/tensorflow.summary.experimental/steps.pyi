"""The default step."""

from typing import Any

import tensorflow as tf
import tftypes

# What set_step was given, most often a variable.
def get_step() -> tf.Variable[tftypes.int64, Any] | Any: ...
def set_step(step: Any) -> None: ...
def write_raw_pb() -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
