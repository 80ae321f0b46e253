"""Places that no run reaches, as far as values tell: `if x.shape.rank == 4:` where x has rank 3.

mypy checks such a branch as any other; what is wrong in it is no error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mypy import nodes
from mypy.nodes import Block, Context, Expression, IfStmt, Node, Statement

from tftypes_mypy.syntax import walk

Truth = Callable[[Expression], bool | None]


def is_unreached(tree: nodes.MypyFile, at: Context, truth: Truth) -> bool:
    """Whether a condition around a place, or a return before it, keeps every run from it."""
    return any(_excludes(statement, at, truth) for statement in _around(tree.defs, at, truth))


def _around(statements: Iterable[Node], at: Context, truth: Truth) -> Iterator[Statement]:
    """The statements that a place is in, from outside in; one before it that always leaves."""
    for statement in statements:
        if not isinstance(statement, Statement):
            continue
        if statement.line <= at.line <= (statement.end_line or statement.line):
            yield statement
            yield from _around(_inside(statement), at, truth)
        elif statement.line < at.line and _always_leaves(statement, truth):
            yield statement


def _inside(statement: Node) -> Iterator[Node]:
    """The statements one level below."""
    if isinstance(statement, nodes.Decorator):
        yield statement.func
        return
    for part in ("body", "defs", "bodies", "handlers", "else_body", "finally_body", "items"):
        value: Any = getattr(statement, part, None)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Block):
                yield from each.body
            elif isinstance(each, Statement):
                yield each


def _excludes(statement: Statement, at: Context, truth: Truth) -> bool:
    if statement.line < at.line and (statement.end_line or statement.line) < at.line:
        return True  # it has left before
    if isinstance(statement, IfStmt):
        return _excludes_branch(statement, at, truth)
    if isinstance(statement, nodes.WhileStmt):
        return _holds(statement.body, at) and truth(statement.expr) is False
    if isinstance(statement, (nodes.ForStmt, nodes.WithStmt, nodes.TryStmt, nodes.ClassDef)):
        return False
    if isinstance(statement, (nodes.FuncDef, nodes.Decorator, nodes.OverloadedFuncDef)):
        return False
    return any(_excludes_part(node, at, truth) for node in walk(statement))


def _excludes_branch(statement: IfStmt, at: Context, truth: Truth) -> bool:
    for condition, body in zip(statement.expr, statement.body):
        if _holds(body, at):
            return truth(condition) is False
        if _contains(condition, at):
            return False
        if truth(condition) is True:
            return statement.line < at.line
    return False


def _excludes_part(node: Node, at: Context, truth: Truth) -> bool:
    """`a if cond else b`, `cond and b`, `cond or b`."""
    if isinstance(node, nodes.ConditionalExpr):
        holds = truth(node.cond)
        branch = None if holds is None else node.else_expr if holds else node.if_expr
        return branch is not None and _contains(branch, at)
    if isinstance(node, nodes.OpExpr) and node.op in ("and", "or"):
        return truth(node.left) is (node.op == "or") and _contains(node.right, at)
    return False


def _holds(block: Block, at: Context) -> bool:
    statements = block.body
    return bool(statements) and (
        statements[0].line <= at.line <= (statements[-1].end_line or statements[-1].line)
    )


def _contains(expression: Expression, at: Context) -> bool:
    return any(node is at for node in walk(expression))


def _always_leaves(statement: Statement, truth: Truth) -> bool:
    """`if <true>: return`."""
    if not isinstance(statement, IfStmt):
        return False
    for condition, body in zip(statement.expr, statement.body):
        holds = truth(condition)
        if holds is None:
            return False
        if holds:
            last = body.body[-1] if body.body else None
            return isinstance(last, (nodes.ReturnStmt, nodes.RaiseStmt, nodes.ContinueStmt))
    return False
