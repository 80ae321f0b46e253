"""Names that a loop carries from one turn to the next: `if step > 0: change = x - before`, and `before = x` at the end.

mypy checks the body of a loop for what its names stand for before it first, and then for what they stand for later too.
A place that not each turn gets to may never meet the first: only what is wrong in each first turn is an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Context, Expression, ForStmt, MypyFile, NameExpr, Node, Var, WhileStmt

from tftypes_mypy import standing
from tftypes_mypy.assignments import Assignments
from tftypes_mypy.features.facts.certainty import Truth, certain_places
from tftypes_mypy.syntax import those_of, walk

Loop = ForStmt | WhileStmt


def may_be_carried(at: Context, tree: MypyFile, assignments: Assignments, truth: Truth) -> bool:
    """Whether what is read at a place may stem from an earlier turn of a loop wherever a run gets there."""
    read = [*_bound_again(at, assignments)]
    place: Context = at
    for loop in _loops_around(at, tree) if read else ():
        if (place.line, place.column) not in certain_places(loop.body, truth):
            begin = loop.line, loop.column
            if any(begin in site.loops for var in read for site in assignments.bindings_of(var)):
                return True
        place = loop.expr
    return False


def _bound_again(at: Context, assignments: Assignments) -> Iterator[Var]:
    """The names in an expression of which it is not told by one binding what they stand for there."""
    for node in walk(at) if isinstance(at, Node) else ():
        var = node.node if isinstance(node, NameExpr) else None
        if not isinstance(var, Var) or not assignments.is_bound_again(var):
            continue
        if isinstance(at, Expression) and not standing.source(assignments, var, at)[0]:
            yield var


def _loops_around(at: Context, tree: MypyFile) -> list[Loop]:
    """The loops that a place is in the bodies of, from inside out."""
    loops: list[Loop] = [*those_of(tree, ForStmt), *those_of(tree, WhileStmt)]
    around = [
        loop
        for loop in loops
        if loop.body.line <= at.line <= (loop.body.end_line or loop.body.line)
    ]
    return sorted(around, key=lambda loop: (loop.line, loop.column), reverse=True)
