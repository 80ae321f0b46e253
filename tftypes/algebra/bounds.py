"""The range in which an expression certainly lies, given that sizes are >= 0 and at most what their symbols say."""

from __future__ import annotations

from tftypes.algebra.terms import Expr, Monomial, Quotient, Symbol, Value, product

#: Lowest and highest value, None where there is no bound.
Range = tuple["int | None", "int | None"]


def bounds(value: Value) -> Range:
    """A range that contains the value for all sizes >= 0 for which it is defined.

    >>> from tftypes.algebra.expressions import Symbol
    >>> bounds(Symbol("N") + 1), bounds(3 - Symbol("N")), bounds(Symbol("N") % 4)
    ((1, None), (None, 3), (0, 3))
    >>> bounds(Symbol("N") - Symbol("i", most=Symbol("N") - 3))
    (3, None)
    """
    least, most = _extreme(value, -1), _extreme(value, 1)
    lower, upper = _of_terms(least)[0], _of_terms(most)[1]
    if lower is None:
        lower = _relaxed(least, 1)
    if upper is None:
        relaxed = _relaxed(most, -1)
        upper = None if relaxed is None else -relaxed
    return lower, upper


def _extreme(value: Value, sign: int) -> Value:
    """The value with the largest that a symbol may be in place of those that move it in a direction."""
    while isinstance(value, Expr):
        for monomial, factor in value.terms.items():
            atom = _only(monomial)
            if isinstance(atom, Symbol) and atom.most is not None and factor * sign > 0:
                break
        else:
            break
        value = value + factor * (atom.most - atom)
    return value


def _only(monomial: Monomial) -> Expr | None:
    """The atom that a monomial is, without a power."""
    if len(monomial) != 1:
        return None
    ((atom, power),) = monomial
    return atom if power == 1 else None


def is_positive(divisor: Value) -> bool:
    """Whether a divisor, which is never zero, is certainly positive."""
    lower, _ = bounds(divisor)
    return lower is not None and lower >= 0


def _of_terms(value: Value) -> Range:
    """Sum of the ranges of the terms, each on its own."""
    if not isinstance(value, Expr):
        return int(value), int(value)
    lower: int | None = 0
    upper: int | None = 0
    for monomial, coefficient in value.terms.items():
        low, high = _of_monomial(monomial)
        if coefficient < 0:
            low, high = high, low
        lower = None if lower is None or low is None else lower + coefficient * low
        upper = None if upper is None or high is None else upper + coefficient * high
    return lower, upper


def _of_monomial(monomial: Monomial) -> Range:
    if not monomial:
        return 1, 1
    lower: int | None = 1
    upper: int | None = 1
    for atom, power in monomial:
        low, high = (0, None) if isinstance(atom, Symbol) else _of_quotient(atom)
        if low is None or low < 0:
            # An even power of something negative is not negative; a product may be anything.
            if len(monomial) == 1 and power == 1:
                return low, high
            return (0 if len(monomial) == 1 and power % 2 == 0 else None), None
        lower = None if lower is None else lower * low**power
        upper = None if upper is None or high is None else upper * high**power
    return lower, upper


def _of_quotient(atom: Expr) -> Range:
    assert isinstance(atom, Quotient)
    low, high = bounds(atom.numerator)
    c = atom.denominator
    if not isinstance(c, Expr):
        return (None if low is None else low // c), (None if high is None else high // c)
    least, _ = bounds(c)
    if least is None or least < 0:
        return None, None
    # A divisor >= 1 moves the numerator towards 0, or to -1 from below.
    least = max(least, 1)
    lower = None if low is None else (0 if low >= 0 else low // least)
    upper = None if high is None else (high // least if high >= 0 else -1)
    return lower, upper


def _relaxed(value: Value, sign: int) -> int | None:
    """A lower bound of ``sign * value`` through ``x - c + 1 <= c*(x//c) <= x``.

    It relates a quotient to the terms outside it, as in ``N - 2*(N//2) >= 0``.
    """
    if not isinstance(value, Expr) or not any(isinstance(each, Quotient) for each in value.atoms):
        return None
    scale = 1
    total: Value = 0
    for monomial, coefficient in value.terms.items():
        coefficient *= sign
        quotient = _linear_quotient(monomial)
        if quotient is None:
            total += scale * coefficient * product(monomial)
            continue
        numerator, c = quotient
        factor = scale * coefficient
        total = c * total + factor * numerator - (factor * (c - 1) if factor > 0 else 0)
        scale *= c
    lower, _ = _of_terms(total)
    return None if lower is None else -(-lower // scale)


def _linear_quotient(monomial: Monomial) -> tuple[Value, int] | None:
    atom = _only(monomial)
    if isinstance(atom, Quotient) and not isinstance(atom.denominator, Expr):
        return atom.numerator, atom.denominator
    return None
