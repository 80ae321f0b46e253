"""What does for another type when a program runs: an array for a tensor, a tensor of no dims for a number.

Annotations often name one of them and take them all. mypy alone knows nothing of most values of TensorFlow and NumPy
that reach such a place, and an error about one that it has by us has to be proven.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Expression,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
)
from mypy.types import Instance, Type, UnionType, get_proper_type

from tftypes_mypy.assigned_lines import returned_at, values_at
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.mypy_errors.given_for import differing
from tftypes_mypy.features.mypy_errors.untold_dtypes import is_of_untold_dtype
from tftypes_mypy.ranges import end
from tftypes_mypy.syntax import FUNCTIONS, expressions_at, per_tree, those_of

#: Text is made of NumPy's numbers in any format that Python's numbers take.
_FORMATTED: Final = "Incompatible types in string interpolation"
#: What does for what, by the short names of the classes.
_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("Tensor", "EagerTensor", "Variable"), "tensor"),
    "ndarray": "array",
    "product": "product",
    **dict.fromkeys(("floating", "integer", "signedinteger", "number", "inexact"), "scalar"),
    **dict.fromkeys(("unsignedinteger", "float16", "float32", "float64", "bool_"), "scalar"),
    # What mypy makes of `max(0.0, number)`.
    **dict.fromkeys(("SupportsDunderLT", "SupportsDunderGT"), "scalar"),
    **dict.fromkeys(("int", "float", "bool"), "number"),
    **dict.fromkeys(("str", "bytes"), "text"),
}
_DOES_FOR: Final[Mapping[str, frozenset[str]]] = {
    "tensor": frozenset({"array", "number", "scalar", "text"}),
    "array": frozenset({"tensor"}),
    "product": frozenset({"tensor", "number"}),
    "scalar": frozenset({"number", "tensor", "array"}),
    "number": frozenset({"tensor", "array", "scalar"}),
}


def is_converted(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an error is of something that does for what is annotated, and that mypy has by us."""
    given = differing(info.message)
    if not given or not all(_does_for(got, expected) for got, expected in given):
        return False
    return (
        info.message.startswith(_FORMATTED)
        or any(
            alone.is_unknown(each, tree) or _is_called_back(each, tree)
            for each in _given_at(info, tree)
        )
        or (not any(map(_is_array_for_tensor, given)) and _is_of_untold_dtype(info, tree))
    )


def _is_array_for_tensor(given: tuple[Sequence[str], Sequence[str]]) -> bool:
    """Whether an array is given for a tensor, of which mypy needs no dtype to tell them apart."""
    got, expected = given
    is_array = any(_KINDS.get(name) in ("array", "product") for name in got)
    return is_array and "tensor" in map(_KINDS.get, expected)


def _is_of_untold_dtype(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether NumPy made all that is given of arrays whose dtype mypy has by us."""
    given = max(_given_at(info, tree), key=end, default=None)
    parts = given.operands if isinstance(given, ComparisonExpr) else [given]
    return any(part is not None and is_of_untold_dtype(part, tree) for part in parts)


def _is_called_back(expression: Expression, tree: MypyFile) -> bool:
    """`data.map(parsed)`, `data.map(lambda row: parsed(row))`: what TensorFlow calls a function with, mypy has by us."""
    if isinstance(expression, NameExpr):
        call = _passed(tree).get(expression.node)
        return call is not None and _is_of_tensorflow(call)
    if not isinstance(expression, CallExpr) or not any(map(_is_function, expression.args)):
        return False
    return _is_of_tensorflow(expression)


@per_tree
def _passed(tree: MypyFile) -> Mapping[Node | None, CallExpr]:
    """The parameters of lambdas, and the calls that these are passed to."""
    return {
        parameter.variable: call
        for call in those_of(tree, CallExpr)
        for each in call.args
        if isinstance(each, LambdaExpr)
        for parameter in each.arguments
    }


def _is_of_tensorflow(call: CallExpr) -> bool:
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname:
        return callee.fullname.startswith("tensorflow.")
    owner = alone.type_of(callee.expr) if isinstance(callee, MemberExpr) else None
    # A name that is bound again may have several types.
    kinds: Sequence[Type | None] = owner.items if isinstance(owner, UnionType) else [owner]
    classes = [kind.type for each in kinds if isinstance(kind := get_proper_type(each), Instance)]
    return any(each.fullname.startswith("tensorflow.") for each in classes)


def _is_function(expression: Expression) -> bool:
    return isinstance(expression, RefExpr) and isinstance(expression.node, FUNCTIONS)


def _does_for(given: Sequence[str], names: Sequence[str]) -> bool:
    wanted = {_KINDS.get(name) for name in names}
    others = [name for name in given if name not in names]
    return bool(others) and all(
        _DOES_FOR.get(_KINDS.get(name, ""), frozenset()) & wanted for name in others
    )


def _given_at(info: ErrorInfo, tree: MypyFile) -> Iterable[Expression]:
    yield from expressions_at(tree, info.line, info.column)
    yield from values_at(tree, info.line)
    yield from returned_at(tree, info.line)
