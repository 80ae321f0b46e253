# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins
from typing import Any

def load_data() -> builtins.tuple[builtins.tuple[Any, Any], builtins.tuple[Any, Any]]: ...
