# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.compat.v1.distribute import Strategy
from typing import Any
from tensorflow.distribute.experimental import (
    CollectiveHints as CollectiveHints,
    CommunicationImplementation as CollectiveCommunication,
    CommunicationImplementation as CommunicationImplementation,
    CommunicationOptions as CommunicationOptions,
)
__all__ = [
    "CentralStorageStrategy",
    "CollectiveCommunication",
    "CollectiveHints",
    "CommunicationImplementation",
    "CommunicationOptions",
    "MultiWorkerMirroredStrategy",
    "ParameterServerStrategy",
    "TPUStrategy",
]

class CentralStorageStrategy(Strategy):
    def __init__(self, compute_devices: Any = None, parameter_device: Any = None) -> None: ...
class MultiWorkerMirroredStrategy(Strategy):
    def __init__(self, communication: Any = ..., cluster_resolver: Any = None) -> None: ...
class ParameterServerStrategy(Strategy):
    def __init__(self, cluster_resolver: Any = None) -> None: ...
    def distribute_datasets_from_function(self, dataset_fn: Any, options: Any = None) -> None: ...
    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> None: ...
    def run(self, fn: Any, args: Any = ..., kwargs: Any = None, options: Any = None) -> None: ...
class TPUStrategy(Strategy):
    def __init__(self, tpu_cluster_resolver: Any = None, steps_per_run: Any = None, device_assignment: Any = None) -> None: ...
    @property
    def steps_per_run(self) -> Any: ...
