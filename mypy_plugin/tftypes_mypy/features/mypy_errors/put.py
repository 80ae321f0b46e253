"""What is put into lists and dicts that nobody annotated, of which mypy takes what comes first for all that may come."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    MemberExpr,
    MypyFile,
    OperatorAssignmentStmt,
    Statement,
)
from mypy.types import Instance, NoneType, get_proper_type

from tftypes_mypy.assigned_lines import grown_at, statements_at
from tftypes_mypy.assignments import GROWS
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.mypy_errors import containers, held
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import those_of

_SET: Final = Pattern(
    r'No overload variant of "__setitem__" of "\w+" matches argument types .*(?:Tensor|ndarray)\['
)
_GROWN: Final = Pattern(
    rf'Item "\w*Tensor\[[^"]*" of "[^"]*list\[[^"]*" has no attribute "(?:{"|".join(GROWS)})"'
)
_BESIDE: Final = Pattern(
    r'Argument 1 to "append" of "list" has incompatible type "[^"]*"; expected "ndarray\['
)
#: `rows += named.keys()`, where a branch has made something else of the list.
_EXTENDED: Final = Pattern(r'No overload variant of "__add__" of "list" matches argument type "')
#: Of one tensor where another is expected, which is judged by the algebra.
_TENSORS: Final = Pattern(r'"[^"]*Tensor\[[^"]*"[^"]*"[^"]*Tensor\[')
#: Of a function, whatever it takes and gives.
_FUNCTION: Final = Pattern(
    r'expression has type "(?:ConcreteFunction|PolymorphicFunction|Callable)\['
)
#: What is put in where the first was a dict, or a list, of None.
_AFTER_NONE: Final = Pattern(r'(?:Dict entry|List item) \d+ has .*; expected (?:"[^"]*": )?"None"$')
#: Whatever is put in the place of None.
_IN_PLACE: Final = Pattern(
    r'No overload variant of "__setitem__" of "list" matches argument types '
    r'|Incompatible types in assignment \(expression has type ".*", target has type "(?:\w+\[None\]|None)"\)$'
)


def is_set(info: ErrorInfo, tree: MypyFile) -> bool:
    """`rows[0] = tensor`, where the list was first given something else, and nobody annotated it."""
    return _SET.match(info.message) is not None and _grows(info, tree)


def is_grown(info: ErrorInfo, tree: MypyFile) -> bool:
    """`rows.append(row)` where a branch above has made a tensor of the list: mypy does not see which one comes here."""
    return _GROWN.match(info.message) is not None


def is_put(info: ErrorInfo, tree: MypyFile) -> bool:
    """`named["a"] = make()`, where nobody annotated the dict, nor the function."""
    return (
        containers.is_put(info.message)
        and (_TENSORS.search(info.message) is None or _FUNCTION.search(info.message) is not None)
        and _grows(info, tree)
        and (assigns_unknown(info, tree) or _puts_object(info, tree))
    )


def is_put_beside(info: ErrorInfo, tree: MypyFile) -> bool:
    """`rows.append(range(3))` where an array was put in first, and nobody annotated the list."""
    return _BESIDE.match(info.message) is not None and _grows(info, tree)


def is_extended(info: ErrorInfo, tree: MypyFile) -> bool:
    """`rows += named.keys()`: of one that is several things mypy asks for `rows + named.keys()`."""
    return _EXTENDED.match(info.message) is not None and any(
        statement.line == info.line for statement in those_of(tree, OperatorAssignmentStmt)
    )


def is_after_none(info: ErrorInfo, tree: MypyFile) -> bool:
    """`rows.append({"kind": kind})` after `rows.append({"kind": None})`: what else may be there nobody has said.

    And `rows[0] = example.SerializeToString()` after `rows = [None] * count`.
    """
    if _IN_PLACE.match(info.message):
        lists = (get_proper_type(var.type) for var, _ in grown_at(tree, info.line))
        values = (value for each in statements_at(tree, info.line) for value in _given_by(each))
        return any(
            isinstance(typ, Instance) and isinstance(get_proper_type(typ.args[0]), NoneType)
            for typ in lists
        ) and any(map(is_from_tensorflow, values))
    return _AFTER_NONE.match(info.message) is not None and _grows(info, tree)


def is_from_tensorflow(value: Expression) -> bool:
    """`example.SerializeToString()`, whatever is made so."""
    callee = value.callee if isinstance(value, CallExpr) else None
    owner = callee.expr if isinstance(callee, MemberExpr) else value
    return alone.is_of_tensorflow(type_of(owner))


def assigns_unknown(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether something is assigned there, or put in, of which mypy alone knows nothing."""
    return any(
        alone.is_unknown(value, tree)
        for statement in statements_at(tree, info.line)
        for value in _given_by(statement)
    )


def _puts_object(info: ErrorInfo, tree: MypyFile) -> bool:
    """`layers.append(Dense(3))`, or whether it is beside such an object that something is put."""
    whole = [value for each in statements_at(tree, info.line) for value in _given_by(each)]
    given = chain(whole, *map(held.written_in, whole))
    types = (get_proper_type(var.type) for var, _ in grown_at(tree, info.line))
    items = (item for typ in types if isinstance(typ, Instance) for item in typ.args)
    return any(map(alone.is_of_tensorflow, chain(map(type_of, given), items)))


def _given_by(statement: Statement) -> Sequence[Expression]:
    if isinstance(statement, AssignmentStmt):
        return [statement.rvalue]
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    return call.args if isinstance(call, CallExpr) else []


def _grows(info: ErrorInfo, tree: MypyFile) -> bool:
    return any(True for _ in grown_at(tree, info.line))
