"""The order in which a class and its bases are asked for a member: the C3 linearization."""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: They come last, whatever else there is: the first two only say what the type variables of a class are, and type
#: checkers leave them out.
LAST = ("typing.Protocol", "typing.Generic", "builtins.object")


def linearized(
    name: str, bases: Sequence[str], order: Callable[[str], tuple[str, ...]]
) -> tuple[str, ...]:
    """The class, and all its bases in their order; `order` gives that of each base.

    >>> orders = {
    ...     "A": ("A", "typing.Generic", "builtins.object"),
    ...     "B": ("B", "builtins.object"),
    ...     "C": ("C", "A", "typing.Generic", "builtins.object"),
    ... }
    >>> linearized("D", ["C", "B"], orders.__getitem__)
    ('D', 'C', 'A', 'B', 'typing.Generic', 'builtins.object')

    Raises TypeError where no order keeps that of every base.
    """
    inherited = [order(base) for base in bases]
    waiting = [[each for each in line if each not in LAST] for line in (*inherited, bases)]
    found = [name]
    while waiting := [each for each in waiting if each]:
        later = {each for line in waiting for each in line[1:]}
        head = next((line[0] for line in waiting if line[0] not in later), None)
        if head is None:
            raise TypeError(f"{name}: no order of the bases {', '.join(bases)} keeps that of each")
        found.append(head)
        waiting = [[each for each in line if each != head] for line in waiting]
    every = {each for line in inherited for each in line}
    return (*found, *(each for each in LAST if each in every))
