"""What fixes change, as data: rules say what, by the place of nodes; `transform.py` does it.

Places are those of nodes of `ast`, so that a rule which finds something there needs nothing else.
Code may have several lines, which are indented by four spaces and ended by `\n` whatever the file
has. What is changed keeps its comments, and everything around it stays to the byte.
"""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

from tftypes_lint.findings import Span
from tftypes_lint.source import Source

#: The place of a node: line from 1 and column from 0, of its start and its end.
Place = tuple[int, int, int, int]


class NoPlace(ValueError):
    """A change for which the file has no place."""


class Replace(NamedTuple):
    """An expression, written differently."""

    span: Span
    code: str


class ReplaceStatement(NamedTuple):
    """A simple statement, in whose place others stand."""

    span: Span
    code: str


class Remove(NamedTuple):
    """A simple statement, taken out; `pass` stands where its block would be empty."""

    span: Span


class RemoveDecorator(NamedTuple):
    """A decorator, taken out."""

    span: Span


class Keyword(NamedTuple):
    """An argument of a call, passed by this name."""

    span: Span
    name: str


class AddParameters(NamedTuple):
    """A function or a lambda, with more parameters behind its positional ones; they default to None."""

    span: Span
    names: tuple[str, ...]


class Append(NamedTuple):
    """A class, with statements at the end of its body. They take the place of a lone `pass` or `...`."""

    span: Span
    code: str


class Prepend(NamedTuple):
    """A function, with statements at the start of its body, behind its docstring."""

    span: Span
    code: str


class ForTypeCheckers(NamedTuple):
    """Imports in the block `if TYPE_CHECKING:`, which is made where there is none."""

    code: str


class Import(NamedTuple):
    """`import module`, or `from module import name`, at the top of the file if it is not there."""

    module: str
    name: str | None = None
    alias: str | None = None


Change = (
    Replace
    | ReplaceStatement
    | Remove
    | RemoveDecorator
    | Keyword
    | AddParameters
    | Append
    | Prepend
    | ForTypeCheckers
    | Import
)
#: Kinds by how they name their place: by the whole node, or by where it starts.
EXACT: Final = (Replace, Keyword, RemoveDecorator)
STARTING: Final = (Remove, ReplaceStatement, Append, Prepend, AddParameters)
#: Those that leave nothing of what they change to others.
_Extent = Replace | ReplaceStatement | Remove | RemoveDecorator | Keyword


def replace(source: Source, node: ast.expr, code: str) -> Replace:
    """The node written differently."""
    return Replace(source.span(node), code)


def contradict(one: Change, other: Change) -> bool:
    """Whether two changes cannot both be made.

    >>> here, within = Span(1, 1, 1, 9), Span(1, 3, 1, 5)
    >>> contradict(Replace(here, "x"), Replace(within, "y"))
    True
    >>> contradict(Replace(within, "y"), Append(here, "z"))
    False
    """
    if one == other or isinstance(one, Import) or isinstance(other, Import):
        return False
    if isinstance(one, _Extent) and isinstance(other, _Extent):
        first, second = sorted((one.span, other.span))
        return second[:2] < first[2:]
    # Two that add to one place are two answers to one question.
    return (
        type(one) is type(other)
        and one[0] == other[0]
        or (isinstance(one, ForTypeCheckers) and isinstance(other, ForTypeCheckers))
    )
