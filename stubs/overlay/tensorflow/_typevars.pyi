"""Type variables of functions that take functions."""

from collections.abc import Callable
from typing import Any, TypeVar

from typing_extensions import ParamSpec

_P = ParamSpec("_P")
_R = TypeVar("_R")
_F = TypeVar("_F", bound=Callable[..., Any])
