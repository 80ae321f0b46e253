"""Two shapes made into one: merge, broadcast, join."""

from __future__ import annotations

from collections.abc import Iterable

from tftypes.algebra.dims import UNKNOWN, Dim, Expr, NamedInt, Symbol, Unknown, describe, equal
from tftypes.algebra.shape import Dims, Shape, Variadic


class ShapeMismatch(ValueError):
    """Two shapes that cannot go together.

    Attributes: the shapes ``a`` and ``b``; ``axis``, counted from the left, or
    from the right where negative, None where the ranks differ; the dims ``dim_a``
    and ``dim_b`` there, None where the ranks differ.
    """

    def __init__(
        self,
        a: Shape,
        b: Shape,
        axis: int | None = None,
        dim_a: Dim | None = None,
        dim_b: Dim | None = None,
        message: str | None = None,
    ) -> None:
        if message is None:
            message = f"{a} has rank {rank_text(a)} and {b} has rank {rank_text(b)}"
            if dim_a is not None and dim_b is not None:
                message = f"dim {axis} is {describe(dim_a)} in {a} and {describe(dim_b)} in {b}"
        super().__init__(message)
        self.a, self.b, self.axis, self.dim_a, self.dim_b = a, b, axis, dim_a, dim_b

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.a, self.b, self.axis, self.dim_a, self.dim_b, str(self))


def rank_text(shape: Shape) -> str:
    """The rank in a message: ``2``, ``at least 2``."""
    return str(shape.rank) if shape.rank is not None else f"at least {shape.min_rank}"


def merge_dim(a: Dim, b: Dim) -> Dim | None:
    """The most precise of two dims that are the same size; None when they cannot be.

    >>> merge_dim(Symbol("N"), 3), merge_dim(UNKNOWN, 3), merge_dim(4, 3)
    (3, 3, None)
    """
    if isinstance(a, Unknown):
        return b
    if isinstance(b, Unknown):
        return a
    if equal(a, b) is False:
        return None
    if isinstance(a, Expr) and isinstance(b, int):
        return b
    if isinstance(b, NamedInt) and not isinstance(a, NamedInt | Expr):
        return b
    if isinstance(b, Symbol) and isinstance(a, Expr) and not isinstance(a, Symbol):
        return b
    return a


def merge(a: Shape, b: Shape) -> Shape:
    """The most precise shape of a tensor that has both shapes.

    Raises `ShapeMismatch` when no tensor has both.

    >>> print(merge(Shape.of(2, None), Shape.of(None, Symbol("N"))))
    [2, N]
    >>> print(merge(Shape((2,), UNKNOWN), Shape.of(None, 3)))
    [2, 3]
    """
    if a.middle is not None and b.middle is not None:
        return _merge_open(a, b)
    rank = a.rank if a.rank is not None else b.rank
    assert rank is not None
    if a.min_rank > rank or b.min_rank > rank or (a.middle is b.middle and a.rank != b.rank):
        raise ShapeMismatch(a, b)
    left, right = spread(a, rank), spread(b, rank)
    return Shape(tuple(_merged(a, b, i, x, y) for i, (x, y) in enumerate(zip(left, right))))


def _merged(a: Shape, b: Shape, axis: int, x: Dim, y: Dim) -> Dim:
    dim = merge_dim(x, y)
    if dim is None:
        raise ShapeMismatch(a, b, axis, x, y)
    return dim


def spread(shape: Shape, rank: int) -> Dims:
    """The dims of a shape that has this rank."""
    blank = (UNKNOWN,) * (rank - shape.min_rank)
    return shape.prefix + blank + shape.suffix


def _merge_open(a: Shape, b: Shape) -> Shape:
    """Both ranks unknown: dims are known from the left and from the right."""
    least = max(a.min_rank, b.min_rank)
    left = tuple(_merged(a, b, i, a[i], b[i]) for i in range(least))
    right = tuple(_merged(a, b, i, a[i], b[i]) for i in range(-least, 0))
    return _best_split(left, right, (a, b))


def _best_split(left: Dims, right: Dims, sources: tuple[Shape, ...]) -> Shape:
    """The shape with ``left`` up to some place and ``right`` after it.

    The place is where most dims are known; a variadic middle of one of the sources
    stays where it still is between the same number of dims.
    """

    named = (shape for shape in sources if isinstance(shape.middle, Variadic))
    runs = {(len(shape.prefix), shape.min_rank): shape.middle for shape in named}
    candidates = (
        Shape(left[:place], runs.get((place, len(left)), UNKNOWN), right[place:])
        for place in range(len(left), -1, -1)
    )
    return max(candidates, key=_precision)


def _precision(shape: Shape) -> tuple[int, bool]:
    known = sum(not isinstance(dim, Unknown) for dim in shape.prefix + shape.suffix)
    return known, isinstance(shape.middle, Variadic)


