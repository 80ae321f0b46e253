"""Operators between an array and one of several things: `prices * given`, where `given` is a number or a tensor.

Of an array whose dtype mypy alone does not know it takes any of them. Where it has the dtype by us, it refuses each
that NumPy's stubs do not name: tensors, whose own operators do it, and the strings of a `TensorLike`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.errorcodes import OPERATOR
from mypy.errors import ErrorInfo
from mypy.nodes import ComparisonExpr, Expression, MypyFile, OperatorAssignmentStmt, OpExpr
from mypy.types import UnionType

from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.mypy_errors.untold_dtypes import is_of_untold_dtype
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import those_of

#: `weights *= given`, where what is given is one of several things.
_SCALED: Final = Pattern(r'Argument 1 to "__i\w+__" of "ndarray" has incompatible type "[^"]* \| ')
#: What mypy names in an error of an operator.
_NUMPYS: Final = Pattern(r'"(?:ndarray|generic|number|\w*floating|\w*integer)\b')


def is_of_several(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an operator has an array of a dtype that mypy alone does not know, and one of several things."""
    if info.code is OPERATOR and _NUMPYS.search(info.message) is not None:
        return any(_is_of_several(*pair, tree) for pair in _operands(info, tree))
    return _SCALED.match(info.message) is not None and any(
        statement.line == info.line and is_of_untold_dtype(statement.lvalue, tree)
        for statement in those_of(tree, OperatorAssignmentStmt)
    )


def _operands(info: ErrorInfo, tree: MypyFile) -> Iterator[tuple[Expression, Expression]]:
    """The two sides of the operators that an error may be of: it is where either side begins."""
    place = info.line, info.column
    for made in those_of(tree, OpExpr):
        if place in map(_place, (made, made.right)):
            yield made.left, made.right
    for compared in those_of(tree, ComparisonExpr):
        for left, right in zip(compared.operands, compared.operands[1:]):
            if place in map(_place, (compared, left, right)):
                yield left, right


def _place(expression: Expression) -> tuple[int, int]:
    return expression.line, expression.column


def _is_of_several(left: Expression, right: Expression, tree: MypyFile) -> bool:
    return any(
        isinstance(type_of(several), UnionType) and is_of_untold_dtype(array, tree)
        for array, several in ((left, right), (right, left))
    )
