# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.__internal__.saved_model import SavedModelBuilder
from tensorflow._typing import TensorLike
from typing import Any
from tensorflow.saved_model import (
    Asset as Asset,
    SaveOptions as SaveOptions,
    load as load_v2,
    save as save,
)
__all__ = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "Asset",
    "Builder",
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEBUG_DIRECTORY",
    "DEBUG_INFO_FILENAME_PB",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "GPU",
    "LEGACY_INIT_OP_KEY",
    "MAIN_OP_KEY",
    "PREDICT_INPUTS",
    "PREDICT_METHOD_NAME",
    "PREDICT_OUTPUTS",
    "REGRESS_INPUTS",
    "REGRESS_METHOD_NAME",
    "REGRESS_OUTPUTS",
    "SAVED_MODEL_FILENAME_PB",
    "SAVED_MODEL_FILENAME_PBTXT",
    "SAVED_MODEL_SCHEMA_VERSION",
    "SERVING",
    "SaveOptions",
    "TPU",
    "TRAINING",
    "VARIABLES_DIRECTORY",
    "VARIABLES_FILENAME",
    "build_signature_def",
    "build_tensor_info",
    "builder",
    "classification_signature_def",
    "constants",
    "contains_saved_model",
    "experimental",
    "get_tensor_from_tensor_info",
    "is_valid_signature",
    "load",
    "load_v2",
    "loader",
    "main_op",
    "main_op_with_restore",
    "maybe_saved_model_directory",
    "predict_signature_def",
    "regression_signature_def",
    "save",
    "signature_constants",
    "signature_def_utils",
    "simple_save",
    "tag_constants",
    "utils",
]

ASSETS_DIRECTORY: str
ASSETS_KEY: str
class Builder(SavedModelBuilder):
    def add_meta_graph(self, tags: Any, signature_def_map: Any = None, assets_collection: Any = None, legacy_init_op: Any = None, clear_devices: TensorLike | None = False, main_op: Any = None, strip_default_attrs: TensorLike | None = False, saver: Any = None) -> None: ...
    def add_meta_graph_and_variables(self, sess: Any, tags: Any, signature_def_map: Any = None, assets_collection: Any = None, legacy_init_op: Any = None, clear_devices: TensorLike | None = False, main_op: Any = None, strip_default_attrs: TensorLike | None = False, saver: Any = None) -> None: ...
CLASSIFY_INPUTS: str
CLASSIFY_METHOD_NAME: str
CLASSIFY_OUTPUT_CLASSES: str
CLASSIFY_OUTPUT_SCORES: str
DEBUG_DIRECTORY: str
DEBUG_INFO_FILENAME_PB: str
DEFAULT_SERVING_SIGNATURE_DEF_KEY: str
GPU: str
LEGACY_INIT_OP_KEY: str
MAIN_OP_KEY: str
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
TPU: str
TRAINING: str
VARIABLES_DIRECTORY: str
VARIABLES_FILENAME: str
def build_signature_def(inputs: Any = None, outputs: Any = None, method_name: Any = None, defaults: Any = None) -> Any: ...
def build_tensor_info(tensor: Any) -> Any: ...
def classification_signature_def(examples: TensorLike, classes: TensorLike, scores: Any) -> Any: ...
def contains_saved_model(export_dir: Any) -> Any: ...
def get_tensor_from_tensor_info(tensor_info: Any, graph: Any = None, import_scope: Any = None) -> Any: ...
def is_valid_signature(signature_def: Any) -> Any: ...
def load(sess: Any, tags: Any, export_dir: Any, import_scope: Any = None, **saver_kwargs: Any) -> Any: ...
def main_op_with_restore(restore_op_name: Any) -> Any: ...
def predict_signature_def(inputs: Any, outputs: Any) -> Any: ...
def regression_signature_def(examples: TensorLike, predictions: TensorLike) -> Any: ...
def simple_save(session: Any, export_dir: Any, inputs: Any, outputs: Any, legacy_init_op: Any = None) -> None: ...
from tensorflow.compat.v1.saved_model import (
    builder as builder,
    constants as constants,
    contains_saved_model as maybe_saved_model_directory,
    experimental as experimental,
    loader as loader,
    main_op as main_op,
    signature_constants as signature_constants,
    signature_def_utils as signature_def_utils,
    tag_constants as tag_constants,
    utils as utils,
)
