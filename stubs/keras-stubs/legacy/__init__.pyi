# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from keras.legacy import saving as saving
from tensorflow.keras.legacy import *
