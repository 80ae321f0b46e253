"""What a body returns under a name that it has assigned anew.

Of such a name mypy shows what its old and its new type have in common, which is more than is so
where either leaves something open: `[?, ?]` and `[?, ...]` make `[?, ?]`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    Block,
    Expression,
    IfStmt,
    IntExpr,
    NameExpr,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import TupleType, Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.features.body_model import Frame
from tftypes_mypy.features.op_calls import join


def current(expression: Expression, typ: Type, frame: Frame) -> Type:
    """The type of what is returned, by the assignments that it may come from."""
    proper = get_proper_type(typ)
    if isinstance(expression, TupleExpr) and isinstance(proper, TupleType):
        if len(expression.items) == len(proper.items):
            pairs = zip(expression.items, proper.items)
            return proper.copy_modified(items=[current(e, t, frame) for e, t in pairs])
    if not isinstance(expression, NameExpr) or not isinstance(expression.node, Var):
        return typ
    if convert.tensor_of(proper) is None or expression.node not in frame.bound.names:
        return typ
    return _assigned(expression, expression.node, typ, frame)


def _assigned(expression: NameExpr, var: Var, typ: Type, frame: Frame) -> Type:
    item = frame.function.item
    simple = [
        node
        for node in frame.bound.own
        if isinstance(node, AssignmentStmt)
        and len(node.lvalues) == 1
        and isinstance(node.lvalues[0], NameExpr)
        and node.lvalues[0].node is var
        and node.line < expression.line
    ]
    simple.sort(key=lambda node: node.line)
    given = [a.type for arg, a in zip(item.arguments, frame.parameters) if arg.variable is var]
    if len(simple) + len(given) < 2:
        return typ
    last = frame.checker.lookup_type_or_none(simple[-1].rvalue)
    if last is not None and any(simple[-1] is node for node in _sure(item.body)):
        return last
    made = [frame.checker.lookup_type_or_none(node.rvalue) for node in simple]
    known = [each for each in made if each is not None]
    if any(convert.tensor_of(each) is None for each in (*known, *given)):
        return typ
    return join([*given, *known], frame.values.types)


def _sure(block: Block) -> Iterator[Statement]:
    """The statements that every call comes by, in branches too whose condition is decided."""
    for statement in block.body:
        yield statement
        if isinstance(statement, IfStmt):
            condition = statement.expr[0]
            if isinstance(condition, IntExpr) and condition.value:
                yield from _sure(statement.body[0])
