"""Integer polynomials over symbols and floor quotients, kept in canonical form.

A polynomial maps monomials to integer coefficients; a monomial is a set of
(atom, exponent) pairs; an atom is a `Symbol` or a `Quotient`. Atoms are
expressions themselves, and a constant is always a plain `int`, so the result of
an operation is the simplest thing that holds its value:

>>> n = Symbol("N")
>>> 2 * n + 1
2*N + 1
>>> (n + 1) - 1 is n
True
>>> n - n
0

Equality and hashing are structural on the canonical form; the order in which
atoms were first written only matters for printing.
"""

from __future__ import annotations

from tftypes.algebra import terms as data
from tftypes.algebra.division import floor_divide
from tftypes.algebra.printing import to_text
from tftypes.algebra.terms import ONE, Expr, SymbolKind, Terms, Value

__all__ = ["ONE", "Expr", "Polynomial", "Quotient", "Symbol", "SymbolKind", "Value"]


class _Arithmetic(Expr):
    """What an expression does besides adding and multiplying."""

    __slots__ = ()

    def __floordiv__(self, other: Value) -> Value:
        return floor_divide(self, other) if isinstance(other, (int, Expr)) else NotImplemented

    def __rfloordiv__(self, other: int) -> Value:
        return floor_divide(other, self) if isinstance(other, int) else NotImplemented

    def __mod__(self, other: Value) -> Value:
        return _modulo(self, other) if isinstance(other, (int, Expr)) else NotImplemented

    def __rmod__(self, other: int) -> Value:
        return _modulo(other, self) if isinstance(other, int) else NotImplemented

    def __str__(self) -> str:
        return to_text(self)

    __repr__ = __str__

    def sum_of(self, terms: Terms, atoms: tuple[Expr, ...]) -> Expr:
        return Polynomial(terms, atoms)

    def quotient_of(self, numerator: Value, denominator: Value) -> Expr:
        return Quotient(numerator, denominator)


class Symbol(_Arithmetic, data.Symbol):
    """One size that has a name: a type variable or a dimension without a value.

    ``key`` is its identity (by default the name): two symbols are equal when
    their keys are, whatever their names. ``most`` is the largest value that it
    may have, None where there is no bound.

    >>> Symbol("N") == Symbol("N"), Symbol("N", key=1) == Symbol("N", key=2)
    (True, False)
    """

    __slots__ = ()


class Quotient(_Arithmetic, data.Quotient):
    """``numerator // denominator`` that no rule simplifies further.

    Only floor division makes one; anyone else divides with ``//``.
    """

    __slots__ = ()


class Polynomial(_Arithmetic, data.Polynomial):
    """A sum of terms that is neither a constant nor a single atom."""

    __slots__ = ()


def _modulo(a: Value, b: Value) -> Value:
    return a - b * floor_divide(a, b)
