# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import enum
from typing import Any

class Feature(enum.Enum):
    ALL = 'ALL'
    AUTO_CONTROL_DEPS = 'AUTO_CONTROL_DEPS'
    ASSERT_STATEMENTS = 'ASSERT_STATEMENTS'
    BUILTIN_FUNCTIONS = 'BUILTIN_FUNCTIONS'
    EQUALITY_OPERATORS = 'EQUALITY_OPERATORS'
    LISTS = 'LISTS'
    NAME_SCOPES = 'NAME_SCOPES'
def do_not_convert(func: Any = None) -> Any: ...
def set_loop_options(parallel_iterations: Any = ..., swap_memory: Any = ..., maximum_iterations: Any = ..., shape_invariants: Any = ...) -> Any: ...
