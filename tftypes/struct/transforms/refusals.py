"""Refusals of the functions on paths: each names the function, besides the field and its path."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from tftypes.struct.tensors import StructTensor

_Function = TypeVar("_Function", bound=Callable[..., Any])
_PACKAGE = __name__.partition(".transforms")[0]


def on_structs(function: _Function) -> _Function:
    """A function on a struct, whose refusals begin with its name; what callbacks raise stays as it is.

    >>> @on_structs
    ... def first(struct): ...
    >>> first(3)
    Traceback (most recent call last):
    TypeError: first() argument 'struct': expected a StructTensor, got int
    """
    name = f"{function.__name__}()"

    @wraps(function)
    def checked(struct: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(struct, StructTensor):
            raise TypeError(
                f"{name} argument 'struct': expected a StructTensor, got {type(struct).__name__}"
            )
        try:
            return function(struct, *args, **kwargs)
        except (LookupError, TypeError, ValueError) as error:
            text = error.args[0] if len(error.args) == 1 else None
            if isinstance(text, str) and not text.startswith(name) and _is_ours(error):
                error.args = (f"{name}: {text}",)
            raise

    return checked  # type: ignore[return-value]


def _is_ours(error: BaseException) -> bool:
    """Whether this package has raised an error, and not what it has called."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place is not None and str(place.tb_frame.f_globals["__name__"]).startswith(_PACKAGE)
