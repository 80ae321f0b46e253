"""What a comparison tells of the round of a loop: `if i + n > len(rows): break` leaves only smaller rounds behind."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tftypes.algebra import Expr, dims, less, symbols
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import Frame, Value, resolve
from tftypes.inference.rounds import number_of_round, rounds_in

#: By comparison: whether the left side is the smaller one where it holds, and by how much it is smaller at least.
_ORDERS: Final = {ast.Lt: (True, 1), ast.LtE: (True, 0), ast.Gt: (False, 1), ast.GtE: (False, 0)}


def ordering(
    compiler: Compiler, left: ast.expr, op: ast.cmpop, right: ast.expr
) -> Callable[[Frame, bool], None] | None:
    """What an order of two numbers tells of the rounds in them; None for any other comparison."""
    if type(op) not in _ORDERS or not (_is_pure(left) and _is_pure(right)):
        return None
    interpreter = compiler.interpreter
    sides = compiler.expression(left), compiler.expression(right)
    parts = (*ast.walk(left), *ast.walk(right))
    names = {each.id for each in parts if isinstance(each, ast.Name)}
    is_left_smaller, apart = _ORDERS[type(op)]

    def narrow(frame: Frame, holds: bool) -> None:
        if not any(isinstance(frame.read(name), Expr) for name in names):
            return  # most comparisons have no round in them, and are not evaluated once more
        one, other = (resolve(each(frame)) for each in sides)
        if isinstance(one, (int, Expr)) and isinstance(other, (int, Expr)):
            smaller = one - other if is_left_smaller is holds else other - one
            _bound(interpreter, frame, smaller + (apart if holds else 1 - apart))

    return narrow


def _is_pure(node: ast.AST) -> bool:
    """Whether a side may be evaluated once more: arithmetic of names, attributes and `len()`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "len"
    is_known = isinstance(node, (ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.UnaryOp))
    return is_known and all(
        map(_is_pure, (each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)))
    )


def _bound(interpreter: Interpreter, frame: Frame, value: Value) -> None:
    """Narrows the round in a value that is 0 or less: its last one, or its first, which the others are counted from."""
    rounds = rounds_in(value) if isinstance(value, Expr) else []
    if len(rounds) != 1:
        return
    old, most = rounds[0], rounds[0].most
    factor = value.terms.get(frozenset(((old, 1),)), 0)
    rest = value - factor * old
    if most is None or not factor or old in symbols(rest):
        return
    limit = -rest // factor if factor > 0 else -(-rest // -factor)
    if factor > 0 and less(limit, most) is not False:
        new: Expr = number_of_round(interpreter.trail, old.name, limit, old)
    elif factor < 0 and less(0, limit):
        new = limit + number_of_round(interpreter.trail, old.name, most - limit, old - limit)
    else:
        return
    for name in frame.written():
        held = frame.read(name)
        if isinstance(held, Expr) and old in symbols(held):
            interpreter.write(frame, name, dims.substitute(held, {old.key: new}))
