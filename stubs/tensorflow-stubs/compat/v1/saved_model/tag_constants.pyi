# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins

GPU: builtins.str
SERVING: builtins.str
TPU: builtins.str
TRAINING: builtins.str
