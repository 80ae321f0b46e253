# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.compat.v1.saved_model import main_op_with_restore as main_op_with_restore

def main_op() -> Any: ...
