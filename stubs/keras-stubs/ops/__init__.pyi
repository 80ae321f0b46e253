# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from keras.ops import (
    image as image,
    linalg as linalg,
    nn as nn,
    numpy as numpy,
)
from tensorflow.keras.ops import *
