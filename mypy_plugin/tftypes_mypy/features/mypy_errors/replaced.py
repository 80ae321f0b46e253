"""Names and attributes that stand for a function, or a layer, in one branch, and for another thing that is called in the next."""

from __future__ import annotations

from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    Var,
)
from mypy.types import Instance, get_proper_type

from tftypes_mypy.assigned_lines import assigned_at, statements_at
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import those_of

_REPLACED: Final = Pattern(
    r'Incompatible types in assignment \(expression has type "[^"]*(?:Tensor|Variable|PolymorphicFunction)\['
    r'[^"]*", variable has type "(?:Callable\[|def )'
    r'|Incompatible types in assignment \(.*, variable has type "PolymorphicFunction\['
)
#: A function for a layer.
_FOR_LAYER: Final = Pattern(
    r'Incompatible types in assignment \(expression has type "(?:Callable\[|def )[^"]*",'
    r' variable has type "(?P<layer>\w+)"\)$'
)
_LAYER: Final = "tensorflow.keras.Layer"
_REDEFINED: Final = "Incompatible redefinition (redefinition with type "


def is_replaced(info: ErrorInfo, tree: MypyFile) -> bool:
    """`plot = tf.numpy_function(plot, ...)`: a name that was a function's, or a method's, is given what it makes.

    Or `step = self.step`, where another branch has a function of that name, which TensorFlow traces.
    """
    return _REPLACED.match(info.message) is not None and any(
        isinstance(function := _named(target), Decorator)
        or (isinstance(function, FuncDef) and function.type is None)
        for statement in statements_at(tree, info.line)
        if isinstance(statement, AssignmentStmt)
        for target in statement.lvalues
    )


def is_redefined(info: ErrorInfo, tree: MypyFile) -> bool:
    """`predict = model.predict` in one branch and `def predict(images):` in the next, or two that TensorFlow's decorators make."""
    return info.message.startswith(_REDEFINED) and any(
        alone.is_made_by_tensorflow(first) or _is_given_ours(first, tree)
        for function in those_of(tree, FuncDef)
        if function.line == info.line and (first := function.original_def) is not None
    )


def _is_given_ours(first: Node, tree: MypyFile) -> bool:
    if isinstance(first, Var) and first.is_inferred and alone.is_of_tensorflow(first.type):
        return True
    return any(
        alone.is_known_by_us(statement.rvalue, tree)
        for statement in those_of(tree, AssignmentStmt)
        if any(isinstance(each, NameExpr) and each.node is first for each in statement.lvalues)
    )


def is_in_place_of_layer(info: ErrorInfo, tree: MypyFile) -> bool:
    """`self.shortcut = lambda x: x`, where another branch has a layer there: both are called alike."""
    refused = _FOR_LAYER.match(info.message)
    if refused is None or not any(True for _ in assigned_at(tree, info.line)):
        return False
    return any(
        isinstance(typ := get_proper_type(type_of(target)), Instance)
        and typ.type.name == refused["layer"]
        and typ.type.has_base(_LAYER)
        for statement in statements_at(tree, info.line)
        if isinstance(statement, AssignmentStmt)
        for target in statement.lvalues
    )


def _named(target: Expression) -> Node | None:
    if isinstance(target, MemberExpr):
        return alone.member(target)
    return target.node if isinstance(target, NameExpr) else None
