# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any

def register_loss_scale_wrapper(optimizer_cls: Any, wrapper_fn: Any, wrapper_cls: Any = None) -> None: ...
