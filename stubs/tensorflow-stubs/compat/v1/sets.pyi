# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow.sets import (
    difference as difference,
    difference as set_difference,
    intersection as intersection,
    intersection as set_intersection,
    size as set_size,
    size as size,
    union as set_union,
    union as union,
)
__all__ = [
    "difference",
    "intersection",
    "set_difference",
    "set_intersection",
    "set_size",
    "set_union",
    "size",
    "union",
]
