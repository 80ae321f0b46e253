# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import enum
from collections.abc import Callable
from typing import Any, TypeVar, overload

_F = TypeVar("_F", bound=Callable[..., Any])
@overload
def do_not_convert(func: _F) -> _F: ...
@overload
def do_not_convert(func: None = None) -> Callable[[_F], _F]: ...
def set_loop_options(parallel_iterations: Any = ..., swap_memory: Any = ..., maximum_iterations: Any = ..., shape_invariants: Any = ...) -> None: ...
class Feature(enum.Enum):
    ALL = 'ALL'
    AUTO_CONTROL_DEPS = 'AUTO_CONTROL_DEPS'
    ASSERT_STATEMENTS = 'ASSERT_STATEMENTS'
    BUILTIN_FUNCTIONS = 'BUILTIN_FUNCTIONS'
    EQUALITY_OPERATORS = 'EQUALITY_OPERATORS'
    LISTS = 'LISTS'
    NAME_SCOPES = 'NAME_SCOPES'
