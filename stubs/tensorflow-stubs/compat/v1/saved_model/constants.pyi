# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.

ASSETS_DIRECTORY: str
ASSETS_KEY: str
DEBUG_DIRECTORY: str
DEBUG_INFO_FILENAME_PB: str
LEGACY_INIT_OP_KEY: str
MAIN_OP_KEY: str
SAVED_MODEL_FILENAME_PB: str
SAVED_MODEL_FILENAME_PBTXT: str
SAVED_MODEL_SCHEMA_VERSION: int
VARIABLES_DIRECTORY: str
VARIABLES_FILENAME: str
