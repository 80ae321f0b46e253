# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import contextlib
import enum
import tensorflow as tf
from tensorflow._typing import TensorLike
from tensorflow.distribute import MultiWorkerMirroredStrategy as _MultiWorkerMirroredStrategy, Strategy
from typing import Any
from typing_extensions import Self
__all__ = [
    "CentralStorageStrategy",
    "CollectiveCommunication",
    "CollectiveHints",
    "CommunicationImplementation",
    "CommunicationOptions",
    "MultiWorkerMirroredStrategy",
    "ParameterServerStrategy",
    "PreemptionCheckpointHandler",
    "PreemptionWatcher",
    "TPUStrategy",
    "TerminationConfig",
    "ValueContext",
    "coordinator",
    "partitioners",
    "rpc",
]

class CentralStorageStrategy(Strategy):
    def __init__(self, compute_devices: Any = None, parameter_device: Any = None) -> None: ...
class CollectiveHints:
    def __init__(self, bytes_per_pack: TensorLike | None = 0, timeout_seconds: Any = None) -> None: ...
    def __new__(cls, bytes_per_pack: TensorLike | None = 0, timeout_seconds: Any = None) -> Self: ...
class CommunicationImplementation(enum.Enum):
    AUTO = 'AUTO'
    RING = 'RING'
    NCCL = 'NCCL'
class CommunicationOptions:
    def __init__(self, bytes_per_pack: TensorLike | None = 0, timeout_seconds: Any = None, implementation: Any = ...) -> None: ...
    def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...
class MultiWorkerMirroredStrategy(_MultiWorkerMirroredStrategy):
    def __init__(self, communication: Any = ..., cluster_resolver: Any = None) -> None: ...
class ParameterServerStrategy(Strategy):
    def __init__(self, cluster_resolver: tf.distribute.cluster_resolver.ClusterResolver, variable_partitioner: tf.distribute.experimental.partitioners.Partitioner | None = None) -> None: ...
class PreemptionCheckpointHandler:
    def __init__(self, cluster_resolver: Any, checkpoint_or_checkpoint_manager: Any, checkpoint_dir: Any = None, termination_config: Any = None) -> None: ...
    def run(self, distributed_train_function: Any, *args: Any, **kwargs: Any) -> Any: ...
    def save_checkpoint_if_preempted(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def total_run_calls(self) -> Any: ...
    def watch_preemption_scope(self) -> contextlib.AbstractContextManager[Any]: ...
class PreemptionWatcher:
    def __init__(self) -> None: ...
    def block_until_worker_exit(self) -> None: ...
    @property
    def preemption_message(self) -> Any: ...
class TPUStrategy(Strategy):
    def __init__(self, tpu_cluster_resolver: Any = None, device_assignment: Any = None) -> None: ...
class TerminationConfig:
    def __init__(self, termination_watcher_fn: Any = None, exit_fn: Any = None, grace_period: Any = None, save_fn: Any = None) -> None: ...
    exit_fn: Any
    grace_period: Any
    save_fn: Any
    termination_watcher_fn: Any
class ValueContext:
    def __init__(self, replica_id_in_sync_group: TensorLike | None = 0, num_replicas_in_sync: TensorLike | None = 1) -> None: ...
    @property
    def num_replicas_in_sync(self) -> int: ...
    @property
    def replica_id_in_sync_group(self) -> int: ...
from tensorflow.distribute.experimental import (
    CommunicationImplementation as CollectiveCommunication,
    coordinator as coordinator,
    partitioners as partitioners,
    rpc as rpc,
)
