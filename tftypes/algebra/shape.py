"""The shape of a tensor as a value.

A shape is a prefix of dims, a middle, and a suffix of dims. The middle is None
where the rank is known, `UNKNOWN` where any number of dims may stand there, and a
`Variadic` where that run of dims has a name (``*Ts``).

>>> print(Shape.of(2, None, 3), Shape.unknown(), Shape.scalar())
[2, ?, 3] [...] []
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import dropwhile
from typing import Union, overload

from tftypes.algebra.dims import UNKNOWN, Dim, Expr, Symbol, Unknown, as_dim, symbols

Dims = tuple[Dim, ...]


class Variadic:
    """Any number of dims under one name: ``*Ts``. Equal when the keys are equal."""

    __slots__ = ("key", "name")

    def __init__(self, name: str, key: Hashable = None) -> None:
        self.name = name
        self.key: Hashable = name if key is None else key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variadic) and self.key == other.key

    def __hash__(self) -> int:
        return hash((Variadic, self.key))

    def __repr__(self) -> str:
        return f"*{self.name}"

    def __reduce__(self) -> tuple[object, ...]:
        return Variadic, (self.name, self.key)


Middle = Union[None, Unknown, Variadic]


@dataclass(frozen=True, slots=True, repr=False)
class Shape:
    """``prefix + middle + suffix``; a shape of known rank has no suffix.

    Unknown dims beside an unknown middle are counted to the prefix, so that shapes
    that say the same are equal. Iterating and ``len()`` need a known rank; indexing
    does not.
    """

    prefix: Dims
    middle: Middle = None
    suffix: Dims = ()

    def __post_init__(self) -> None:
        if self.middle is None and self.suffix:
            object.__setattr__(self, "prefix", self.prefix + self.suffix)
            object.__setattr__(self, "suffix", ())
        elif self.middle is UNKNOWN and self.suffix and self.suffix[0] is UNKNOWN:
            known = tuple(dropwhile(lambda dim: dim is UNKNOWN, self.suffix))
            blank = (UNKNOWN,) * (len(self.suffix) - len(known))
            object.__setattr__(self, "prefix", self.prefix + blank)
            object.__setattr__(self, "suffix", known)

    @classmethod
    def of(cls, *dims: Dim | None) -> Shape:
        """A shape of known rank; None is an unknown dim."""
        return cls(tuple(map(as_dim, dims)))

    @classmethod
    def unknown(cls) -> Shape:
        """The shape of which not even the rank is known."""
        return _UNKNOWN

    @classmethod
    def scalar(cls) -> Shape:
        """The shape of rank 0."""
        return _SCALAR

    @property
    def rank(self) -> int | None:
        """Number of dims, None where unknown."""
        return len(self.prefix) if self.middle is None else None

    @property
    def dims(self) -> Dims | None:
        """All dims, None where the rank is unknown."""
        return self.prefix if self.middle is None else None

    @property
    def min_rank(self) -> int:
        """The rank is at least this."""
        return len(self.prefix) + len(self.suffix)

    @property
    def is_known(self) -> bool:
        """Whether the rank and every dim are known numbers."""
        return self.middle is None and all(isinstance(dim, int) for dim in self.prefix)

    @property
    def symbols(self) -> tuple[Symbol | Variadic, ...]:
        """The names in the shape, each once, in order."""
        found: dict[Symbol | Variadic, None] = {}
        for dim in self.prefix:
            found.update(dict.fromkeys(symbols(dim)))
        if isinstance(self.middle, Variadic):
            found[self.middle] = None
        for dim in self.suffix:
            found.update(dict.fromkeys(symbols(dim)))
        return tuple(found)

    def __len__(self) -> int:
        return len(self._known_dims("length"))

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Dim]:
        return iter(self._known_dims("iteration"))

    def _known_dims(self, what: str) -> Dims:
        if self.middle is not None:
            raise ValueError(f"{what} of {self}, whose rank is unknown")
        return self.prefix

    @overload
    def __getitem__(self, index: int) -> Dim: ...
    @overload
    def __getitem__(self, index: slice) -> Shape: ...
    def __getitem__(self, index: int | slice) -> Dim | Shape:
        """The dim at an index, UNKNOWN where it cannot be known; or a slice of step 1.

        IndexError only when the rank is known and the index out of range.

        >>> s = Shape((2,), UNKNOWN, (3,))
        >>> s[0], s[1], s[-1]
        (2, ?, 3)
        """
        if isinstance(index, slice):
            if index.step not in (None, 1):
                raise ValueError(f"a shape is sliced with step 1 only, not {index.step}")
            return self.slice(index.start, index.stop)
        if self.middle is None:
            self._check(index, len(self.prefix))
            return self.prefix[index]
        if index >= 0:
            return self.prefix[index] if index < len(self.prefix) else UNKNOWN
        return self.suffix[index] if -index <= len(self.suffix) else UNKNOWN

    def _check(self, index: int, rank: int) -> None:
        if not -rank <= index < rank:
            raise IndexError(f"index {index} is out of range for {self} of rank {len(self.prefix)}")

    def slice(self, start: int | None = None, stop: int | None = None) -> Shape:
        """The dims from start to stop, as slicing a tuple of them does.

        >>> print(Shape((2,), UNKNOWN, (3,)).slice(1), Shape((2,), UNKNOWN, (3,)).slice(-2))
        [..., 3] [?, 3]
        """
        if self.middle is None:
            return Shape(self.prefix[start:stop])
        first = 0 if start is None else start
        p, q = len(self.prefix), len(self.suffix)
        if first >= 0 and stop is not None and stop >= 0:
            if stop <= self.min_rank:
                return Shape(tuple(self[i] for i in range(first, stop)))
            return Shape(self.prefix[first:], UNKNOWN)
        if first < 0 and (stop is None or stop < 0):
            last = stop or 0
            if -first <= self.min_rank:
                return Shape(tuple(self[i] for i in range(first, last)))
            return Shape((), UNKNOWN, self.suffix[: q + last] if -last < q else ())
        if first < 0:
            return Shape.unknown()
        # From the left to the right end: what is dropped may reach into the other side.
        dropped = -(stop or 0)
        over_left, over_right = max(0, first - p), max(0, dropped - q)
        middle = self.middle if not over_left and not over_right else UNKNOWN
        prefix = self.prefix[first : max(first, p - over_right)]
        return Shape(prefix, middle, self.suffix[over_left : max(0, q - dropped)])

    def replace(self, index: int, dim: Dim | None) -> Shape:
        """The shape with another dim at an index; IndexError as for indexing."""
        return self._edit(index, (as_dim(dim),), 1)

    def remove(self, index: int) -> Shape:
        """The shape without the dim at an index; IndexError as for indexing."""
        return self._edit(index, (), 1)

    def insert(self, index: int, dim: Dim | None) -> Shape:
        """The shape with one more dim, which stands at ``index`` of the result.

        This is how tf.expand_dims counts: ``insert(-1, d)`` appends, where
        ``list.insert(-1, d)`` would not. IndexError when the rank is known and the
        index not in ``[-rank - 1, rank]``.

        >>> print(Shape.of(2, 3).insert(-1, 1), Shape.of(2, 3).insert(0, 1))
        [2, 3, 1] [1, 2, 3]
        """
        return self._edit(index, (as_dim(dim),), 0)

    def _edit(self, index: int, new: Dims, removed: int) -> Shape:
        """Replace ``removed`` dims (0 or 1) at ``index`` by ``new``, mirrored where negative."""
        if self.middle is None:
            rank = len(self.prefix) + 1 - removed
            self._check(index, rank)
            i = index % rank
            return Shape(self.prefix[:i] + new + self.prefix[i + removed :])
        if index < 0:
            mirrored = Shape(self.suffix[::-1], self.middle, self.prefix[::-1])
            edited = mirrored._edit(-index - 1, new, removed)
            return Shape(edited.suffix[::-1], edited.middle, edited.prefix[::-1])
        if index + removed <= len(self.prefix):
            prefix = self.prefix[:index] + new + self.prefix[index + removed :]
            return Shape(prefix, self.middle, self.suffix)
        # Somewhere in the middle or the suffix: only what is behind it for sure stays known.
        tail = self.suffix[index - len(self.prefix) + removed :]
        blank = len(self.suffix) + len(new) - removed - len(tail)
        return Shape(self.prefix, UNKNOWN, (UNKNOWN,) * max(0, blank) + tail)

    def __add__(self, other: Shape) -> Shape:
        """The dims of one after those of the other.

        >>> print(Shape.of(2) + Shape((), UNKNOWN, (3,)))
        [2, ..., 3]
        """
        if not isinstance(other, Shape):
            return NotImplemented
        if self.middle is None:
            return Shape(self.prefix + other.prefix, other.middle, other.suffix)
        if other.middle is None:
            return Shape(self.prefix, self.middle, self.suffix + other.prefix)
        between = (UNKNOWN,) * (len(self.suffix) + len(other.prefix))
        return Shape(self.prefix, UNKNOWN, between + other.suffix)

    def __str__(self) -> str:
        run = () if self.middle is None else ("..." if self.middle is UNKNOWN else self.middle,)
        return "[" + ", ".join(map(str, (*self.prefix, *run, *self.suffix))) + "]"

    __repr__ = __str__


def num_elements(shape: Shape) -> Dim:
    """Product of the dims: 1 for a scalar, 0 where any dim is 0.

    >>> num_elements(Shape.of(2, Symbol("N"), 3)), num_elements(Shape.unknown())
    (6*N, ?)
    """
    product: Dim = 1
    for dim in shape.prefix + shape.suffix:
        if not isinstance(dim, Expr) and dim == 0:
            return 0
        product = product * dim
    return product if shape.middle is None else UNKNOWN


_UNKNOWN = Shape((), UNKNOWN)
_SCALAR = Shape(())
