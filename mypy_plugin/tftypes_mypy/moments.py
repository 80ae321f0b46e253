"""Where mypy is in a body or a module: it evaluates an expression more than once, for each overload of the call around."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Context, MypyFile, Node, TryStmt

from tftypes_mypy.ranges import Ranges
from tftypes_mypy.syntax import per_tree, those_of

#: What is the same as long as mypy binds no name, and begins with no loop, branch or function.
Moment = tuple[object, int, int]


def moment(at: Context, checker: TypeChecker) -> Moment | None:
    """When mypy comes by an expression: it is the same one again if nothing else has run meanwhile.

    None where that cannot be told: mypy goes through `finally` twice.
    """
    if not isinstance(at, Node) or _twice(checker.tree).around(at):
        return None
    binder = checker.binder
    return binder, binder.version, binder.next_id


@per_tree
def _twice(tree: MypyFile) -> Ranges:
    return Ranges.of((each for each in those_of(tree, TryStmt) if each.finally_body), (TryStmt,))
