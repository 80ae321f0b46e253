"""Names that stand for a number or for None until a loop or a branch makes a tensor of them, where a tensor is wanted.

total = 0.0
for layer in layers:
    total += tf.reduce_sum(layer.loss)
return total

To mypy alone a tensor may be anything. Whether the loop ever runs nobody knows, and TensorFlow takes the number too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.errorcodes import ARG_TYPE, ASSIGNMENT, DICT_ITEM, LIST_ITEM, RETURN_VALUE
from mypy.errors import ErrorInfo
from mypy.nodes import (
    ConditionalExpr,
    Expression,
    FloatExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.types import UnionType

from tftypes_mypy.assigned_lines import returned_at, values_at
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.mypy_errors.messages import TENSOR
from tftypes_mypy.features.mypy_errors.nones import is_late
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import expressions_at, expressions_on, is_none

_ITEMS: Final = (DICT_ITEM, LIST_ITEM)
_CODES: Final = (ARG_TYPE, ASSIGNMENT, RETURN_VALUE, *_ITEMS)
_WANTED: Final = Pattern(r"(?P<got>.*)[,;] (?:expected|variable has type) (?P<wanted>.*)")
_IS_NONE: Final = Pattern(r'.*(?:\(got|has incompatible type|\(expression has type) "None"$')


def is_until_then(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether a tensor is wanted, and what is given is one where a branch was taken, or a loop was run."""
    wanted = _WANTED.match(info.message) if info.code in _CODES else None
    if wanted is None or not TENSOR.search(wanted["wanted"]):
        return False
    given = [*given_at(info, tree)]
    if _IS_NONE.match(wanted["got"]):
        return any(isinstance(each, MemberExpr) and is_late(each, tree) for each in given)
    return any(_is_made_later(each, tree) for each in given if isinstance(each, NameExpr))


def given_at(info: ErrorInfo, tree: MypyFile) -> Iterator[Expression]:
    """What an error may be of: parts of an argument or an item, or of what a statement on its line returns or assigns."""
    if info.code is ARG_TYPE:
        whole: Iterable[Expression] = expressions_at(tree, info.line, info.column)
    elif info.code in _ITEMS:
        whole = expressions_on(tree, info.line)
    elif info.code is ASSIGNMENT:
        whole = values_at(tree, info.line)
    else:
        whole = returned_at(tree, info.line)
    for expression in whole:
        yield from _parts(expression)


def _parts(expression: Expression) -> Iterator[Expression]:
    """The names and attributes of which an operator makes a whole, or a tuple."""
    if isinstance(expression, TupleExpr):
        for item in expression.items:
            yield from _parts(item)
    elif isinstance(expression, OpExpr):
        yield from _parts(expression.left)
        yield from _parts(expression.right)
    elif isinstance(expression, UnaryExpr):
        yield from _parts(expression.expr)
    elif isinstance(expression, ConditionalExpr):
        yield from _parts(expression.if_expr)
        yield from _parts(expression.else_expr)
    else:
        yield expression


def _is_made_later(name: NameExpr, tree: MypyFile) -> bool:
    """Whether nobody annotated it, it is a tensor among others, and begins as a number or as None."""
    var, typ = name.node, type_of(name)
    return (
        isinstance(var, Var)
        and var.is_inferred
        and isinstance(typ, UnionType)
        and alone.is_of_tensorflow(typ)
        and any(map(_is_nothing, alone.bound_to(name, tree)))
    )


def _is_nothing(value: Expression) -> bool:
    return isinstance(value, (IntExpr, FloatExpr)) or is_none(value)
