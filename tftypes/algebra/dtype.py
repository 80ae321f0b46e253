"""The dtype of a tensor as a value: the set of dtypes it may be.

>>> DType.of("float32"), DType.group("Unsigned"), DType.of("int8", "int4"), DType.any()
(float32, Unsigned, int4 | int8, ?)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from tftypes.algebra.dtype_tables import ALIASES, GROUPS, NAMES


class DTypeMismatch(ValueError):
    """Two dtypes that do not go together: ``a`` and ``b``."""

    def __init__(self, a: DType, b: DType, message: str | None = None) -> None:
        super().__init__(message or f"dtypes {a} and {b} differ")
        self.a, self.b = a, b

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.a, self.b, str(self))


@dataclass(frozen=True, slots=True)
class DTypeSymbol:
    """A type variable over dtypes; equal when the keys are."""

    name: str
    key: Hashable


@dataclass(frozen=True, slots=True, repr=False)
class DType:
    """A non-empty set of dtype names, and the type variable that stands for one, if any."""

    names: frozenset[str]
    symbol: DTypeSymbol | None = None

    @classmethod
    def of(cls, *names: str) -> DType:
        """One dtype, or one of several, by TensorFlow's names (``half``, ``double`` too).

        Raises ValueError for what is not a dtype of TensorFlow.
        """
        names = tuple(ALIASES.get(name, name) for name in names)
        for name in names:
            if name not in NAMES:
                raise ValueError(f"{name!r} is not a dtype")
        if not names:
            raise ValueError("a DType needs at least one dtype")
        return _ONE[names[0]] if len(names) == 1 else cls(frozenset(names))

    @classmethod
    def any(cls) -> DType:
        """The dtype of which nothing is known."""
        return _ANY

    @classmethod
    def group(cls, name: str) -> DType:
        """Any dtype of a group: ``"Floating"``, ``"Integer"``, ...

        Raises ValueError for what is no group.
        """
        if name not in GROUPS:
            raise ValueError(f"{name!r} is not a group of dtypes: one of {', '.join(GROUPS)}")
        return _ANY if name == "DType" else cls(GROUPS[name])

    @classmethod
    def var(cls, name: str, bound: DType | None = None, key: Hashable = None) -> DType:
        """The dtype that a type variable stands for."""
        symbol = DTypeSymbol(name, name if key is None else key)
        return cls((bound or _ANY).names, symbol)

    @property
    def name(self) -> str | None:
        """The dtype's name where it is known."""
        return next(iter(self.names)) if len(self.names) == 1 else None

    @property
    def is_known(self) -> bool:
        """Whether it is exactly one dtype."""
        return len(self.names) == 1

    def within(self, group: str) -> bool | None:
        """Whether the dtype belongs to a group.

        >>> DType.of("int8").within("Integer"), DType.any().within("Integer")
        (True, None)
        """
        members = GROUPS[group]
        if self.names <= members:
            return True
        return None if self.names & members else False

    @property
    def is_floating(self) -> bool | None:
        """Whether it is a real floating-point dtype."""
        return self.within("Floating")

    @property
    def is_integer(self) -> bool | None:
        """Whether it is a (non-quantized) integer."""
        return self.within("Integer")

    @property
    def is_unsigned(self) -> bool | None:
        """Whether it is an unsigned integer."""
        return self.within("Unsigned")

    @property
    def is_complex(self) -> bool | None:
        """Whether it is complex."""
        return self.within("Complex")

    @property
    def is_bool(self) -> bool | None:
        """Whether it is bool."""
        return self.within("Bool")

    @property
    def is_string(self) -> bool | None:
        """Whether it is string."""
        return self.within("String")

    @property
    def is_quantized(self) -> bool | None:
        """Whether it is a quantized integer."""
        return self.within("Quantized")

    @property
    def is_numeric(self) -> bool | None:
        """Whether it is a number: integer, floating, complex or quantized."""
        return self.within("Numeric")

    def __str__(self) -> str:
        if self.symbol is not None:
            return self.symbol.name
        if len(self.names) == 1:
            return next(iter(self.names))
        group = _GROUP_NAMES.get(self.names)
        if group is not None:
            return group
        return " | ".join(name for name in NAMES if name in self.names)

    __repr__ = __str__


_ONE = {name: DType(frozenset((name,))) for name in NAMES}
_ANY = DType(frozenset(NAMES))
_GROUP_NAMES = {members: name for name, members in reversed(GROUPS.items()) if len(members) > 1}
_GROUP_NAMES[_ANY.names] = "?"


def same(a: DType, b: DType) -> bool | None:
    """Whether two tensors have the same dtype: proved, refuted or None.

    >>> int8, integer = DType.of("int8"), DType.group("Integer")
    >>> same(int8, int8), same(int8, integer), same(int8, DType.group("Floating"))
    (True, None, False)
    """
    if a.symbol is not None and a.symbol == b.symbol:
        return True
    if not a.names & b.names:
        return False
    return True if a.is_known and a.names == b.names else None


def compatible(actual: DType, declared: DType) -> bool | None:
    """Whether the actual dtype is one that the declared one admits.

    >>> compatible(DType.of("int8"), DType.group("Integer"))
    True
    """
    if declared.symbol is not None:
        return same(actual, declared)
    if actual.names <= declared.names:
        return True
    return None if actual.names & declared.names else False


def join(a: DType, b: DType) -> DType:
    """Either of the two: the union.

    >>> join(DType.of("int8"), DType.of("int16"))
    int8 | int16
    """
    if a == b:
        return a
    return DType(a.names | b.names)


def meet(a: DType, b: DType) -> DType:
    """Both at once: the intersection. Raises `DTypeMismatch` where it is empty.

    >>> meet(DType.group("Integer"), DType.of("int8", "float32"))
    int8
    """
    names = a.names & b.names
    if not names:
        raise DTypeMismatch(a, b)
    if names == a.names and (a.symbol is not None or b.symbol is None):
        return a
    if names == b.names:
        return b
    return DType(names, a.symbol or b.symbol)


def join_all(dtypes: Iterable[DType]) -> DType:
    """Any of them; nothing known where there are none.

    >>> join_all([DType.of("int8"), DType.of("int16")]), join_all([])
    (int8 | int16, ?)
    """
    names = frozenset[str]().union(*(dtype.names for dtype in dtypes))
    return DType(names) if names else _ANY
