# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any

def load_data(path: Any = 'boston_housing.npz', test_split: Any = 0.2, seed: Any = 113) -> tuple[tuple[Any, Any], tuple[Any, Any]]: ...
