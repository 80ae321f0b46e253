# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import enum
import tensorflow as tf
from typing import Any

class Fingerprint:
    def __init__(self, saved_model_checksum: Any = None, graph_def_program_hash: Any = None, signature_def_hash: Any = None, saved_object_graph_hash: Any = None, checkpoint_hash: Any = None, version: Any = None) -> None: ...
    checkpoint_hash: Any
    @classmethod
    def from_proto(cls, proto: Any) -> Any: ...
    graph_def_program_hash: Any
    saved_model_checksum: Any
    saved_object_graph_hash: Any
    signature_def_hash: Any
    def singleprint(self) -> Any: ...
    version: Any
class TrackableResource(tf.__internal__.tracking.Trackable):
    def __init__(self, device: Any = '') -> None: ...
    @property
    def resource_handle(self) -> Any: ...
class VariablePolicy(enum.Enum):
    NONE = None
    SAVE_VARIABLE_DEVICES = 'save_variable_devices'
    EXPAND_DISTRIBUTED_VARIABLES = 'expand_distributed_variables'
def read_fingerprint(export_dir: Any) -> Any: ...
