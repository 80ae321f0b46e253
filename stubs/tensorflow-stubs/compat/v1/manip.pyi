# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow import (
    reshape as reshape,
    reverse as reverse,
    roll as roll,
    scatter_nd as scatter_nd,
    space_to_batch_nd as space_to_batch_nd,
    tile as tile,
)
from tensorflow.compat.v1 import (
    batch_to_space_nd as batch_to_space_nd,
    gather_nd as gather_nd,
)
