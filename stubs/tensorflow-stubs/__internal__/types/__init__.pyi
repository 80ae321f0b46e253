# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any

class Tensor:
    @property
    def dtype(self) -> Any: ...
    @property
    def shape(self) -> Any: ...
from tensorflow.__internal__.types import data as data
