"""What is said when a value does not fit its annotation, and where the annotation stands."""

from __future__ import annotations

import ast
import inspect
import os
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional

#: Where a value was found: the path to what holds it, and the last step from there
#: (".x", '["k"]', "[0]"). Linked, because a call builds one for each value it looks at.
Path = tuple[Optional["Path"], str]


class SignatureError(TypeError):
    """A call, a result or an annotation does not fit; base of the errors of this package."""

    if not TYPE_CHECKING:
        # AutoGraph makes a new exception of the same class, with the place in the traced function
        # before the text, where this is so, and one of its own class otherwise.
        __init__ = Exception.__init__


class ArgumentError(SignatureError):
    """An argument does not fit the annotation of its parameter.

    >>> from tftypes import Shape, Tensor, int32
    >>> from tftypes.runtime import function
    >>> @function
    ... def f(x: Tensor[int32, Shape[3]]):
    ...     return x
    >>> f([1, 2])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tftypes.runtime.errors.ArgumentError: f() argument 'x': expected int32[3], got [1, 2] (list) \
of shape [2]; annotated at ...
    """


class ReturnError(SignatureError):
    """The result of a function does not fit its return annotation; raised while it is traced."""


class AnnotationError(SignatureError):
    """An annotation that means nothing at run time: a name not found, a dim that is none."""


class Mismatch(Exception):
    """One value against one annotation; the caller knows the function and its place.

    Attributes: ``path``, where the value is; ``expected`` and ``got``, in words; ``because``,
    a reason when these two do not say it.
    """

    def __init__(self, path: Path, expected: str, got: str, because: str = "") -> None:
        super().__init__(expected, got)
        self.path = path
        self.expected = expected
        self.got = got
        self.because = because

    def __str__(self) -> str:
        because = f": {self.because}" if self.because else ""
        return f"expected {self.expected}, got {self.got}{because}"


def show_path(path: Path) -> str:
    """A path as a user writes it.

    >>> show_path(((None, "batch"), ".x"))
    'batch.x'
    """
    parent, step = path
    return step if parent is None else show_path(parent) + step


def show_step(key: object) -> str:
    """The step to an element.

    >>> show_step("k"), show_step(0)
    ('["k"]', '[0]')
    """
    return f'["{key}"]' if isinstance(key, str) else f"[{key!r}]"


def place(function: Callable[..., Any], parameter: str | None = None) -> str:
    """File and line of a parameter of `function`, of its return annotation for "return".

    `function` is a Python function. The file is relative to the current folder if it is in there,
    as editors and terminals link it. Without its source, the line is that of the function. For a
    constructor that Python wrote, with its class as `__objclass__`, it is the line of the field.
    """
    owner = getattr(function, "__objclass__", None)
    if owner is not None:
        return _field_place(owner, parameter)
    code = getattr(function, "__code__", None)
    if code is None:
        return f"{getattr(function, '__module__', None) or type(function).__name__}"
    return f"{_short(code.co_filename)}:{_line(function, parameter) or code.co_firstlineno}"


def _field_place(cls: type, field: str | None) -> str:
    try:
        lines, first = inspect.getsourcelines(cls)
        body = ast.parse(textwrap.dedent("".join(lines))).body
        file = inspect.getsourcefile(cls) or ""
    except (OSError, TypeError, SyntaxError):
        return cls.__module__
    for node in ast.walk(body[0]):
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", None) == field:
            return f"{_short(file)}:{first + node.lineno - 1}"
    return f"{_short(file)}:{first}"


def _short(file: str) -> str:
    folder = os.getcwd() + os.sep
    return file[len(folder) :] if file.startswith(folder) else file


def _line(function: Callable[..., Any], parameter: str | None) -> int | None:
    """The line of the parameter, found in the source; None where there is none."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError, ValueError, IndentationError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return first + _annotation_line(node, parameter) - 1
    return None


def _annotation_line(node: Any, parameter: str | None) -> int:
    if parameter == "return":
        returns = getattr(node, "returns", None)
        return int((returns or node).lineno)
    a = node.args
    for arg in (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg):
        if arg is not None and arg.arg == parameter:
            return int(arg.lineno)
    return int(node.lineno)
