"""Expressions as text, the way a user writes them.

The canonical form of ``(H - K)//2`` is ``(H + K)//2 - K``; of the equivalent
spellings that are tried, the one with the fewest minus signs is printed, the
shortest of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tftypes.algebra.terms import Expr, Monomial, Quotient, Symbol, Value, product, terms_of


def to_text(value: Value) -> str:
    """Python source of the expression.

    >>> from tftypes.algebra.expressions import Symbol
    >>> h, k = Symbol("H"), Symbol("K")
    >>> print(to_text((h - k) // 2 + 1), to_text(h % 3), sep=", ")
    (H - K)//2 + 1, H % 3
    """
    return _text(value, _EFFORT)


#: Levels of nesting at which other spellings are tried, and terms up to which.
_EFFORT = 2
_MAX_TERMS = 8


def _text(value: Value, effort: int) -> str:
    if isinstance(value, Symbol):
        return value.name
    if not isinstance(value, Expr):
        return str(value)
    best = _split(value, effort)
    if effort and len(value.terms) <= _MAX_TERMS:
        # Each fraction in turn takes in those outer terms that make the whole simpler.
        for i in range(len(best.fractions)):
            best = min([best, *_rewritings(best, i)], key=_complexity)
    return _sum_text(best)


class _Fraction(NamedTuple):
    """``coefficient * (numerator // denominator)``, or `` % `` instead of ``//``."""

    coefficient: int
    numerator: Value
    operator: str
    denominator: Value
    place: int


class _Spelling(NamedTuple):
    """A sum of fractions and of terms without one."""

    outside: Value
    fractions: tuple[_Fraction, ...]
    places: dict[Expr, int]
    effort: int


def _split(value: Expr, effort: int) -> _Spelling:
    places = {atom: place for place, atom in enumerate(value.atoms)}
    fractions: list[_Fraction] = []
    outside: Value = 0
    for monomial, coefficient in value.terms.items():
        atom = next((a for a, _ in monomial), None)
        if isinstance(atom, Quotient) and monomial == frozenset(((atom, 1),)):
            parts = atom.numerator, "//", atom.denominator
            fractions.append(_Fraction(coefficient, *parts, places[atom]))
        else:
            outside = outside + coefficient * product(monomial)
    return _Spelling(outside, tuple(fractions), places, max(0, effort - 1))


def _rewritings(spelling: _Spelling, i: int) -> Iterator[_Spelling]:
    """Spellings of the same value with the i-th fraction written differently."""
    fractions = spelling.fractions
    for outside, fraction in _alternatives(spelling.outside, fractions[i]):
        replaced = (*fractions[:i], fraction, *fractions[i + 1 :])
        yield spelling._replace(outside=outside, fractions=replaced)


def _alternatives(outside: Value, fraction: _Fraction) -> Iterator[tuple[Value, _Fraction]]:
    k, numerator, _, c, place = fraction
    if not isinstance(c, Expr) and k % c == 0:
        share = k // c
        yield outside + share * numerator, _Fraction(-share, numerator, " % ", c, place)
    forms = [fraction]
    if k < 0 and not isinstance(c, Expr):
        # A quotient taken away is a ceiling added.
        forms.append(_Fraction(-k, c - 1 - numerator, "//", c, place))
    for form in forms:
        factor, within = form.coefficient, terms_of(form.numerator)
        # Terms that cancel something inside; anything else is as well where it stands.
        terms = {
            monomial: a // factor
            for monomial, a in terms_of(outside).items()
            if a % factor == 0 and a // factor * within.get(monomial, 0) < 0
        }
        for taken in [*({monomial: a} for monomial, a in terms.items()), terms]:
            inner: Value = 0
            for monomial, coefficient in taken.items():
                inner = inner + coefficient * product(monomial)
            moved = form._replace(numerator=form.numerator + c * inner)
            yield outside - factor * inner, moved


def _complexity(spelling: _Spelling) -> tuple[int, int]:
    text = _sum_text(spelling)
    return text.count("-"), len(text)


class _Part(NamedTuple):
    """A summand: where it stands, its sign, its text without it, its text after a unary minus."""

    order: tuple[int, Sequence[int]]
    is_negative: bool
    text: str
    operand: str


def _sum_text(spelling: _Spelling) -> str:
    """Positive parts first, the constant last unless it alone is positive."""
    _, fractions, places, effort = spelling
    parts: list[_Part] = []
    constant = 0
    for monomial, coefficient in terms_of(spelling.outside).items():
        if monomial:
            order = sorted(_place(atom, places) for atom, power in monomial for _ in range(power))
            text = _product_text(monomial, abs(coefficient), places, effort)
            parts.append(_Part((-len(order), order), coefficient < 0, text, text))
        else:
            constant = coefficient
    for fraction in fractions:
        k, numerator, operator, c, place = fraction
        text = f"{_grouped(numerator, effort)}{operator}{_grouped(c, effort)}"
        operand = f"({text})"
        if abs(k) != 1:
            text = operand = f"{abs(k)}*({text})"
        parts.append(_Part((-1, [place]), k < 0, text, operand))
    parts.sort(key=lambda part: (part.is_negative, part.order))
    if constant:
        first = constant > 0 and all(part.is_negative for part in parts)
        text = str(abs(constant))
        parts.insert(0 if first else len(parts), _Part((0, []), constant < 0, text, text))
    return _join(parts)


def _place(atom: Expr, places: dict[Expr, int]) -> int:
    """Where an atom was first written; last for one that comes out of a fraction."""
    return places.get(atom, len(places))


def _join(parts: list[_Part]) -> str:
    if not parts:
        return "0"
    first, *others = parts
    text = f"-{first.operand}" if first.is_negative else first.text
    for part in others:
        text += f" - {part.text}" if part.is_negative else f" + {part.text}"
    return text


def _product_text(
    monomial: Monomial, coefficient: int, places: dict[Expr, int], effort: int
) -> str:
    factors = [str(coefficient)] if coefficient != 1 else []
    for atom, power in sorted(monomial, key=lambda pair: _place(pair[0], places)):
        factors += [_grouped(atom, effort)] * power
    return "*".join(factors)


def _grouped(value: Value, effort: int) -> str:
    text = _text(value, effort)
    return text if isinstance(value, Symbol) or text.isdigit() else f"({text})"
