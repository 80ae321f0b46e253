# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins

ASSETS_DIRECTORY: builtins.str
ASSETS_KEY: builtins.str
DEBUG_DIRECTORY: builtins.str
DEBUG_INFO_FILENAME_PB: builtins.str
LEGACY_INIT_OP_KEY: builtins.str
MAIN_OP_KEY: builtins.str
SAVED_MODEL_FILENAME_PB: builtins.str
SAVED_MODEL_FILENAME_PBTXT: builtins.str
SAVED_MODEL_SCHEMA_VERSION: builtins.int
VARIABLES_DIRECTORY: builtins.str
VARIABLES_FILENAME: builtins.str
