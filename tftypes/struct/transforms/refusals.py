"""What the functions on paths refuse of their first argument."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from tftypes.struct.refusals import named
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

    @wraps(function)
    def checked(struct: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(struct, StructTensor):
            raise TypeError(
                f"argument 'struct': expected a StructTensor, got {type(struct).__name__}"
            )
        return function(struct, *args, **kwargs)

    return named(checked)  # type: ignore[return-value]