def broadcast(a: Shape, b: Shape) -> Shape:
    """The shape of an elementwise operation on the two, as TensorFlow broadcasts.

    Dims are aligned from the right; 1 stretches, and so does a missing dim. A dim
    that is not known gives way to a known one greater than 1. Raises
    `ShapeMismatch` where two dims can never go together.

    >>> print(broadcast(Shape.of(None, 3), Shape.of(4, 1)))
    [4, 3]
    >>> broadcast(Shape.of(2, 3), Shape.of(4))
    Traceback (most recent call last):
    tftypes.algebra.combine.ShapeMismatch: dim -1 is 3 in [2, 3] and 4 in [4]
    """
    for short, long in ((a, b), (b, a)):
        right = long.prefix if long.middle is None else long.suffix
        if short.rank is not None and short.rank <= len(right):
            right = right[: len(right) - short.rank] + _stretched(a, b, short.rank)
            return Shape(right) if long.middle is None else Shape(long.prefix, long.middle, right)
    if _same_frame(a, b):
        leading = (_broadcast_dim(a, b, i, a[i], b[i]) for i in range(len(a.prefix)))
        return Shape(tuple(leading), a.middle, _stretched(a, b, len(a.suffix)))
    return Shape((), UNKNOWN, _stretched(a, b, max(a.min_rank, b.min_rank)))


def _same_frame(a: Shape, b: Shape) -> bool:
    return (
        isinstance(a.middle, Variadic)
        and a.middle == b.middle
        and len(a.prefix) == len(b.prefix)
        and len(a.suffix) == len(b.suffix)
    )


def _stretched(a: Shape, b: Shape, count: int) -> Dims:
    """The last ``count`` dims of the broadcast shape."""
    return tuple(
        _broadcast_dim(a, b, i, _from_right(a, i), _from_right(b, i)) for i in range(-count, 0)
    )


def _from_right(shape: Shape, index: int) -> Dim:
    return 1 if shape.rank is not None and -index > shape.rank else shape[index]


def _broadcast_dim(a: Shape, b: Shape, axis: int, x: Dim, y: Dim) -> Dim:
    dim = broadcast_dim(x, y)
    if dim is None:
        raise ShapeMismatch(a, b, axis, x, y)
    return dim


def broadcast_dim(a: Dim, b: Dim) -> Dim | None:
    """The size two dims stretch to, UNKNOWN where unsure, None where they cannot.

    >>> n = Symbol("N")
    >>> broadcast_dim(n, 1), broadcast_dim(n, 5), broadcast_dim(n, UNKNOWN)
    (N, 5, ?)
    """
    if isinstance(a, int) and a == 1:
        return b
    if isinstance(b, int) and b == 1:
        return a
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        known = b if isinstance(a, Unknown) else a
        return known if isinstance(known, int) and known > 1 else UNKNOWN
    verdict = equal(a, b)
    if verdict:
        return b if isinstance(b, NamedInt) else a
    names = isinstance(a, Symbol) and isinstance(b, Symbol)
    if verdict is False and (names or not (_may_be_one(a) or _may_be_one(b))):
        return None
    # A number other than 1 stays, whether the other dim is the same or 1.
    return next((dim for dim in (a, b) if isinstance(dim, int)), UNKNOWN)


def _may_be_one(dim: Dim) -> bool:
    return equal(dim, 1) is not False


def broadcast_all(shapes: Iterable[Shape]) -> Shape:
    """The shape all of them broadcast to; a scalar for none of them.

    Raises `ShapeMismatch` as `broadcast` does.

    >>> print(broadcast_all([Shape.of(2, 1), Shape.of(3), Shape.scalar()]))
    [2, 3]
    """
    result = Shape.scalar()
    for shape in shapes:
        result = broadcast(result, shape)
    return result


def join(a: Shape, b: Shape) -> Shape:
    """The most precise shape that holds whichever of the two a tensor has.

    >>> print(join(Shape.of(2, 3), Shape.of(2, 4)), join(Shape.of(2, 3), Shape.of(2, 5, 3)))
    [2, ?] [2, ..., 3]
    """
    if a.rank is not None and a.rank == b.rank:
        return Shape(tuple(map(join_dim, a.prefix, b.prefix)))
    if _same_frame(a, b):
        prefix = tuple(map(join_dim, a.prefix, b.prefix))
        return Shape(prefix, a.middle, tuple(map(join_dim, a.suffix, b.suffix)))
    least = min(a.min_rank, b.min_rank)
    left = tuple(join_dim(a[i], b[i]) for i in range(least))
    right = tuple(join_dim(a[i], b[i]) for i in range(-least, 0))
    return _best_split(left, right, ())


def join_dim(a: Dim, b: Dim) -> Dim:
    """The dim that holds whichever of the two it is: itself where equal, else UNKNOWN.

    >>> join_dim(3, 3), join_dim(3, 4)
    (3, ?)
    """
    if equal(a, b) is not True:
        return UNKNOWN
    if isinstance(a, NamedInt) and not (isinstance(b, NamedInt) and a.name == b.name):
        return int(a)
    return int(b) if isinstance(b, NamedInt) and not isinstance(a, NamedInt) else a
