"""Floor division of expressions, in canonical form.

Every rule is an identity of integers with Python's floor semantics:

- ``(x + k*c)//c == x//c + k``
- ``(g*x)//(g*c) == x//c`` for g other than 0
- ``(x//b)//c == x//(b*c)`` for c > 0
- ``x//c == -((c - 1 - x)//c)`` for c > 0, which makes the two ways of writing a
  ceiling, ``-(-x//c)`` and ``(x + c - 1)//c``, the same

>>> from tftypes.algebra.expressions import Symbol
>>> n, m = Symbol("N"), Symbol("M")
>>> (n * m + n) // n
M + 1
>>> (n // 2) // 3 == n // 6
True
>>> -(-n // 2) == (n + 1) // 2
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd

from tftypes.algebra.bounds import bounds, is_positive
from tftypes.algebra.terms import (
    ONE,
    Expr,
    Monomial,
    Quotient,
    Symbol,
    Terms,
    Value,
    atoms_of,
    collect,
    terms_of,
    times,
)


def floor_divide(a: Value, b: Value) -> Value:
    """``a // b``; ZeroDivisionError when ``b`` is the constant 0."""
    if isinstance(b, Expr):
        return _by_expression(a, b)
    if isinstance(a, Expr):
        if b == 0:
            raise ZeroDivisionError(f"{a} // 0")
        return _by_constant(a, int(b)) if b > 0 else _by_constant(-a, -int(b))
    return a // b


def _quotient(numerator: Value, denominator: Value) -> Expr:
    """``numerator // denominator``, of which one is an expression, as it stands."""
    maker = numerator if isinstance(numerator, Expr) else denominator
    assert isinstance(maker, Expr), "a quotient of constants is one"
    return maker.quotient_of(numerator, denominator)


# By a constant ------------------------------------------------------------------------


