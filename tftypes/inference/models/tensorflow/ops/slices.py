"""The size of a slice of a dim."""

from __future__ import annotations

from tftypes.algebra import UNKNOWN, Dim, Expr, Unknown, less

from .values import is_number


def sliced(dim: Dim, start: Dim | None, stop: Dim | None, step: Dim | None) -> Dim:
    """The size of a slice of a dim.

    >>> sliced(10, 2, -3, None), sliced(10, None, None, -3), sliced(UNKNOWN, None, 2, None)
    (5, 4, ?)
    """
    stride = 1 if step is None else step
    if not is_number(stride):
        return UNKNOWN
    if is_number(dim) and all(part is None or is_number(part) for part in (start, stop)):
        return len(range(*slice(start, stop, stride).indices(dim)))
    if stride != 1:
        return (
            dim if (start, stop, stride) == (None, None, -1) else _strided(dim, start, stop, stride)
        )
    if isinstance(dim, Unknown) and not (is_number(start) and is_number(stop)):
        return dim if start in (None, 0) and stop is None else UNKNOWN
    return _symbolic(dim, start, stop)


def _strided(dim: Dim, start: Dim | None, stop: Dim | None, stride: int) -> Dim:
    """A whole symbolic dim in steps: its size divided, rounded up."""
    if start in (None, 0) and stop is None and stride > 0 and isinstance(dim, Expr):
        return (dim + (stride - 1)) // stride
    return UNKNOWN


def _symbolic(dim: Dim, start: Dim | None, stop: Dim | None) -> Dim:
    """A slice of step 1 where the dim or the ends are symbols, as far as it is sure to lie within the dim."""
    low = _end(dim, 0 if start is None else start)
    high = _end(dim, dim if stop is None else stop)
    if low is None or high is None or less(high, low) is not False:
        if (
            low is not None
            and high is not None
            and is_number(low)
            and is_number(high)
            and high <= low
        ):
            return 0
        return UNKNOWN
    if less(dim, high) is not False or less(dim, low) is not False:
        return UNKNOWN
    return high - low


def _end(dim: Dim, end: Dim) -> Dim | None:
    """An end counted from the front; None where that is not known."""
    if isinstance(end, Unknown):
        return None
    negative = less(end, 0)
    if negative is None:
        return None
    if not negative:
        return end
    return None if isinstance(dim, Unknown) else dim + end
