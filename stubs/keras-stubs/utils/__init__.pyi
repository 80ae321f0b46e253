# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from keras.utils import (
    bounding_boxes as bounding_boxes,
    legacy as legacy,
)
from tensorflow.keras.utils import *
