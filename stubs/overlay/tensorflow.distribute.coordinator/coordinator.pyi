"""Where a function of a coordinator runs."""

from typing import Any

import tensorflow as tf
import tftypes

def experimental_get_current_worker_index() -> tf.Tensor[tftypes.int64, Any]: ...
