# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow._typing import TensorLike
from typing import Any
from tensorflow.tpu.experimental import (
    DeviceAssignment as DeviceAssignment,
    DeviceOrderMode as DeviceOrderMode,
    HardwareFeature as HardwareFeature,
    TPUSystemMetadata as TPUSystemMetadata,
    Topology as Topology,
    embedding as embedding,
    initialize_tpu_system as initialize_tpu_system,
    shutdown_tpu_system as shutdown_tpu_system,
)

def embedding_column(categorical_column: Any, dimension: Any, combiner: TensorLike | None = 'mean', initializer: Any = None, max_sequence_length: TensorLike | None = 0, learning_rate_fn: Any = None, embedding_lookup_device: Any = None, tensor_core_shape: Any = None, use_safe_embedding_lookup: TensorLike | None = True) -> Any: ...
def shared_embedding_columns(categorical_columns: Any, dimension: Any, combiner: TensorLike | None = 'mean', initializer: Any = None, shared_embedding_collection_name: Any = None, max_sequence_lengths: Any = None, learning_rate_fn: Any = None, embedding_lookup_device: Any = None, tensor_core_shape: Any = None, use_safe_embedding_lookup: TensorLike | None = True) -> Any: ...
