"""Parameters that nobody annotated, and that are None where a test has found them so: to mypy alone they stay Any.

After `if mask is not None: mask = tf.cast(mask, tf.float32)` mypy takes `mask` for that tensor or None, where it knows the
tensor by us. What follows may well be for calls that have a mask only, as the program has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    ComparisonExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, Type, UnionType, get_proper_type

from tftypes_mypy.syntax import nodes_of, those_of

#: What mypy says of a value that may be None.
_OF_NONE: Final = re.compile(
    r'Item "None" of "|Value of type "[^"]*\bNone" is not indexable|Unsupported (?:left )?operand types? for .*\bNone\b'
    r'|Argument .* has incompatible type "[^"]*\| None"; expected'
)


def is_of_narrowed(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an error is of the None that a parameter may be, of which nothing is known but by a test."""
    if _OF_NONE.match(info.message) is None:
        return False
    names = [
        part
        for node in nodes_of(tree)
        if isinstance(node, Expression) and (node.line, node.column) == (info.line, info.column)
        for part in _operands(node)
    ]
    return any(_is_open(name) and not _is_made_none(name, tree) for name in names)


def _operands(node: Expression) -> Iterator[Var]:
    """The names that an attribute, an index or an operator is asked of."""
    parts: list[Expression] = [node]
    if isinstance(node, (MemberExpr, UnaryExpr)):
        parts = [node.expr]
    elif isinstance(node, IndexExpr):
        parts = [node.base]
    elif isinstance(node, OpExpr):
        parts = [node.left, node.right]
    elif isinstance(node, ComparisonExpr):
        parts = node.operands
    for part in parts:
        if isinstance(part, NameExpr) and isinstance(part.node, Var):
            yield part.node


def _is_open(var: Var) -> bool:
    """Whether it is a parameter that nobody annotated."""
    declared: Type | None = get_proper_type(var.type)
    kinds = declared.items if isinstance(declared, UnionType) else [declared]
    return var.is_argument and any(isinstance(get_proper_type(kind), AnyType) for kind in kinds)


def _is_made_none(var: Var, tree: MypyFile) -> bool:
    """Whether the program itself makes it None."""
    return any(
        isinstance(statement.rvalue, NameExpr)
        and statement.rvalue.fullname == "builtins.None"
        and any(isinstance(each, NameExpr) and each.node is var for each in statement.lvalues)
        for statement in those_of(tree, AssignmentStmt)
    )
