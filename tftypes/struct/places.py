"""Where a value stands among nested ones, found only when an error must name it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

#: How deep structs and lists may be nested: Python's stack must do for all that is made of them.
DEEPEST = 100


def too_deep(path: str) -> ValueError:
    """The error for data that is nested too deep, or has no end; the path is shown in part."""
    shown = path if len(path) <= 40 else f"{path[:40]}..."
    return ValueError(
        f"{shown}: nested more than {DEEPEST} levels deep: structs and lists that contain "
        "themselves have no end"
    )


def check_depth(values: Iterable[Any], where: str) -> None:
    """Raises ValueError for Python values that are nested too deep: before anything recurs into them."""
    for _ in range(DEEPEST + 1):
        inner = (each.values() if isinstance(each, dict) else each for each in values)
        values = list(
            {id(item): item for items in inner for item in items if _holds(item)}.values()
        )
        if not values:
            return
    raise too_deep(where)


def _holds(value: Any) -> bool:
    kind = type(value)
    return kind in (dict, list, tuple) or (kind is np.ndarray and value.dtype == object)


class Place:
    """One level of nested values, each with an index among all values of the level.

    >>> root = Place()
    >>> Place(Place(root, lengths=[3]), name="a").path(1)
    '[1].a'
    """

    def __init__(self, outer: Place | None = None, *, name: str = "", lengths: Any = None) -> None:
        self._outer = outer
        self._depth: int = outer._depth + 1 if outer is not None else 0
        if self._depth > DEEPEST:
            raise too_deep(outer.path(0) if outer is not None else "")
        self._name = name
        self._lengths = lengths

    def field(self, name: str) -> Place:
        """The place of a field of these structures."""
        return Place(self, name=name)

    def rows(self, lengths: Any) -> Place:
        """The place of the elements of these lists, which have these lengths."""
        return Place(self, lengths=lengths)

    def path(self, index: int) -> str:
        """The path of one value; empty for the whole."""
        if self._outer is None:
            return ""
        if self._lengths is None:
            outer = self._outer.path(index)
            step = self._name if self._name.isidentifier() else f"[{self._name!r}]"
            return f"{outer}.{step}" if outer and step is self._name else f"{outer}{step}"
        ends = np.cumsum(self._lengths)
        row = int(np.searchsorted(ends, index, side="right"))
        return f"{self._outer.path(row)}[{index - int(ends[row]) + int(self._lengths[row])}]"

    def error(self, index: int, text: str, kind: type[Exception] = TypeError) -> Exception:
        """An error that names one value."""
        path = self.path(index)
        return kind(f"{path}: {text}" if path else text)
