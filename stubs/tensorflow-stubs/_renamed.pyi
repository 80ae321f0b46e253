# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow import (
    float16 as half,
    float64 as double,
)
from tensorflow.linalg import sqrtm as matrix_square_root
__all__ = [
    "double",
    "half",
    "matrix_square_root",
]
