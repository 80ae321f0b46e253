"""Operands that are one of several values: `x + (a if flag else b)`, a parameter of a union type.

The op is applied to each, and the results have in common what they have in common.
It is refuted where every one of them is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any, Final

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Context,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    TempNode,
    UnaryExpr,
    Var,
)
from mypy.types import Instance, NoneType, Type, UnionType, flatten_nested_unions, get_proper_type

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes_mypy import convert
from tftypes_mypy.values import LITERALS, Values, of_type, of_union

#: As many combinations are gone through.
MOST: Final = 16


def of_expression(expression: Expression, typ: Type | None, values: Values) -> list[Any]:
    """All that an expression may be; a single value where that is known, or nothing is."""
    typ = values.type_of(expression) if typ is None else typ
    choice: Expression | None = expression
    if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
        choice = values.assignments.value_of(expression.node)
    if not isinstance(choice, ConditionalExpr):
        choice = None
        tensor = convert.tensor_of(typ) if typ is not None else None
        if tensor is not None and tensor.dtype.is_integer is False:
            return [tensor]  # only the contents of integers are followed
    value = values.of(expression, typ)
    if value is not UNKNOWN and not isinstance(value, TensorType):
        return [value]
    if choice is not None and values.truth(choice.cond) is None:
        return [
            each
            for branch in (choice.if_expr, choice.else_expr)
            for each in of_expression(branch, None, values)
        ]
    # What is known of the contents is more than what a type says.
    found = of_member(typ) if isinstance(get_proper_type(typ), UnionType) else []
    return found if len(found) > 1 else [value]


def of_member(typ: Type | None) -> list[Any]:
    """A value for each member of a union."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        members = convert.members(proper)
        if len(members) > MOST:
            return [UNKNOWN]
        return [of_type(item) for item in members if not isinstance(item, NoneType)] or [UNKNOWN]
    return [UNKNOWN if proper is None else of_type(proper)]


def of_operand(
    expression: Expression | None, typ: Type, node: Context, values: Values
) -> list[Any]:
    """What an operand may be, of which mypy shows one member where its type is a union.

    It takes the error of one member for that of all; yet a member that a branch has
    excluded is no error: take them together.
    """
    if isinstance(expression, LITERALS):
        return [expression.value]
    if expression is not None and not isinstance(expression, TempNode):
        return of_expression(expression, values.current(expression, typ), values)
    for operand in _operands(node):
        known = get_proper_type(values.type_of(operand))
        if isinstance(known, UnionType) and len(known.items) > MOST:
            return [UNKNOWN]
        if expression is not None and known is typ and _is_list(typ):
            return of_expression(operand, typ, values)  # the left one of a reflected operator
        if known is typ or (
            isinstance(known, UnionType)
            and (typ == known or typ in flatten_nested_unions(known.items))
        ):
            return of_member(values.current(operand, known))
    return of_member(typ)


def _is_list(typ: Type) -> bool:
    typ = get_proper_type(typ)
    return isinstance(typ, Instance) and typ.type.fullname == "builtins.list"


def _operands(node: Context) -> Sequence[Expression]:
    if isinstance(node, OpExpr):
        return [node.left, node.right]
    if isinstance(node, ComparisonExpr):
        return node.operands
    if isinstance(node, (IndexExpr, UnaryExpr)):
        return [node.base if isinstance(node, IndexExpr) else node.expr]
    callee = node.callee if isinstance(node, CallExpr) else None
    return [callee.expr] if isinstance(callee, MemberExpr) else []


def receiver(typ: Type, node: Context, values: Values) -> Type:
    """The object whose method is called, of which mypy shows one member where its type is a union."""
    for operand in _operands(node):
        union = get_proper_type(values.type_of(operand))
        if isinstance(union, UnionType) and typ in union.items or typ == union:
            known = get_proper_type(values.current(operand, union or typ))
            return typ if isinstance(known, UnionType) else known
    return typ


def over(operands: Sequence[list[Any]], apply: Callable[..., Any]) -> Any:
    """What the results for all combinations have in common.

    Raises the first OpError where each combination is refused.
    """
    combinations = prod(map(len, operands))
    if combinations == 1:
        return apply(*(each[0] for each in operands))
    if combinations > MOST:
        return UNKNOWN
    results: list[Any] = []
    refused: OpError | None = None
    for combination in product(*operands):
        try:
            results.append(apply(*combination))
        except OpError as error:
            refused = refused or error
    if not results:
        assert refused is not None
        raise refused
    return results[0] if len(results) == 1 else of_union(results)
