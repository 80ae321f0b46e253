"""A shape against a declared one: compatibility, unification, substitution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tftypes.algebra.combine import ShapeMismatch, merge, merge_dim, rank_text
from tftypes.algebra.dims import UNKNOWN, Dim, Expr, Symbol, Unknown, describe, equal, less, symbols
from tftypes.algebra.dims import substitute as substitute_dim
from tftypes.algebra.shape import Shape, Variadic

#: What unification found: a dim for the key of a symbol, a shape for that of a variadic.
Bindings = dict[Any, Any]


class UnifyError(ShapeMismatch):
    """An actual shape that does not fit a pattern.

    ``a`` is the pattern and ``b`` the actual shape; besides the attributes of
    `ShapeMismatch`, ``symbol`` is the name that would need two sizes (a `Symbol`
    or `Variadic`, None where a plain dim or the rank differs), ``bound`` what it
    had, ``found`` what it would need here.
    """

    symbol: Symbol | Variadic | None = None
    bound: Dim | Shape | None = None
    found: Dim | Shape | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return (*super().__reduce__(), vars(self))


def _two_sizes(symbol: Symbol, axis: int, pattern: Shape, actual: Shape, bound: Dim) -> UnifyError:
    found = actual[axis]
    text = f"{symbol} is {describe(bound)} and, at dim {axis} of {actual}, {describe(found)}"
    error = UnifyError(pattern, actual, axis, bound, found, text)
    error.symbol, error.bound, error.found = symbol, bound, found
    return error


def _two_runs(
    variadic: Variadic, pattern: Shape, actual: Shape, bound: Shape, found: Shape
) -> UnifyError:
    text = f"{variadic} is {bound} and, in {actual}, {found}"
    error = UnifyError(pattern, actual, message=text)
    error.symbol, error.bound, error.found = variadic, bound, found
    return error


def _wrong_dim(axis: int, pattern: Shape, actual: Shape, expected: Dim, shown: str) -> UnifyError:
    found = actual[axis]
    text = f"dim {axis} is {describe(found)}, expected {shown}"
    return UnifyError(pattern, actual, axis, expected, found, text)


def _wrong_rank(pattern: Shape, actual: Shape) -> UnifyError:
    text = f"rank is {rank_text(actual)}, expected {rank_text(pattern)}"
    return UnifyError(pattern, actual, message=text)


def compatible(actual: Shape, declared: Shape) -> bool | None:
    """Whether a tensor of the actual shape has the declared one.

    True: it always does; what is unknown in ``declared`` accepts anything. False:
    it never does. None: it depends on what is unknown.

    >>> n = Symbol("N")
    >>> compatible(Shape.of(2, 3), Shape.of(2, None)), compatible(Shape.of(None), Shape.of(3))
    (True, None)
    >>> compatible(Shape.of(2), Shape.of(3)), compatible(Shape.of(2, 3), Shape.of(n, n))
    (False, False)
    """
    verdict = _fits(actual, declared)
    if verdict is None and mismatch(actual, declared) is not None:
        return False
    return verdict


def _fits(actual: Shape, declared: Shape) -> bool | None:
    """Compatibility dim by dim."""
    if not _ranks_can_agree(declared, actual):
        return False
    verdicts = [
        True if isinstance(dim, Unknown) else equal(actual[axis], dim)
        for axis, dim in _indexed(declared)
    ]
    if isinstance(declared.middle, Variadic):
        verdicts.append(_fits_variadic(actual, declared))
    elif (
        declared.middle is None and actual.middle is not None or actual.min_rank < declared.min_rank
    ):
        verdicts.append(None)
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _fits_variadic(actual: Shape, declared: Shape) -> bool | None:
    left, right = len(declared.prefix), len(declared.suffix)
    framed = (len(actual.prefix), len(actual.suffix)) == (left, right)
    if framed and isinstance(actual.middle, Variadic):
        return actual.middle == declared.middle
    return None


def mismatch(actual: Shape, declared: Shape) -> str | None:
    """The first difference that refutes ``compatible``, in words; None where there is none.

    >>> mismatch(Shape.of(2, 3), Shape.of(2, 4))
    'dim 1 is 3, expected 4'
    >>> mismatch(Shape.of(2), Shape.of(2, 4))
    'rank is 1, expected 2'
    """
    if not _ranks_can_agree(declared, actual):
        return str(_wrong_rank(declared, actual))
    for axis, dim in _indexed(declared):
        if equal(actual[axis], dim) is False:
            return str(_wrong_dim(axis, declared, actual, dim, describe(dim)))
    if isinstance(declared.middle, Variadic) and _fits_variadic(actual, declared) is False:
        return f"{actual.middle} stands where {declared.middle} is expected"
    try:
        unify(declared, actual, {})
    except UnifyError as error:
        return str(error)
    return None


def _ranks_can_agree(pattern: Shape, actual: Shape) -> bool:
    if pattern.rank is not None and actual.min_rank > pattern.rank:
        return False
    if actual.rank is not None and pattern.min_rank > actual.rank:
        return False
    return pattern.rank is None or actual.rank is None or pattern.rank == actual.rank


def _indexed(pattern: Shape) -> list[tuple[int, Dim]]:
    """The dims of a pattern with the index that finds their counterpart."""
    right = range(-len(pattern.suffix), 0)
    return [*enumerate(pattern.prefix), *zip(right, pattern.suffix)]


def unify(pattern: Shape, actual: Shape, bindings: Mapping[Any, Any]) -> Bindings:
    """``bindings`` and what the symbols of the pattern must be for it to be ``actual``.

    Keys are those of `Symbol` (bound to a dim) and `Variadic` (bound to a shape).
    What is unknown binds nothing. Raises `UnifyError` where the shapes can never
    match; the bindings given are not changed.

    >>> n = Symbol("N")
    >>> unify(Shape.of(n, 2 * n + 1), Shape.of(3, 7), {})
    {'N': 3}
    >>> unify(Shape((n,), Variadic("Ts")), Shape.of(3, 4, 5), {})
    {'N': 3, 'Ts': [4, 5]}
    >>> unify(Shape.of(n, n), Shape.of(3, 4), {})
    Traceback (most recent call last):
    tftypes.algebra.matching.UnifyError: N is 3 and, at dim 1 of [3, 4], 4
    """
    if not _ranks_can_agree(pattern, actual):
        raise _wrong_rank(pattern, actual)
    found = dict(bindings)
    expressions: list[tuple[int, Expr]] = []
    for axis, dim in _indexed(pattern):
        if isinstance(dim, Symbol):
            _bind(dim, axis, pattern, actual, found)
        elif isinstance(dim, Expr):
            expressions.append((axis, dim))
        elif equal(dim, actual[axis]) is False:
            raise _wrong_dim(axis, pattern, actual, dim, describe(dim))
    for axis, expression in expressions:
        _solve(expression, axis, pattern, actual, found)
    for axis, expression in expressions:
        _check(expression, axis, pattern, actual, found)
    if isinstance(pattern.middle, Variadic):
        _bind_variadic(pattern.middle, pattern, actual, found)
    return found


def _bind(symbol: Symbol, axis: int, pattern: Shape, actual: Shape, found: Bindings) -> None:
    if isinstance(actual[axis], Unknown):
        return
    bound = found.get(symbol.key, UNKNOWN)
    merged = merge_dim(bound, actual[axis])
    if merged is None:
        raise _two_sizes(symbol, axis, pattern, actual, bound)
    found[symbol.key] = merged


def _solve(expression: Expr, axis: int, pattern: Shape, actual: Shape, found: Bindings) -> None:
    """Bind the one unbound symbol of ``2*N + 1``, if it is linear, from the actual dim."""
    unbound = [symbol for symbol in symbols(expression) if symbol.key not in found]
    if len(unbound) != 1:
        return
    (symbol,) = unbound
    coefficient = expression.terms.get(frozenset(((symbol, 1),)), 0)
    constant_part = expression - coefficient * symbol
    if coefficient == 0 or symbol in symbols(constant_part):
        return
    left = actual[axis] - substitute_dim(constant_part, found)
    solution = left // coefficient
    if isinstance(left, Unknown) or isinstance(solution, Unknown):
        return
    if less(solution, 0) or equal(coefficient * solution, left) is False:
        raise _wrong_dim(axis, pattern, actual, expression, str(expression))
    if equal(coefficient * solution, left):
        found[symbol.key] = solution


def _check(expression: Expr, axis: int, pattern: Shape, actual: Shape, found: Bindings) -> None:
    unbound = any(symbol.key not in found for symbol in symbols(expression))
    value = UNKNOWN if unbound else substitute_dim(expression, found)
    if equal(value, actual[axis]) is False:
        shown = str(expression) if value == expression else f"{expression} = {value}"
        raise _wrong_dim(axis, pattern, actual, value, shown)


def _bind_variadic(variadic: Variadic, pattern: Shape, actual: Shape, found: Bindings) -> None:
    p, q = len(pattern.prefix), len(pattern.suffix)
    if actual.middle is None:
        run = Shape(actual.prefix[p : len(actual.prefix) - q])
    elif p <= len(actual.prefix) and q <= len(actual.suffix):
        run = Shape(actual.prefix[p:], actual.middle, actual.suffix[: len(actual.suffix) - q])
    else:
        return
    bound = found.get(variadic.key, Shape.unknown())
    try:
        merged = merge(bound, run)
    except ShapeMismatch:
        raise _two_runs(variadic, pattern, actual, bound, run) from None
    if merged != Shape.unknown():
        found[variadic.key] = merged


def substitute(shape: Shape, bindings: Mapping[Any, Any]) -> Shape:
    """The shape with symbols and variadics replaced by what is bound to their keys.

    >>> print(substitute(Shape((Symbol("N"),), Variadic("Ts")), {"N": 3, "Ts": Shape.of(4)}))
    [3, 4]
    """
    if not bindings:
        return shape
    prefix = tuple(substitute_dim(dim, bindings) for dim in shape.prefix)
    suffix = tuple(substitute_dim(dim, bindings) for dim in shape.suffix)
    if isinstance(shape.middle, Variadic) and shape.middle.key in bindings:
        run: Shape = bindings[shape.middle.key]
        return Shape(prefix + run.prefix, run.middle, run.suffix + suffix)
    return Shape(prefix, shape.middle, suffix)
