# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.compat.v1.saved_model import (
    contains_saved_model as maybe_saved_model_directory,
    load as load,
)
__all__ = [
    "load",
    "maybe_saved_model_directory",
]
