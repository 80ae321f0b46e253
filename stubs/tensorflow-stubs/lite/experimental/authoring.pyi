# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from collections.abc import Callable
from typing import Any

def compatible(target: Any = None, converter_target_spec: Any = None, **kwargs: Any) -> Callable[..., Any]: ...
