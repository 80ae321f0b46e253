# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from tensorflow import *
from tensorflow import (
    __compiler_version__ as __compiler_version__,
    __cxx11_abi_flag__ as __cxx11_abi_flag__,
    __cxx_version__ as __cxx_version__,
    __git_version__ as __git_version__,
    __internal__ as __internal__,
    __monolithic_build__ as __monolithic_build__,
    __operators__ as __operators__,
    __version__ as __version__,
)
from tensorflow.compat.v1 import enable_v2_behavior as enable_v2_behavior
