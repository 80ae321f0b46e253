"""What the functions on structs refuse of their first argument."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from tftypes.struct.refusals import kind_of, named
from tftypes.struct.tensors import StructTensor

_Function = TypeVar("_Function", bound=Callable[..., Any])


def on_structs(function: _Function) -> _Function:
    """A function on a struct, whose refusals begin with its name.

    >>> @on_structs
    ... def first(struct): ...
    >>> first(3)
    Traceback (most recent call last):
    TypeError: first() argument 'struct': expected a StructTensor, got int
    """

    first = function.__code__.co_varnames[0]

    @wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        value = args[0] if args else kwargs.get(first)
        if not isinstance(value, StructTensor) and (args or first in kwargs):
            raise TypeError(f"argument {first!r}: expected a StructTensor, got {kind_of(value)}")
        return function(*args, **kwargs)

    return named(checked)  # type: ignore[return-value]
