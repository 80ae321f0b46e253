"""Floats that may be ints: what is declared a `float` takes an int too, as `rate: float = 2` does."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OpExpr,
    UnaryExpr,
)

from tftypes_mypy.syntax import per_tree, those_of


def may_be_int(expression: Expression, tree: MypyFile) -> bool:
    """Whether a value that mypy calls a float may be an int: what is in a list, or has an int for its default.

    And so what is calculated of it, but for a quotient.
    """
    if isinstance(expression, OpExpr) and expression.op != "/":
        operands = expression.left, expression.right
        is_float = any(isinstance(each, FloatExpr) for each in operands)
        return not is_float and any(may_be_int(each, tree) for each in operands)
    if isinstance(expression, UnaryExpr):
        return may_be_int(expression.expr, tree)
    if isinstance(expression, NameExpr):
        return expression.node in _parameters(tree)
    if isinstance(expression, MemberExpr):
        return expression.name in _attributes(tree)
    return isinstance(expression, IndexExpr)


@per_tree
def _parameters(tree: MypyFile) -> frozenset[Node]:
    """The parameters whose default is an int."""
    return frozenset(
        argument.variable
        for function in (*those_of(tree, FuncDef), *those_of(tree, LambdaExpr))
        for argument in function.arguments
        if _is_int(argument.initializer)
    )


@per_tree
def _attributes(tree: MypyFile) -> frozenset[str]:
    """The attributes that keep such a parameter, or are declared with an int, by their names."""
    return frozenset(_kept(tree))


def _kept(tree: MypyFile) -> Iterator[str]:
    for node in those_of(tree, AssignmentStmt):
        value = node.rvalue
        if _is_int(value) or (isinstance(value, NameExpr) and value.node in _parameters(tree)):
            yield from (t.name for t in node.lvalues if isinstance(t, (MemberExpr, NameExpr)))


def _is_int(value: Expression | None) -> bool:
    return isinstance(value.expr if isinstance(value, UnaryExpr) else value, IntExpr)