def _by_constant(a: Value, c: int) -> Value:
    """``a // c`` for c > 0."""
    whole: Terms = {}
    rest: Terms = {}
    for monomial, coefficient in terms_of(a).items():
        quotient, remainder = divmod(coefficient, c)
        if quotient:
            whole[monomial] = quotient
        if remainder:
            rest[monomial] = remainder
    atoms = atoms_of(a)
    outside = collect(whole, atoms)
    constant = rest.pop(ONE, 0)
    if not rest:
        return outside
    common = gcd(c, *rest.values())
    if common > 1:
        c //= common
        constant //= common
        rest = {m: k // common for m, k in rest.items()}
    nested = _nested_quotients(collect(rest, atoms) + constant, c)
    if nested:
        # Where two forms hold, the one that leaves less.
        return min((value + outside for value in nested), key=lambda value: len(terms_of(value)))
    # x//c and the terms outside it can also be written with the complement of x.
    complement = {m: c - k for m, k in rest.items()}
    if _is_lighter(complement, c - 1 - constant, rest, constant):
        numerator = collect(complement, atoms) + (c - 1 - constant)
        return -_quotient(numerator, c) + collect(dict.fromkeys(rest, 1), atoms) + outside
    return _quotient(collect(rest, atoms) + constant, c) + outside


def _nested_quotients(a: Value, c: int) -> list[Value]:
    """``a // c`` for a remainder with a single quotient x//b, taken once or -1 times modulo c."""
    found = _single_quotient(a)
    if found is None:
        return []
    inner, count, others = found
    x, b = inner.numerator, inner.denominator
    results: list[Value] = []
    if count == c - 1 and is_positive(b):
        # -(x//b) is a ceiling: (b - 1 - x)//b.
        results.append(floor_divide(b - 1 - x + b * others, b * c) + inner)
    if count == 1:
        results.append(floor_divide(x + b * others, b * c))
    return results


def _single_quotient(a: Value) -> tuple[Quotient, int, Value] | None:
    """``(q, k, others)`` where a is ``k*q + others`` and q its only quotient."""
    quotients = [atom for atom in atoms_of(a) if isinstance(atom, Quotient)]
    if len(quotients) != 1:
        return None
    (inner,) = quotients
    count = terms_of(a).get(frozenset(((inner, 1),)), 0)
    others = a - count * inner
    return None if inner in atoms_of(others) else (inner, count, others)


def _is_lighter(terms: Terms, constant: int, others: Terms, other_constant: int) -> bool:
    """Whether the first of two complementary remainders is the canonical one."""
    weight, other_weight = sum(terms.values()), sum(others.values())
    if weight != other_weight:
        return weight < other_weight
    if constant != other_constant:
        return constant < other_constant
    by_name = sorted(terms, key=_monomial_text)
    return [terms[m] for m in by_name] < [others[m] for m in by_name]


# By an expression ---------------------------------------------------------------------


def _by_expression(a: Value, b: Expr) -> Value:
    rank = _monomial_order(atoms_of(a) + b.atoms)
    if b.terms[_leading(b.terms, rank)] < 0:
        a, b = -a, _expression(-b)
    whole, rest = _divide_with_remainder(a, b, rank)
    if not isinstance(rest, Expr) and rest == 0:
        return whole
    rest, divisor = _cancel(rest, b)
    if not isinstance(divisor, Expr):
        return floor_divide(rest, divisor) + whole
    if not is_positive(divisor):
        return _quotient(rest, divisor) + whole
    common = gcd(*divisor.terms.values(), *(k for m, k in terms_of(rest).items() if m))
    if common > 1:
        return floor_divide(floor_divide(rest, common), floor_divide(divisor, common)) + whole
    certain = _certain_quotient(rest, divisor)
    if certain is not None:
        return whole + certain
    nested = _single_quotient(rest)
    if nested is not None:
        inner, count, others = nested
        x, c = inner.numerator, inner.denominator
        if count == 1:
            return floor_divide(x + c * others, c * divisor) + whole
        if count == -1 and is_positive(c):
            return floor_divide(c - 1 - x + c * others, c * divisor) + whole
    mirrored_whole, mirrored = _divide_with_remainder(-rest - 1, divisor, rank)
    if _cancel(mirrored, divisor)[1] != divisor:
        return -floor_divide(mirrored, divisor) - mirrored_whole + whole - 1
    if _sign_weight(mirrored) < _sign_weight(rest):
        return -_quotient(mirrored, divisor) - mirrored_whole + whole - 1
    return _quotient(rest, divisor) + whole


def _sign_weight(value: Value) -> tuple[int, bool, int, str]:
    """Which of two mirrored remainders is canonical: the one with fewer minus signs."""
    terms = terms_of(value)
    minuses = sum(k < 0 for m, k in terms.items() if m)
    size = sum(map(abs, terms.values()))
    return minuses, terms.get(ONE, 0) < 0, size, _sum_text(value)


def _expression(value: Value) -> Expr:
    assert isinstance(value, Expr), "the negative of an expression is one"
    return value


def _certain_quotient(rest: Value, divisor: Expr) -> int | None:
    """0 where ``0 <= rest < divisor`` is certain, -1 where ``-divisor <= rest < 0`` is."""
    lowest, highest = bounds(rest)
    if lowest is not None and lowest >= 0:
        gap, _ = bounds(divisor - rest)
        if gap is not None and gap > 0:
            return 0
    if highest is not None and highest < 0:
        gap, _ = bounds(divisor + rest)
        # A positive divisor exceeds what its bound, which admits 0, says of it.
        if (gap is not None and gap >= 0) or rest == -1:
            return -1
    return None


MonomialOrder = Callable[[Monomial], "tuple[int, ...]"]


def _monomial_order(atoms: tuple[Expr, ...]) -> MonomialOrder:
    """By degree, then lexicographic in the names of the atoms."""
    ordered = sorted(dict.fromkeys(atoms), key=_atom_text)

    def rank(monomial: Monomial) -> tuple[int, ...]:
        powers = dict(monomial)
        return (sum(powers.values()), *(powers.get(atom, 0) for atom in ordered))

    return rank


def _leading(terms: Mapping[Monomial, int], rank: MonomialOrder) -> Monomial:
    return max(terms, key=rank)


def _atom_text(atom: Expr) -> str:
    """A text that is the same for equal atoms, however they came about."""
    if isinstance(atom, Symbol):
        return atom.name
    assert isinstance(atom, Quotient)
    return f"~({_sum_text(atom.numerator)})/({_sum_text(atom.denominator)})"


def _monomial_text(monomial: Monomial) -> str:
    return "*".join(sorted(f"{_atom_text(atom)}^{power}" for atom, power in monomial))


def _sum_text(value: Value) -> str:
    return "+".join(sorted(f"{k}*{_monomial_text(m)}" for m, k in terms_of(value).items()))


def _divide_with_remainder(a: Value, b: Expr, rank: MonomialOrder) -> tuple[Value, Value]:
    """``(k, r)`` with ``a == k*b + r``; r is 0 whenever the polynomial b divides a."""
    head = _leading(b.terms, rank)
    head_coefficient = b.terms[head]
    left = dict(terms_of(a))
    whole: Terms = {}
    rest: Terms = {}
    while left:
        monomial = _leading(left, rank)
        factor = _divide_monomial(monomial, head)
        quotient = 0 if factor is None else left[monomial] // head_coefficient
        if factor is not None and quotient:
            whole[factor] = quotient
            for other, k in b.terms.items():
                target = times(factor, other)
                left[target] = left.get(target, 0) - quotient * k
        coefficient = left.pop(monomial)
        if coefficient:
            rest[monomial] = coefficient
        left = {m: k for m, k in left.items() if k}
    atoms = atoms_of(a) + b.atoms
    return collect(whole, atoms), collect(rest, atoms)


def _divide_monomial(a: Monomial, b: Monomial) -> Monomial | None:
    """The monomial a / b, or None where b does not divide a."""
    powers = dict(a)
    for atom, power in b:
        left = powers.get(atom, 0) - power
        if left < 0:
            return None
        if left:
            powers[atom] = left
        else:
            del powers[atom]
    return frozenset(powers.items())


def _cancel(a: Value, b: Expr) -> tuple[Value, Value]:
    """a and b without the constant and the monomial that divide all terms of both."""
    terms = [*terms_of(a).items(), *b.terms.items()]
    constant = gcd(*(coefficient for _, coefficient in terms))
    shared = dict(terms[0][0])
    for monomial, _ in terms[1:]:
        powers = dict(monomial)
        shared = {atom: min(p, powers[atom]) for atom, p in shared.items() if atom in powers}
    if constant == 1 and not shared:
        return a, b
    common = frozenset(shared.items())

    def reduced(value: Value) -> Value:
        quotients: Terms = {}
        for monomial, coefficient in terms_of(value).items():
            factor = _divide_monomial(monomial, common)
            assert factor is not None, "a common factor divides every monomial"
            quotients[factor] = coefficient // constant
        return collect(quotients, atoms_of(value))

    return reduced(a), reduced(b)
