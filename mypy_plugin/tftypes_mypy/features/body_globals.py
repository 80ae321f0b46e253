"""Containers that a module makes once and then only reads: `weights = {"h1": tf.Variable(...)}`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DelStmt,
    Expression,
    ForStmt,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
)

from tftypes_mypy.assignments import READS
from tftypes_mypy.syntax import nodes_of, walk

_FUNCTIONS: Final = frozenset(
    {"dict", "enumerate", "len", "list", "print", "sorted", "tuple", "zip"}
)


def only_read(tree: MypyFile) -> frozenset[str]:
    """The names that are bound once, and otherwise used in nothing but reads of items."""
    used: Counter[str] = Counter()
    read: Counter[str] = Counter()
    bound: Counter[str] = Counter()
    for node in nodes_of(tree):
        if isinstance(node, NameExpr):
            used[node.name] += 1
        for name in _read_in(node):
            read[name] += 1
        for name in _changed_in(node):
            read[name] -= 1
        if isinstance(node, AssignmentStmt):
            bound.update(t.name for t in node.lvalues if isinstance(t, NameExpr))
    return frozenset(n for n, count in bound.items() if count == 1 and used[n] == read[n] + 1)


def _read_in(node: Node) -> Iterator[str]:
    """The names whose items, and nothing else, a node asks for."""
    found: list[Any] = []
    if isinstance(node, IndexExpr):
        found.append(node.base)
    elif isinstance(node, CallExpr):
        callee = node.callee
        if isinstance(callee, MemberExpr) and callee.name in READS:
            found.append(callee.expr)
        elif isinstance(callee, NameExpr) and callee.name in _FUNCTIONS:
            found.extend(node.args)
    elif isinstance(node, ForStmt):
        found.append(node.expr)
    elif isinstance(node, ComparisonExpr):
        found.extend(node.operands[1:])
    yield from (each.name for each in found if isinstance(each, NameExpr))


def _changed_in(node: Node) -> Iterator[str]:
    """The names whose items a statement sets or takes away."""
    targets: list[Expression] = []
    if isinstance(node, AssignmentStmt):
        targets = list(node.lvalues)
    elif isinstance(node, OperatorAssignmentStmt):
        targets = [node.lvalue]
    elif isinstance(node, DelStmt):
        targets = [node.expr]
    for target in targets:
        for part in walk(target):
            if isinstance(part, IndexExpr) and isinstance(part.base, NameExpr):
                yield part.base.name
