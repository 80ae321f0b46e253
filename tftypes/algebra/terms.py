"""The terms of expressions: monomials with coefficients, and what adds and multiplies them.

A polynomial maps monomials to integer coefficients; a monomial is a set of (atom, exponent) pairs; an atom is a `Symbol`
or a `Quotient`. Nothing here divides or prints: an expression of these classes is made by one of the classes in
`tftypes.algebra.expressions`, which do.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Literal, Union

Monomial = frozenset["tuple[Expr, int]"]
Terms = dict[Monomial, int]
#: A value that arithmetic on known sizes yields: a constant or an expression.
Value = Union[int, "Expr"]
#: Whose name a symbol is: the program's (a type variable, a dimension), or the engine's, which may equal any other.
SymbolKind = Literal["typevar", "dimension", "soft", "batch"]

ONE: Monomial = frozenset()


class Expr:
    """A non-constant integer expression; immutable.

    Arithmetic with ints and other expressions follows Python's ints, floor
    semantics of ``//`` and ``%`` included, and gives an ``int`` whenever the
    result is constant. Every symbol stands for a size, an integer >= 0, and a
    divisor is never zero.
    """

    __slots__ = ("_hash", "atoms", "terms")
    _hash: int
    #: Coefficients by monomial, none of them zero.
    terms: Mapping[Monomial, int]
    #: Symbols and quotients of the polynomial, in the order written.
    atoms: tuple[Expr, ...]

    def __hash__(self) -> int:
        return self._hash

    def __add__(self, other: Value) -> Value:
        return add(self, other) if isinstance(other, (int, Expr)) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Value) -> Value:
        return add(self, other, -1) if isinstance(other, (int, Expr)) else NotImplemented

    def __rsub__(self, other: int) -> Value:
        return add(other, self, -1) if isinstance(other, int) else NotImplemented

    def __neg__(self) -> Value:
        return scale(self, -1)

    def __pos__(self) -> Expr:
        return self

    def __mul__(self, other: Value) -> Value:
        return multiply(self, other) if isinstance(other, (int, Expr)) else NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other: Value) -> Value:
        raise NotImplementedError

    def __rfloordiv__(self, other: int) -> Value:
        raise NotImplementedError

    def __mod__(self, other: Value) -> Value:
        raise NotImplementedError

    def __rmod__(self, other: int) -> Value:
        raise NotImplementedError

    def sum_of(self, terms: Terms, atoms: tuple[Expr, ...]) -> Expr:
        """Another expression of this one's family: a sum of terms that is neither a constant nor a single atom."""
        raise NotImplementedError

    def quotient_of(self, numerator: Value, denominator: Value) -> Expr:
        """Another expression of this one's family: a quotient that no rule simplifies further."""
        raise NotImplementedError


class Symbol(Expr):
    """One size that has a name: a type variable or a dimension without a value.

    ``key`` is its identity (by default the name): two symbols are equal when
    their keys are, whatever their names. ``most`` is the largest value that it
    may have, None where there is no bound.
    """

    __slots__ = ("key", "kind", "most", "name")
    name: str
    key: Hashable
    kind: SymbolKind
    most: Value | None

    def __init__(
        self,
        name: str,
        key: Hashable = None,
        kind: SymbolKind = "typevar",
        most: Value | None = None,
    ) -> None:
        self.name = name
        self.key = name if key is None else key
        self.kind = kind
        self.most = most
        self._hash = hash((Symbol, self.key))
        self.terms = {frozenset(((self, 1),)): 1}
        self.atoms = (self,)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Symbol) and self.key == other.key)

    __hash__ = Expr.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.name, self.key, self.kind, self.most)


class Quotient(Expr):
    """``numerator // denominator`` that no rule simplifies further.

    Only floor division makes one; anyone else divides with ``//``.
    """

    __slots__ = ("denominator", "numerator")
    numerator: Value
    denominator: Value

    def __init__(self, numerator: Value, denominator: Value) -> None:
        self.numerator = numerator
        self.denominator = denominator
        self._hash = hash((Quotient, numerator, denominator))
        self.terms = {frozenset(((self, 1),)): 1}
        self.atoms = (self,)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Quotient)
            and self._hash == other._hash
            and self.numerator == other.numerator
            and self.denominator == other.denominator
        )

    __hash__ = Expr.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.numerator, self.denominator)


class Polynomial(Expr):
    """A sum of terms that is neither a constant nor a single atom."""

    __slots__ = ()

    def __init__(self, terms: Terms, atoms: tuple[Expr, ...]) -> None:
        self.terms = terms
        self.atoms = atoms
        self._hash = hash(frozenset(terms.items()))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Polynomial)
            and self._hash == other._hash
            and self.terms == other.terms
        )

    __hash__ = Expr.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        # Hashes of strings differ between processes: rebuild rather than copy them.
        return _rebuild, (tuple((tuple(m), c) for m, c in self.terms.items()), self.atoms)


def _rebuild(
    terms: tuple[tuple[tuple[tuple[Expr, int], ...], int], ...], atoms: tuple[Expr, ...]
) -> Value:
    return collect({frozenset(m): c for m, c in terms}, atoms)


def terms_of(value: Value) -> Mapping[Monomial, int]:
    """Coefficients by monomial of a constant or an expression."""
    if isinstance(value, Expr):
        return value.terms
    return {ONE: int(value)} if value else {}


def atoms_of(value: Value) -> tuple[Expr, ...]:
    """Atoms of a constant (none) or of an expression."""
    return value.atoms if isinstance(value, Expr) else ()


def collect(terms: Terms, atoms: tuple[Expr, ...]) -> Value:
    """The simplest value with these terms; ``atoms`` may name too many, never too few."""
    if not terms:
        return 0
    if len(terms) == 1:
        ((monomial, coefficient),) = terms.items()
        if not monomial:
            return coefficient
        if coefficient == 1 and len(monomial) == 1:
            ((atom, power),) = monomial
            if power == 1:
                return atom
    if len(atoms) > 1:
        present = {atom for monomial in terms for atom, _ in monomial}
        atoms = tuple(atom for atom in dict.fromkeys(atoms) if atom in present)
    return atoms[0].sum_of(terms, atoms)


def add(a: Value, b: Value, factor: int = 1) -> Value:
    """``a + factor * b``."""
    terms = dict(terms_of(a))
    for monomial, coefficient in terms_of(b).items():
        total = terms.get(monomial, 0) + factor * coefficient
        if total:
            terms[monomial] = total
        else:
            terms.pop(monomial, None)
    return collect(terms, atoms_of(a) + atoms_of(b))


def scale(a: Expr, factor: int) -> Value:
    """``a * factor`` for a constant factor."""
    if factor == 0:
        return 0
    return collect({m: c * int(factor) for m, c in a.terms.items()}, a.atoms)


def multiply(a: Expr, b: Value) -> Value:
    """``a * b``, multiplied out."""
    if not isinstance(b, Expr):
        return scale(a, b)
    terms: Terms = {}
    for m1, c1 in a.terms.items():
        for m2, c2 in b.terms.items():
            monomial = times(m1, m2)
            total = terms.get(monomial, 0) + c1 * c2
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
    return collect(terms, a.atoms + b.atoms)


def times(a: Monomial, b: Monomial) -> Monomial:
    """Product of two monomials."""
    if not a or not b:
        return a or b
    powers = dict(a)
    for atom, power in b:
        powers[atom] = powers.get(atom, 0) + power
    return frozenset(powers.items())


def product(monomial: Monomial) -> Value:
    """The value of a monomial."""
    return collect({monomial: 1}, tuple(atom for atom, _ in monomial))
