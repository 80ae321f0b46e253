"""The numbers of the rounds of a loop: symbols that conditions narrow, and that no two rounds share."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import Dim, Expr, Symbol, dims, symbols
from tftypes.inference.state import Trail

#: What their keys begin with: behind it stand a number of their own, and what they narrow, or None.
_ROUND: Final = "round"


def number_of_round(
    trail: Trail, name: str, most: int | Expr, narrows: Expr | None = None
) -> Symbol:
    """The number of a round, from 0 to the last one; it is not that of any other round.

    Where a condition leaves fewer rounds, it is what it `narrows`, with other bounds.
    """
    return Symbol(name, (_ROUND, trail.tick(), narrows), "soft", most)


def rounds_in(size: Expr) -> list[Symbol]:
    """The numbers of rounds in a size."""
    return [each for each in symbols(size) if isinstance(each.key, tuple) and each.key[0] == _ROUND]


def before_narrowing(size: Expr) -> Dim:
    """A size in the numbers of rounds as they were before conditions narrowed them."""
    narrowed = {
        each.key: each.key[2]
        for each in rounds_in(size)
        if isinstance(each.key, tuple) and each.key[2] is not None
    }
    made = dims.substitute(size, narrowed)
    return before_narrowing(made) if narrowed and isinstance(made, Expr) else made
