"""Attributes that `__init__` gives to its object by their names, as its caller has written them.

def __init__(self, **kwargs):          def __init__(self, **kwargs):
    super().__init__()                     super().__init__()
    self.__dict__.update(kwargs)           for name, value in kwargs.items():
    self.net = Sequential(self.net)            setattr(self, name, value)
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    ARG_STAR2,
    MDEF,
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    MemberExpr,
    NameExpr,
    Statement,
    SymbolTableNode,
    TupleExpr,
    Var,
)
from mypy.types import Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.features.bodies.bound import Member, Named
from tftypes_mypy.features.bodies.results import attributes_of, number, settled
from tftypes_mypy.features.bodies.values import type_of
from tftypes_mypy.features.facts import certainty
from tftypes_mypy.features.structures import nests

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.model import Actual, Frame

_SETATTR: Final = "builtins.setattr"


def last(
    name: str, own: Sequence[Member], frame: Frame, until: int = sys.maxsize
) -> tuple[bool, Type | None]:
    """Whether an attribute was last set by its name, above a line, or may have been; and what it holds then if that is known.

    `own` are its other assignments. A list may be changed by whoever has made it, once `__init__` is through.
    """
    parameter = _parameter(frame)
    line = None if parameter is None else _line(parameter, frame, until)
    if parameter is None or line is None:
        return False, None
    named = _named(parameter, frame)
    if named is not None and name not in named:
        return False, None
    later = [each for each in own if line < each.written.line < until]
    if later or named is None:
        # Of what is set without a condition it does not matter what was there before.
        is_over = any(each.is_straight for each in later) or not own
        return not is_over, None
    methods = frame.bodies.assigned_in(frame.function.info, frame.checker)
    is_ours = methods.get(name, frozenset()) <= {frame.function.item.name}
    return True, _type(named[name], frame, until != sys.maxsize) if is_ours else None


def names(frame: Frame) -> Collection[str]:
    """The attributes that `__init__` sets by their names."""
    parameter = _parameter(frame)
    is_done = parameter is not None and _line(parameter, frame, sys.maxsize) is not None
    return (_named(parameter, frame) or ()) if parameter is not None and is_done else ()


def _line(parameter: Var, frame: Frame, until: int) -> int | None:
    """Where attributes were last set by their names."""
    if not frame.function.source.sets_by_name:
        return None
    found = (
        each.end_line or each.line
        for each in certainty.straight(frame.function.item.body)
        if _sets(each, parameter, frame)
    )
    return max((line for line in found if line < until), default=None)


def _named(parameter: Var, frame: Frame) -> Mapping[str, Actual] | None:
    """What was given under names of its own; None where that is not known."""
    named = frame.values.arguments.get(parameter)
    is_known = isinstance(named, Named) and not frame.bound.is_changed(parameter)
    return dict(named.actuals) if isinstance(named, Named) and is_known else None


@contextmanager
def told(frame: Frame) -> Iterator[None]:
    """While a body is checked, mypy takes attributes for Any that it does not know of, or of which it cannot tell the type.

    That is bound to what is made of them, and it is we who can.
    """
    is_own = frame.function.takes_self and frame.function.source.sets_by_name
    info = frame.function.info
    known: set[str] = set()
    if is_own and info:
        known = {*attributes_of(frame.parameters[0].type), *names(frame)}
    missing, unsettled = [], []
    for name in known:
        symbol = info.get(name)
        if symbol is None:
            missing.append(name)
        elif isinstance(symbol.node, Var) and symbol.node.type is None:
            unsettled.append(symbol.node)
    for var in unsettled:
        var.type = convert.unknown()
    for name in missing:
        made = Var(name, convert.unknown())
        made.info, made._fullname = info, f"{info.fullname}.{name}"
        info.names[name] = SymbolTableNode(MDEF, made)
    try:
        yield
    finally:
        for var in unsettled:
            var.type = None
        for name in missing:
            info.names.pop(name, None)


def _parameter(frame: Frame) -> Var | None:
    """`**kwargs`."""
    arguments = frame.function.item.arguments
    is_there = bool(arguments) and arguments[-1].kind == ARG_STAR2
    return arguments[-1].variable if is_there else None


def _type(actual: Actual, frame: Frame, with_items: bool) -> Type | None:
    types = frame.values.types
    if type(actual.value) in (int, str, tuple):
        carried = type_of(actual.value, types)
        if carried is not None:
            return carried
    is_container = nests.is_list(get_proper_type(actual.type)) or nests.is_dict(actual.type)
    if is_container and not with_items:
        return None
    return actual.type if is_container else settled(actual.type, types) or number(actual.type)


def _sets(statement: Statement, parameter: Var, frame: Frame) -> bool:
    """Whether a statement makes an attribute of each of the arguments."""
    if isinstance(statement, ForStmt):
        return _sets_each(statement, parameter, frame)
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if not isinstance(call, CallExpr) or not isinstance(call.callee, MemberExpr):
        return False
    is_update = call.callee.name == "update" and _is_dict(call.callee.expr, frame)
    return is_update and len(call.args) == 1 and _is(call.args[0], parameter)


def _sets_each(loop: ForStmt, parameter: Var, frame: Frame) -> bool:
    """Whether it is a loop of nothing but `setattr(self, name, value)`, over the arguments."""
    only = loop.body.body[0] if len(loop.body.body) == 1 else None
    call = only.expr if isinstance(only, ExpressionStmt) else None
    if not isinstance(call, CallExpr) or not isinstance(loop.index, TupleExpr):
        return False
    pair = [each.node for each in loop.index.items if isinstance(each, NameExpr)]
    return (
        _is_items(loop.expr, parameter)
        and isinstance(call.callee, NameExpr)
        and call.callee.fullname == _SETATTR
        and len(call.args) == 3
        and frame.bound.is_itself(call.args[0])
        and len(pair) == 2
        and all(map(_is, call.args[1:], pair))
    )


def _is(expression: Expression, var: object) -> bool:
    return isinstance(expression, NameExpr) and expression.node is var


def _is_items(expression: Expression, parameter: Var) -> bool:
    """`kwargs.items()`."""
    callee = expression.callee if isinstance(expression, CallExpr) else None
    return isinstance(callee, MemberExpr) and callee.name == "items" and _is(callee.expr, parameter)


def _is_dict(expression: Expression, frame: Frame) -> bool:
    """`self.__dict__`, or `vars(self)`."""
    if isinstance(expression, MemberExpr):
        return expression.name == "__dict__" and frame.bound.is_itself(expression.expr)
    if not isinstance(expression, CallExpr) or not isinstance(expression.callee, NameExpr):
        return False
    is_vars = expression.callee.fullname == "builtins.vars"
    return is_vars and len(expression.args) == 1 and frame.bound.is_itself(expression.args[0])
