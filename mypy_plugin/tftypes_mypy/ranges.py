"""Where loops, branches and functions begin and end: what a node is in."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
        #: Where a part begins or ends, in their order, and what is around from there on.
        self._borders, self._around = _swept(parts)

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
        return self._around[bisect_right(self._borders, begin(node))]


def _swept(parts: Iterable[tuple[Place, Place]]) -> tuple[list[Place], list[frozenset[Place]]]:
    """The borders of parts, and which are around a place that has so many borders above it: none above the first."""
    changes: defaultdict[Place, list[tuple[Place, int]]] = defaultdict(list)
    for first, last in parts:
        if first < last:
            changes[first].append((first, 1))
            changes[last].append((first, -1))
    borders, around = sorted(changes), [frozenset[Place]()]
    inside: defaultdict[Place, int] = defaultdict(int)  # how many that begin there
    for border in borders:
        for first, step in changes[border]:
            inside[first] += step
            if not inside[first]:
                del inside[first]
        around.append(frozenset(inside))
    return borders, around


#: Where branches begin, and whether a run goes through each of them: of others that is not known.
Ways = Mapping[Place, bool]


def ways(statements: Iterable[nodes.IfStmt]) -> Ways:
    """Those that conditions tell which are a number by now: `if 1:`."""
    found: dict[Place, bool] = {}
    for statement in statements:
        is_passed: bool | None = False  # whether a run goes through one above
        for number, (first, _) in enumerate(_branches(statement)):
            holds: bool | None = True
            if number < len(statement.expr):
                condition = statement.expr[number]
                holds = bool(condition.value) if isinstance(condition, nodes.IntExpr) else None
            if is_passed or holds is False:
                found[first] = False
            elif holds is None or is_passed is None:
                is_passed = None
            else:
                found[first] = is_passed = True
    return found


def begin(node: Node) -> Place:
    return node.line, node.column


def end(node: Node) -> Place:
    return node.end_line or node.line, node.end_column or node.column


def lines(node: Node) -> range:
    """The lines that a node is on."""
    return range(node.line, (node.end_line or node.line) + 1)


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
