"""Shapes as values and everything done with two of them.

>>> n = Symbol("N")
>>> pattern = parse("[N, ..., 2*N]")
>>> unify(pattern, Shape.of(3, None, 6), {})
{'N': 3}
"""

from __future__ import annotations

from collections.abc import Callable

from tftypes.algebra import dims
from tftypes.algebra.combine import (
    ShapeMismatch,
    broadcast,
    broadcast_all,
    broadcast_dim,
    join,
    join_dim,
    merge,
    merge_dim,
)
from tftypes.algebra.dims import UNKNOWN, Dim, DimSyntaxError, Symbol
from tftypes.algebra.matching import Bindings, UnifyError, compatible, mismatch, substitute, unify
from tftypes.algebra.shape import Middle, Shape, Variadic, num_elements


def parse(text: str, resolve: Callable[[str], Dim] = Symbol) -> Shape:
    """The shape that a text says: ``[2, ?, 2*N + 1]``, ``[N, *Ts]``, ``[..., 3]``.

    ``resolve`` gives the dim of a name, by default a symbol. Raises
    `DimSyntaxError`, a ValueError, with the position in the text.

    >>> print(parse("[2, None, *Ts, N//2]"))
    [2, ?, *Ts, N//2]
    """
    start, stop = len(text) - len(text.lstrip()), len(text.rstrip())
    if text[start : start + 1] != "[" or text[stop - 1] != "]":
        raise DimSyntaxError(text, start, "expected '[' dims ']'")
    prefix: list[Dim] = []
    suffix: list[Dim] = []
    middle: Middle = None
    position = start + 1
    items = text[position : stop - 1].split(",")
    if not items[-1].strip():
        # A trailing comma, or nothing at all.
        del items[-1]
    for item in items:
        run = _run(text, position, item)
        if run is None:
            (prefix if middle is None else suffix).append(_dim(text, position, item, resolve))
        elif middle is None:
            middle = run
        else:
            raise DimSyntaxError(text, position, "a second run of any number of dims")
        position += len(item) + 1
    return Shape(tuple(prefix), middle, tuple(suffix))


def _run(text: str, position: int, item: str) -> Middle:
    """The middle that ``...`` or ``*Ts`` says, None for a dim."""
    item = item.strip()
    if item == "...":
        return UNKNOWN
    if not item.startswith("*"):
        return None
    name = item[1:].strip()
    if not name.isidentifier():
        raise DimSyntaxError(text, position, "expected a name after '*'")
    return Variadic(name)


def _dim(text: str, position: int, item: str, resolve: Callable[[str], Dim]) -> Dim:
    try:
        return dims.parse(item, resolve)
    except DimSyntaxError as error:
        raise DimSyntaxError(text, position + error.position, error.reason) from None


__all__ = [
    "Bindings",
    "Shape",
    "ShapeMismatch",
    "UnifyError",
    "Variadic",
    "broadcast",
    "broadcast_all",
    "broadcast_dim",
    "compatible",
    "join",
    "join_dim",
    "merge",
    "merge_dim",
    "mismatch",
    "num_elements",
    "parse",
    "substitute",
    "unify",
]
