"""Three-valued comparison of dims: proved, refuted, or None where neither."""

from __future__ import annotations

from math import gcd

from tftypes.algebra.bounds import bounds
from tftypes.algebra.expressions import ONE, Expr, Symbol
from tftypes.algebra.values import Dim, Unknown


def equal(a: Dim, b: Dim) -> bool | None:
    """Whether two dims are the same size.

    Different names never match, so two different bare symbols are refuted; a
    symbol and a number are not decided.

    >>> n, m = Symbol("N"), Symbol("M")
    >>> equal(2 * n, n + n), equal(n, m), equal(n, 3)
    (True, False, None)
    >>> equal(n, n + 1), equal(n + 1, 0), equal(2 * n, 7), equal(2 * n, 2 * m)
    (False, False, False, False)
    """
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return None
    if not isinstance(a, Expr) and not isinstance(b, Expr):
        return a == b
    if a == b:
        return True
    difference = a - b
    if not isinstance(difference, Expr):
        return False
    lower, upper = bounds(difference)
    if (lower is not None and lower > 0) or (upper is not None and upper < 0):
        return False
    return False if _is_indivisible(difference) or _is_of_two_names(difference) else None


def _is_indivisible(difference: Expr) -> bool:
    """Whether a divisor of all other coefficients does not divide the constant."""
    others = (k for monomial, k in difference.terms.items() if monomial)
    return difference.terms.get(ONE, 0) % gcd(*others) != 0


def _is_of_two_names(difference: Expr) -> bool:
    """Whether it is ``k*N - k*M``, which is 0 only where two names match."""
    return (
        len(difference.terms) == 2
        and sum(difference.terms.values()) == 0
        and all(_is_name(dict(monomial)) for monomial in difference.terms)
    )


def _is_name(powers: dict[Expr, int]) -> bool:
    return len(powers) == 1 and all(isinstance(a, Symbol) and p == 1 for a, p in powers.items())


def less(a: Dim, b: Dim) -> bool | None:
    """Whether ``a < b``; sizes are >= 0.

    >>> n = Symbol("N")
    >>> less(n, n + 1), less(n + 3, 2), less(n, 3), less(n // 2, n + 1)
    (True, False, None, True)
    """
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return None
    if not isinstance(a, Expr) and not isinstance(b, Expr):
        return a < b
    lower, upper = bounds(b - a)
    if lower is not None and lower > 0:
        return True
    if upper is not None and upper <= 0:
        return False
    return None
