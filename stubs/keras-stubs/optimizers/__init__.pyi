# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from keras.optimizers import (
    legacy as legacy,
    schedules as schedules,
)
from tensorflow.keras.optimizers import *
