# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from typing import Any
from tensorflow.distribute.experimental.coordinator import (
    ClusterCoordinator as ClusterCoordinator,
    PerWorkerValues as PerWorkerValue,
    RemoteValue as RemoteValue,
)
__all__ = [
    "ClusterCoordinator",
    "PerWorkerValue",
    "RemoteValue",
    "experimental_get_current_worker_index",
]

def experimental_get_current_worker_index() -> tf.Tensor[tftypes.int64, Any]: ...
