"""Places where the program itself expects an error, as tests and tutorials do.

A `try` counts where it is short, names an error that TensorFlow raises and goes on after it; around one statement
it may catch any exception. In a longer one the error may be the very bug that nobody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import (
    Block,
    CallExpr,
    Expression,
    MemberExpr,
    MypyFile,
    NameExpr,
    RaiseStmt,
    TryStmt,
    TupleExpr,
    WithStmt,
)

from tftypes_mypy.ranges import lines
from tftypes_mypy.syntax import per_tree, those_of, walk

#: The codes of what TensorFlow itself refuses, whoever annotated what.
REFUSED: Final = frozenset({"tf-shape", "tf-dtype", "tf-rank", "tf-axis", "tf-value"})
#: The exceptions that TensorFlow raises for what it refuses.
_RAISED: Final = frozenset({"ValueError", "TypeError", "InvalidArgumentError", "OpError"})
#: Of which a tutorial catches all, where nothing else is tried.
ALL: Final = frozenset({"Exception", "BaseException"})
#: How many statements a short `try` has, with what it is that fails.
SHORT: Final = 2


def is_expected(line: int, tree: MypyFile) -> bool:
    """Whether an error on a line of a module is waited for."""
    return any(line in each for each in _waiting(tree))


@per_tree
def _waiting(tree: MypyFile) -> Sequence[range]:
    """The lines on which errors are waited for."""
    waiting: list[WithStmt | CallExpr | Block] = [
        *(node for node in those_of(tree, WithStmt) if any(map(_waits, node.expr))),
        *filter(_waits, those_of(tree, CallExpr)),
        *(node.body for node in those_of(tree, TryStmt) if _goes_on(node)),
    ]
    return [lines(node) for node in waiting]


def _waits(expression: Expression) -> bool:
    """`pytest.raises(ValueError)`, `self.assertRaises(ValueError, lambda: ...)`."""
    callee = expression.callee if isinstance(expression, CallExpr) else expression
    name = _name(callee)
    return name == "suppress" or "raises" in name.lower()


def _goes_on(statement: TryStmt) -> bool:
    """Whether a `try` is short, and a handler of what TensorFlow raises does not raise it again."""
    count = len(statement.body.body)
    raised = _RAISED | ALL if count == 1 else _RAISED
    return count <= SHORT and any(
        not raised.isdisjoint(caught(typ))
        and not any(isinstance(node, RaiseStmt) for node in walk(handler))
        for typ, handler in zip(statement.types, statement.handlers)
    )


def caught(typ: Expression | None) -> frozenset[str]:
    """The exceptions that a handler names; without any it catches all."""
    if typ is None:
        return ALL
    return frozenset(map(_name, typ.items if isinstance(typ, TupleExpr) else [typ]))


def _name(expression: Expression) -> str:
    return expression.name if isinstance(expression, (NameExpr, MemberExpr)) else ""
