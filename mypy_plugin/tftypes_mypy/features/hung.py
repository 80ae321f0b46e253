"""Attributes that a program hangs on an object from outside of its class, to find them there again: `model.scale = 2.0`.

mypy refuses what the class does not have. That is left to it where it knows the class by itself, but for TensorFlow's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errorcodes import ATTR_DEFINED
from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Var,
)
from mypy.types import AnyType, Instance, get_proper_type

from tftypes_mypy.syntax import those_of

#: Objects of TensorFlow that programs hang things on.
_TENSORFLOWS: Final = re.compile(
    r'"(?:Model|Sequential|Functional|Layer|Module|Optimizer|PolymorphicFunction)(?:\[[^"]*)?"'
    r' has no attribute "(?P<name>\w+)"'
)
_ANY: Final = re.compile(r'"\w+" has no attribute "(?P<name>\w+)"')


def is_hung(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether the module assigns to the attribute that is missing, of such an object."""
    missing = _TENSORFLOWS.match(info.message)
    if missing is not None:
        return any(True for _ in _assigned(missing["name"], tree))
    missing = _ANY.match(info.message) if info.code is ATTR_DEFINED else None
    return missing is not None and any(
        _is_by_us(target.expr, tree) for target in _assigned(missing["name"], tree)
    )


def _assigned(name: str, tree: MypyFile) -> Iterator[MemberExpr]:
    """Where a module assigns to attributes of this name."""
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            if isinstance(target, MemberExpr) and target.name == name:
                yield target


def _is_by_us(holder: Expression, tree: MypyFile) -> bool:
    """Whether mypy alone knows nothing of an object.

    A function without annotations has made it, or it is in an attribute that may hold anything.
    """
    if isinstance(holder, NameExpr):
        return any(
            _calls_untyped(statement.rvalue)
            for statement in those_of(tree, AssignmentStmt)
            for target in statement.lvalues
            if isinstance(target, NameExpr) and target.node is holder.node
        )
    checker = checker_state.type_checker
    if not isinstance(holder, MemberExpr) or not isinstance(checker, TypeChecker):
        return False
    owner = get_proper_type(checker.lookup_type_or_none(holder.expr))
    symbol = owner.type.get(holder.name) if isinstance(owner, Instance) else None
    node = symbol.node if symbol is not None else None
    return isinstance(node, Var) and isinstance(get_proper_type(node.type), AnyType)


def _calls_untyped(value: Expression) -> bool:
    callee = value.callee if isinstance(value, CallExpr) else None
    node = callee.node if isinstance(callee, RefExpr) else None
    return isinstance(node, FuncDef) and node.type is None
