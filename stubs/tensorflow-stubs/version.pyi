# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins

COMPILER_VERSION: builtins.str
GIT_VERSION: builtins.str
GRAPH_DEF_VERSION: builtins.int
GRAPH_DEF_VERSION_MIN_CONSUMER: builtins.int
GRAPH_DEF_VERSION_MIN_PRODUCER: builtins.int
VERSION: builtins.str
