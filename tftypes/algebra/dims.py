"""One dimension of a shape as a value: a size, a named size, an expression, or unknown.

>>> n = Symbol("N")
>>> 2 * n + UNKNOWN
?
>>> equal(n, n), equal(n, Symbol("M")), equal(n, 3)
(True, False, None)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tftypes.algebra.bounds import bounds
from tftypes.algebra.comparison import equal, less
from tftypes.algebra.expressions import Expr, Quotient, Symbol, Value
from tftypes.algebra.grammar import DimSyntaxError, parse
from tftypes.algebra.values import UNKNOWN, Dim, NamedInt, Unknown, describe


def substitute(dim: Dim, bindings: Mapping[Any, object]) -> Dim:
    """The dim with symbols replaced by the dims bound to their keys.

    Unbound symbols stay. A division by zero that this makes gives UNKNOWN.

    >>> substitute(2 * Symbol("N") + 1, {"N": 4})
    9
    """
    if not isinstance(dim, Expr) or not bindings:
        return dim
    try:
        return _substitute(dim, bindings)
    except ZeroDivisionError:
        return UNKNOWN


def _substitute(dim: Value, bindings: Mapping[Any, object]) -> Dim:
    if isinstance(dim, Symbol):
        bound = bindings.get(dim.key, dim)
        assert isinstance(bound, (int, Expr, Unknown)), f"{dim} is bound to {bound!r}, not a dim"
        return bound
    if isinstance(dim, Quotient):
        return _substitute(dim.numerator, bindings) // _substitute(dim.denominator, bindings)
    if not isinstance(dim, Expr):
        return dim
    replaced = {atom: _substitute(atom, bindings) for atom in dim.atoms}
    total: Dim = 0
    for monomial, coefficient in dim.terms.items():
        term: Dim = coefficient
        for atom, power in monomial:
            for _ in range(power):
                term = term * replaced[atom]
        total = total + term
    return total


def symbols(dim: Dim) -> tuple[Symbol, ...]:
    """The symbols in a dim, each once, in the order written.

    >>> symbols((Symbol("H") - Symbol("K")) // 2 + Symbol("H"))
    (H, K)
    """
    return tuple(dict.fromkeys(_symbols(dim)))


def _symbols(dim: Dim) -> list[Symbol]:
    if isinstance(dim, Symbol):
        return [dim]
    if isinstance(dim, Quotient):
        return _symbols(dim.numerator) + _symbols(dim.denominator)
    if isinstance(dim, Expr):
        return [symbol for atom in dim.atoms for symbol in _symbols(atom)]
    return []


def as_dim(dim: Dim | None) -> Dim:
    """A dim as users write it, where None is the unknown one.

    >>> as_dim(None), as_dim(3)
    (?, 3)
    """
    return UNKNOWN if dim is None else dim


__all__ = [
    "UNKNOWN",
    "Dim",
    "DimSyntaxError",
    "Expr",
    "NamedInt",
    "Symbol",
    "Unknown",
    "as_dim",
    "bounds",
    "describe",
    "equal",
    "less",
    "parse",
    "substitute",
    "symbols",
]
