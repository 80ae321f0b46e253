"""Attributes that are found at their first use."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

T = TypeVar("T")


class lazy(cached_property[T]):
    """A `cached_property` for modules that are compiled: mypyc takes that one for a property, found at every read.

    A class that has one keeps its ``__dict__`` by ``@mypyc_attr(native_class=False)``.

    >>> class Square:
    ...     side = 3
    ...
    ...     @lazy
    ...     def area(self) -> int:
    ...         return self.side**2
    >>> square = Square()
    >>> square.area, vars(square)
    (9, {'area': 9})
    """
