# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.compat.v1.saved_model import (
    build_signature_def as build_signature_def,
    classification_signature_def as classification_signature_def,
    is_valid_signature as is_valid_signature,
    predict_signature_def as predict_signature_def,
    regression_signature_def as regression_signature_def,
)

class MethodNameUpdater:
    def __init__(self, export_dir: Any) -> None: ...
    def replace_method_name(self, signature_key: Any, method_name: Any, tags: Any = None) -> None: ...
    def save(self, new_export_dir: Any = None) -> None: ...
