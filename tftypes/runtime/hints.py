"""Annotations of a function, evaluated where they stand, at its first use at the latest."""

from __future__ import annotations

import builtins
import functools
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

from typing_extensions import get_type_hints

from tftypes.runtime.errors import AnnotationError


class Scope:
    """The names that the annotations of a function can use.

    A function does not keep the local names that only its annotations mention (a `Dimension`
    class inside another function, say), so those in sight of the decorator are remembered: the
    names that appear in the annotations and no others, which would keep alive what they hold.

    Args:
      function: the function.
      frame: that of the decorator's caller; its outer frames in the same file are looked at too.
    """

    def __init__(self, function: Callable[..., Any], frame: types.FrameType | None) -> None:
        self.function = written(function)
        annotations = getattr(function, "__annotations__", None) or self.function.__annotations__
        self.annotations: dict[str, Any] = dict(annotations)
        self.local = _in_sight(self.annotations, frame)

    def lookup(self, name: str) -> Any:
        """The value of a name, dotted or not.

        Raises:
          KeyError: if there is none.
        """
        first, *rest = name.split(".")
        for names in self._namespaces():
            if first in names:
                found = names[first]
                for part in rest:
                    found = getattr(found, part)
                return found
        raise KeyError(name)

    def _namespaces(self) -> typing.Iterator[Mapping[str, Any]]:
        yield {p.__name__: p for p in getattr(self.function, "__type_params__", ())}
        yield _closure(self.function)
        yield self.local
        yield getattr(self.function, "__globals__", {})
        yield vars(builtins)

    def evaluate(self, parameter: str) -> Any:
        """The annotation of a parameter, forward references resolved.

        Raises:
          NameError: if a name in it is not there, or not yet.
          AnnotationError: if it cannot be evaluated.
        """
        return self._hints({parameter: self.annotations[parameter]})[parameter]

    def fields(self, kind: Any) -> Mapping[str, Any]:
        """The annotations of a class's fields; its module's names come first, then these."""
        local = {**self.local, **_closure(self.function)}
        try:
            return get_type_hints(kind, localns={**local, **vars(kind)}, include_extras=True)
        except NameError:
            raise
        except Exception as error:
            raise AnnotationError(f"the fields of {kind.__name__}: {error}") from error

    def _hints(self, annotations: Mapping[str, Any]) -> Mapping[str, Any]:
        holder = types.SimpleNamespace(__annotations__=dict(annotations))
        local: dict[str, Any] = {}
        for names in reversed(list(self._namespaces())[:3]):
            local.update(names)
        try:
            return get_type_hints(
                holder,
                globalns=getattr(self.function, "__globals__", {}),
                localns=local,
                include_extras=True,
            )
        except NameError:
            raise
        except Exception as error:
            raise AnnotationError(str(error)) from error


def written(function: Any) -> Any:
    """The Python function behind a method, `functools.partial`, wrapper or callable object."""
    while True:
        if isinstance(function, functools.partial):
            function = function.func
        elif hasattr(function, "__func__"):
            function = function.__func__
        elif hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        elif hasattr(function, "__code__") or not hasattr(type(function).__call__, "__code__"):
            return function
        else:
            function = type(function).__call__


def _closure(function: Any) -> dict[str, Any]:
    found = {}
    names = getattr(getattr(function, "__code__", None), "co_freevars", ())
    for name, cell in zip(names, getattr(function, "__closure__", None) or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue  # not assigned yet
    return found


def _in_sight(annotations: Mapping[str, Any], frame: types.FrameType | None) -> dict[str, Any]:
    """The local names that annotations use, and the fields of local classes among them."""
    file = frame.f_code.co_filename if frame is not None else ""
    found: dict[str, Any] = {}
    waiting = list(annotations.values())
    while waiting:
        for name in _names(waiting.pop()) - found.keys():
            value = _local(name, frame, file)
            if value is not _MISSING:
                found[name] = value
                if isinstance(value, type):
                    waiting.extend(getattr(value, "__annotations__", {}).values())
    return found


_MISSING = object()


def _local(name: str, frame: types.FrameType | None, file: str) -> Any:
    while frame is not None and frame.f_code.co_filename == file:
        if frame.f_locals is not frame.f_globals and name in frame.f_locals:
            return frame.f_locals[name]
        frame = frame.f_back
    return _MISSING


def _names(annotation: Any) -> set[str]:
    """The names in the texts of an annotation: a forward reference, an arithmetic dim."""
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        try:
            code = compile(annotation.strip(), "<annotation>", "eval")
        except (SyntaxError, ValueError):
            return set()
        names = set(code.co_names)
        for text in _texts(code):
            names |= _names(text)
        return names
    return {name for arg in typing.get_args(annotation) for name in _names(arg)}


def _texts(code: types.CodeType) -> list[str]:
    """String constants, also those inside tuples."""
    found: list[str] = []
    waiting = list(code.co_consts)
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, tuple):
            waiting.extend(value)
    return found
