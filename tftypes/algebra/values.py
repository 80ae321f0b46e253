"""What a dimension can be besides a number and an expression."""

from __future__ import annotations

from typing import Union

from tftypes.algebra.expressions import Expr


class Unknown:
    """The dimension about which nothing is known; `UNKNOWN` is the only one.

    It absorbs: any arithmetic with it gives it back.
    """

    __slots__ = ()
    _instance: Unknown | None = None

    def __new__(cls) -> Unknown:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __add__(self, other: Dim) -> Unknown:
        return self

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __add__
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __add__

    def __neg__(self) -> Unknown:
        return self

    def __repr__(self) -> str:
        return "?"

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()


class NamedInt(int):
    """A known size that has a name, as a `Dimension` with a ``value``.

    It is an int in every respect but its text; arithmetic gives plain ints.

    >>> width = NamedInt(784, "Width")
    >>> print(width, width.describe(), width == 784, width + 1)
    Width Width=784 True 785
    """

    name: str

    def __new__(cls, value: int, name: str) -> NamedInt:
        self = super().__new__(cls, value)
        self.name = name
        return self

    def describe(self) -> str:
        """Name and size, for messages."""
        return f"{self.name}={int(self)}"

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return int(self), self.name

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


Dim = Union[int, NamedInt, Expr, Unknown]


def describe(dim: Dim) -> str:
    """A dim in a message: its text, and the size as well where it has a name.

    >>> describe(NamedInt(784, "Width")), describe(3), describe(UNKNOWN)
    ('Width=784', '3', '?')
    """
    return dim.describe() if isinstance(dim, NamedInt) else str(dim)
