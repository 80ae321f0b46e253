"""The order in which a class and its bases are asked for a member: the C3 linearization."""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: What says the type variables of a class; Python looks at it after the other bases.
LAST = ("typing.Protocol", "typing.Generic")


def linearized(
    name: str, bases: Sequence[str], order: Callable[[str], tuple[str, ...]]
) -> tuple[str, ...]:
    """The class, and all its bases in their order; `order` gives that of each base.

    >>> orders = {"A": ("A", "object"), "B": ("B", "object"), "C": ("C", "A", "object")}
    >>> linearized("D", ["C", "B"], orders.__getitem__)
    ('D', 'C', 'A', 'B', 'object')

    Raises TypeError where no order keeps that of every base.
    """
    direct = [base for base in bases if base not in LAST]
    inherited = {each for base in direct for each in order(base)}
    direct += [base for base in LAST if base in bases and base not in inherited]
    waiting = [list(order(base)) for base in direct] + [direct]
    found = [name]
    while waiting := [each for each in waiting if each]:
        later = {each for line in waiting for each in line[1:]}
        head = next((line[0] for line in waiting if line[0] not in later), None)
        if head is None:
            raise TypeError(f"{name}: no order of the bases {', '.join(bases)} keeps that of each")
        found.append(head)
        waiting = [[each for each in line if each != head] for line in waiting]
    return tuple(found)
