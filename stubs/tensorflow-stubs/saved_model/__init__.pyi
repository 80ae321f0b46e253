# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from tensorflow.__internal__.tracking import Trackable
from tensorflow._typing import TensorLike
from typing import Any

def contains_saved_model(export_dir: Any) -> bool: ...
def load(export_dir: Any, tags: Any = None, options: tf.saved_model.LoadOptions | None = None) -> Any: ...
def save(
    obj: Any,
    export_dir: Any,
    signatures: Any = None,
    options: tf.saved_model.SaveOptions | None = None,
) -> None: ...
ASSETS_DIRECTORY: str
ASSETS_KEY: str
class Asset(Trackable):
    def __init__(self, path: Any) -> None: ...
    @property
    def asset_path(self) -> tf.Tensor[tftypes.string, Any]: ...
CLASSIFY_INPUTS: str
CLASSIFY_METHOD_NAME: str
CLASSIFY_OUTPUT_CLASSES: str
CLASSIFY_OUTPUT_SCORES: str
DEBUG_DIRECTORY: str
DEBUG_INFO_FILENAME_PB: str
DEFAULT_SERVING_SIGNATURE_DEF_KEY: str
GPU: str
class LoadOptions:
    def __init__(self, allow_partial_checkpoint: TensorLike | None = False, experimental_io_device: Any = None, experimental_skip_checkpoint: TensorLike | None = False, experimental_variable_policy: Any = None, experimental_load_function_aliases: TensorLike | None = False) -> None: ...
    allow_partial_checkpoint: Any
    experimental_io_device: Any
    experimental_load_function_aliases: Any
    experimental_skip_checkpoint: Any
    experimental_variable_policy: Any
PREDICT_INPUTS: str
PREDICT_METHOD_NAME: str
PREDICT_OUTPUTS: str
REGRESS_INPUTS: str
REGRESS_METHOD_NAME: str
REGRESS_OUTPUTS: str
SAVED_MODEL_FILENAME_PB: str
SAVED_MODEL_FILENAME_PBTXT: str
SAVED_MODEL_SCHEMA_VERSION: int
SERVING: str
class SaveOptions:
    def __init__(self, namespace_whitelist: Any = None, save_debug_info: TensorLike | None = False, function_aliases: Any = None, experimental_debug_stripper: TensorLike | None = False, experimental_io_device: Any = None, experimental_variable_policy: Any = None, experimental_custom_gradients: TensorLike | None = True, experimental_image_format: TensorLike | None = False, experimental_skip_saver: TensorLike | None = False, experimental_sharding_callback: Any = None, extra_tags: Any = None) -> None: ...
    experimental_custom_gradients: Any
    experimental_debug_stripper: Any
    experimental_image_format: Any
    experimental_io_device: Any
    experimental_sharding_callback: Any
    experimental_skip_saver: Any
    experimental_variable_policy: Any
    extra_tags: Any
    function_aliases: Any
    namespace_whitelist: Any
    save_debug_info: Any
TPU: str
TRAINING: str
VARIABLES_DIRECTORY: str
VARIABLES_FILENAME: str
from tensorflow.saved_model import experimental as experimental
