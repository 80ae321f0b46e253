# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import enum
import tensorflow as tf
from tensorflow.__internal__.tracking import Trackable
from tensorflow._typing import TensorLike
from typing import Any, SupportsInt

class Fingerprint:
    def __init__(self, saved_model_checksum: SupportsInt | None = None, graph_def_program_hash: SupportsInt | None = None, signature_def_hash: SupportsInt | None = None, saved_object_graph_hash: SupportsInt | None = None, checkpoint_hash: SupportsInt | None = None, version: SupportsInt | None = None) -> None: ...
    checkpoint_hash: Any
    @classmethod
    def from_proto(cls, proto: Any) -> tf.saved_model.experimental.Fingerprint: ...
    graph_def_program_hash: Any
    saved_model_checksum: Any
    saved_object_graph_hash: Any
    signature_def_hash: Any
    def singleprint(self) -> Any: ...
    version: Any
class TrackableResource(Trackable):
    def __init__(self, device: TensorLike | None = '') -> None: ...
    @property
    def resource_handle(self) -> Any: ...
class VariablePolicy(enum.Enum):
    NONE = None
    SAVE_VARIABLE_DEVICES = 'save_variable_devices'
    EXPAND_DISTRIBUTED_VARIABLES = 'expand_distributed_variables'
def read_fingerprint(export_dir: str) -> tf.saved_model.experimental.Fingerprint: ...
