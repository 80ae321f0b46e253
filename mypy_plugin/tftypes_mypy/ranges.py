"""Where loops, branches and functions begin and end: what a node is in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mypy import nodes
from mypy.nodes import Node

from tftypes_mypy.syntax import Place

LOOPS: Final = (nodes.ForStmt, nodes.WhileStmt, nodes.GeneratorExpr)
#: What may run never, or more than once, or at any time.
RANGED: Final = frozenset(
    {*LOOPS, nodes.IfStmt, nodes.TryStmt, nodes.MatchStmt, nodes.FuncDef, nodes.LambdaExpr}
)


class Ranges:
    """Some parts of a code."""

    def __init__(self, parts: Iterable[tuple[Place, Place]]) -> None:
        self._parts = list(parts)
        self._known: dict[Place, frozenset[Place]] = {}

    @classmethod
    def of(cls, among: Iterable[Node], kinds: tuple[type[Node], ...]) -> Ranges:
        """Those that are nodes of these kinds."""
        return cls((begin(node), end(node)) for node in among if isinstance(node, kinds))

    @classmethod
    def of_branches(cls, among: Iterable[Node]) -> Ranges:
        """Those of statements that may not run at all."""
        return cls(part for node in among for part in _branches(node))

    def around(self, node: Node) -> frozenset[Place]:
        """Where those of the parts begin that a node is in."""
        place = begin(node)
        found = self._known.get(place)
        if found is None:
            found = frozenset(first for first, last in self._parts if first <= place < last)
            self._known[place] = found
        return found


def begin(node: Node) -> Place:
    return node.line, node.column


def end(node: Node) -> Place:
    return node.end_line or node.line, node.end_column or node.column


def _branches(node: Node) -> Iterator[tuple[Place, Place]]:
    """Where the parts of a statement begin and end of which a run may go through one and not through another."""
    blocks: Sequence[nodes.Block | None] = ()
    if isinstance(node, nodes.IfStmt):
        blocks = [*node.body, node.else_body]
    elif isinstance(node, nodes.MatchStmt):
        blocks = node.bodies
    elif isinstance(node, (nodes.ForStmt, nodes.WhileStmt)):
        blocks = [node.body, node.else_body]
    elif isinstance(node, nodes.TryStmt):
        yield begin(node), end(node)
    first = begin(node)
    for block in blocks:
        if block is not None and block.body:
            last = end(block.body[-1])
            yield first, last
            first = last  # where nothing else begins
