"""Refusals name the function that was called, besides the field and its path: here, for all that is public."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from types import CodeType
from typing import Any, TypeVar

import tensorflow as tf

_Function = TypeVar("_Function", bound=Callable[..., Any])
#: The mark of what stays as it is.
_KEPT = "_tftypes_kept"
_PACKAGE = os.path.join(os.path.dirname(__file__), "")


def named(function: _Function) -> _Function:
    """A public function or method whose refusals begin with its name.

    It is the one that a user has called: functions of this package that call each other add
    nothing, and what callbacks raise stays as it is.

    >>> @named
    ... def first(rows):
    ...     return rows[0]
    >>> first([])  # raised by what is not of this package
    Traceback (most recent call last):
    IndexError: list index out of range
    >>> from tftypes import struct
    >>> struct.spec_of({"size": "feet"})
    Traceback (most recent call last):
    TypeError: spec_of(): schema: 'size': 'feet' is no type: expected a dtype, a spec, an annotation, a dict or [item]
    """
    name = _label(function)

    @wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (LookupError, TypeError, ValueError) as error:
            if not _is_ours(sys._getframe(1).f_code) and _raised_here(error):
                _name(error, name)
            raise
        except OSError as error:
            raise _of_files(error, name) from error.__cause__

    return checked  # type: ignore[return-value]


def _label(function: Any) -> str:
    """How a user writes a call: `constant()`, `DenseStructTensor()`, `st.without()`."""
    owner, _, name = function.__qualname__.rpartition(".")
    if name == "__getitem__":
        return "st[...]"
    if name == "__init__":
        return f"{owner}()"
    first = function.__code__.co_varnames[:1]
    return {("self",): "st.", ("cls",): f"{owner}."}.get(first, "") + f"{name}()"


def keep(error: BaseException) -> None:
    """Of an error that a callback has raised, the text stays as it is."""
    error.__dict__[_KEPT] = True


def _name(error: BaseException, name: str) -> None:
    """Puts the name before the text of an error, unless that begins with a function already."""
    text = error.args[0] if len(error.args) == 1 else None
    if not isinstance(text, str) or _KEPT in error.__dict__:
        return
    head, call, _ = text.partition("()")
    if not call or not head.replace(".", "").isidentifier():
        error.args = (f"{name} {text}" if text.startswith("argument") else f"{name}: {text}",)


def _of_files(error: OSError, name: str) -> OSError:
    """The error of a file with the function's name before its text, of the same type and number."""
    if type(error).__module__ != "builtins" or not error.strerror or _KEPT in error.__dict__:
        return error
    made = type(error)(f"{name}: {error.strerror}")
    made.errno = error.errno
    return made


def kind_of(value: Any) -> str:
    """What a value is, for messages."""
    name = "a tensor" if isinstance(value, tf.Tensor) else type(value).__name__
    shape = getattr(value, "shape", None)
    return name if shape is None else f"{name} of shape {shape}"


def _raised_here(error: BaseException) -> bool:
    """Whether this package has raised an error, and not what it has called."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place is not None and _is_ours(place.tb_frame.f_code)


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(_PACKAGE)
