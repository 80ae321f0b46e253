# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.data.experimental.service import (
    CrossTrainerCache as CrossTrainerCache,
    DispatcherConfig as DispatcherConfig,
    ShardingPolicy as ShardingPolicy,
    WorkerConfig as WorkerConfig,
    distribute as distribute,
    from_dataset_id as from_dataset_id,
    register_dataset as register_dataset,
)
