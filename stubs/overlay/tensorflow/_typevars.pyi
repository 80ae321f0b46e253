"""Type variables of functions that take functions, and of containers of elements."""

from collections.abc import Callable
from typing import Any, TypeVar

import typing_extensions
from typing_extensions import ParamSpec

_P = ParamSpec("_P")
_R = TypeVar("_R")
_Element_co = typing_extensions.TypeVar("_Element_co", covariant=True, default=Any)
_F = TypeVar("_F", bound=Callable[..., Any])
