"""Edits of whole statements: what a message assigns, or calls, in the place of what the program assigns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, parsed, rebuilt, with_fields
from tftypes.inference.repairs.fragments import filled, fragments, spelled

#: An assignment in the text of a message, up to the words behind it.
_ASSIGNED: Final = re.compile(r"[\w(][\w., *()]* = \w[\w.]*\([^;]*\)")
#: A call in the text of a message that comes before what is refused.
_BEFORE: Final = re.compile(r"^(\w[\w.]*\([^;]*\)) before it")
#: What stands for what the program assigns.
_VALUE: Final = "value"


def reassigned(context: Context) -> Iterator[tuple[float, Edit]]:
    """Statements with what the message assigns or calls, each with its cost."""
    statement, text = context.outline.statement(context.node), context.finding.remedy
    for code in _BEFORE.findall(text) if statement is not None else ():
        call, *others = fragments(code) or (None,)
        if isinstance(call, ast.Call) and isinstance(statement, ast.stmt) and not others:
            yield 0.2, Edit(statement, (ast.Expr(spelled(context, call)), statement))
    assigned = (each for found in _ASSIGNED.findall(text) for each in parsed(found))
    for made in (each for each in assigned if isinstance(each, ast.Assign)):
        for each in context.outline.nodes:
            if isinstance(each, (ast.Assign, ast.Expr)):
                if ast.dump(each.value) == ast.dump(made.value):
                    yield 0.2, Edit(each, (ast.Assign(made.targets, made.value, lineno=1),))
            elif isinstance(each, ast.Call) and ast.dump(each) == ast.dump(made.value):
                yield from _before(context, each, made)
        if statement is not None and ast.unparse(made.targets[0]) in _owners(statement):
            new = with_fields(made, {"value": _written(context, statement, made.value)})
            yield 0.4, Edit(statement, (new,))
    if isinstance(statement, (ast.Assign, ast.AugAssign)) and context.node in _targets(statement):
        for code in fragments(text):
            if isinstance(code, ast.Call):
                yield 0.4, Edit(statement, (ast.Expr(_written(context, statement, code)),))


def _before(context: Context, call: ast.Call, made: ast.Assign) -> Iterator[tuple[float, Edit]]:
    """A name for what a part of a statement gives, before the statement."""
    around, name = context.outline.statement(call), made.targets[0]
    if isinstance(around, ast.Expr) and isinstance(name, ast.Name):
        read = ast.Name(name.id, ast.Load())
        rest = rebuilt(around, lambda each: read if each is call else None)
        yield 0.3, Edit(around, (ast.Assign([name], call, lineno=1), rest))


def _targets(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.AugAssign):
        return [statement.target]
    return statement.targets if isinstance(statement, ast.Assign) else []


def _owners(statement: ast.stmt) -> list[str]:
    """What a statement changes a part of: `x` in `x[0] = y`, in `x.shape = s` and in `shuffle(x)`."""
    parts = (ast.Subscript, ast.Attribute)
    owners = [each.value for each in _targets(statement) if isinstance(each, parts)]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        owners += statement.value.args
    return [*map(ast.unparse, owners)]


def _written(context: Context, statement: ast.stmt, code: ast.expr) -> ast.expr:
    """The code of a message with what the statement assigns."""
    value = getattr(statement, "value", None)
    if isinstance(statement, ast.AugAssign):
        own = expression(ast.unparse(statement.target))
        value = ast.BinOp(own, statement.op, statement.value)
    return filled(spelled(context, code), {_VALUE: value} if _targets(statement) else {})
