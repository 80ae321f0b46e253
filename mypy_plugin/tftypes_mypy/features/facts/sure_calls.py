"""Calls that are sure to have run before a place, each time that it is reached: in the blocks around it, above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy import nodes
from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, Node, RefExpr, Var

from tftypes_mypy.assignments import Assignments

#: What is evaluated as a whole; in `a and f(x)` a part may not be, and what is in a lambda runs later.
_WHOLE = (
    nodes.CallExpr,
    nodes.IndexExpr,
    nodes.ListExpr,
    nodes.MemberExpr,
    nodes.StarExpr,
    nodes.TupleExpr,
    nodes.UnaryExpr,
)


def last_call(
    called: Expression, body: Sequence[Node], assignments: Assignments
) -> CallExpr | None:
    """The last call of what an expression names that is sure to have run before it, with the name bound as it is there."""
    found = [each for each in _above(body, called) if _is_same(each.callee, called)]
    if not found:
        return None
    owner = called.expr if isinstance(called, MemberExpr) else called
    var = owner.node if isinstance(owner, NameExpr) else None
    if not isinstance(var, Var):
        return None
    last = found[-1]
    bindings = assignments.bindings_of(var) if assignments.is_bound_again(var) else ()
    return last if all(each.end <= (last.line, last.column) for each in bindings) else None


def _is_same(one: Expression, other: Expression) -> bool:
    """Whether two expressions are the same name, or the same attribute of one."""
    if isinstance(one, MemberExpr) and isinstance(other, MemberExpr):
        return one.name == other.name and _is_same(one.expr, other.expr)
    return isinstance(one, NameExpr) and isinstance(other, NameExpr) and one.node is other.node


def _above(statements: Sequence[Node], at: Node) -> Iterator[CallExpr]:
    """The calls above a place, in the order that they run."""
    for statement in statements:
        if not _holds(statement, at):
            if (statement.line, statement.column) < (at.line, at.column):
                yield from _in_statement(statement)
            continue
        inner = statement.func.body if isinstance(statement, nodes.Decorator) else statement
        for block in _blocks(inner):
            if _holds(block, at):
                yield from _above(block.body, at)
        return


def _blocks(statement: Node) -> Iterator[nodes.Block]:
    if isinstance(statement, nodes.ClassDef):
        yield statement.defs
    for part in ("body", "bodies", "handlers", "else_body", "finally_body"):
        value = getattr(statement, part, None)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, nodes.Block):
                yield each


def _holds(node: Node, at: Node) -> bool:
    end = node.end_line or node.line, node.end_column or 0
    return (node.line, node.column) <= (at.line, at.column) < end


def _in_statement(statement: Node) -> Iterator[CallExpr]:
    if isinstance(statement, (nodes.AssignmentStmt, nodes.OperatorAssignmentStmt)):
        yield from _in_expression(statement.rvalue)
    elif isinstance(statement, nodes.ExpressionStmt):
        yield from _in_expression(statement.expr)
    elif isinstance(statement, nodes.WithStmt) and all(map(_is_of_tensorflow, statement.expr)):
        for inner in statement.body.body:  # such a context lets errors through
            yield from _in_statement(inner)


def _is_of_tensorflow(context: Expression) -> bool:
    callee = context.callee if isinstance(context, CallExpr) else None
    return isinstance(callee, RefExpr) and callee.fullname.startswith("tensorflow.")


def _in_expression(expression: Expression) -> Iterator[CallExpr]:
    if isinstance(expression, nodes.OpExpr):
        yield from _in_expression(expression.left)
        if expression.op not in ("and", "or"):
            yield from _in_expression(expression.right)
    elif isinstance(expression, _WHOLE):
        for part in _parts(expression):
            yield from _in_expression(part)
        if isinstance(expression, CallExpr):
            yield expression


def _parts(expression: Expression) -> Sequence[Expression]:
    if isinstance(expression, CallExpr):
        return [expression.callee, *expression.args]
    if isinstance(expression, nodes.IndexExpr):
        return [expression.base, expression.index]
    if isinstance(expression, (nodes.ListExpr, nodes.TupleExpr)):
        return expression.items
    if isinstance(expression, (nodes.MemberExpr, nodes.StarExpr, nodes.UnaryExpr)):
        return [expression.expr]
    return []
