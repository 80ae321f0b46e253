"""Values that are None until something is made of them, and what mypy says of that None where it knows the rest by us.

Parameters that nobody annotated stay Any to mypy alone, whatever a test finds of them.

After `if mask is not None: mask = tf.cast(mask, tf.float32)` mypy takes `mask` for that tensor or None, where it knows the
tensor by us. What follows may well be for calls that have a mask only, as the program has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.errorcodes import ARG_TYPE
from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    FuncItem,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)

from tftypes_mypy import convert
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.mypy_errors import called
from tftypes_mypy.features.mypy_errors.apart import is_for_tensorflow
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import Ranges, begin
from tftypes_mypy.syntax import Place, expressions_at, is_none, nodes_of, per_tree, those_of

#: What mypy says of a value that may be None.
_OF_NONE: Final = Pattern(
    r'Item "None" of "|Value of type "[^"]*\bNone" is not indexable|Unsupported (?:left )?operand types? for .*\bNone\b'
    r'|Argument .* has incompatible type "[^"]*\| None"; expected'
)
#: An operator of a tensor, by which mypy may know a result of TensorFlow's that is Any to it alone.
_OF_TENSOR: Final = Pattern(
    r'No overload variant of "__\w+__" of "Tensor" matches argument type "None"'
)
#: An argument of which mypy knows nothing but that it is None, or may be.
_OF_ARGUMENT: Final = Pattern(
    r'Argument .* has incompatible type "(?P<rest>Any \| )?None"; expected (?P<expected>.*)'
)


def is_of_late(info: ErrorInfo, tree: MypyFile) -> bool:
    """`tf.matmul(x, self.kernel) + self.bias`, attributes that are None until `build` has made them."""
    nodes = expressions_at(tree, info.line, info.column)
    argument = _OF_ARGUMENT.match(info.message)
    if argument is not None and (
        argument["rest"] or is_for_tensorflow(info, argument["expected"], tree)
    ):
        parts: list[Expression] = list(nodes)
    elif _OF_TENSOR.match(info.message):
        parts = [
            part for node in nodes if isinstance(node, OpExpr) for part in (node.left, node.right)
        ]
    else:
        return False
    return any(is_late(part, tree) for part in parts if isinstance(part, MemberExpr))


def is_of_narrowed(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an error is of the None that a parameter may be, of which nothing is known but by a test."""
    if _OF_NONE.match(info.message) is None:
        return False
    names = [
        part for node in expressions_at(tree, info.line, info.column) for part in _operands(node)
    ]
    return any(_is_open(name) and not _is_made_none(name, tree) for name in names)


def is_of_guarded(info: ErrorInfo, tree: MypyFile) -> bool:
    """`if counts: step.assign_add(1)`, where an `else` has made `step` None that is a variable `if counts`.

    Only where the None comes by without the branch, loop or function that asks, which may well be right. What is None
    first, to mypy alone may be None too.
    """
    if _OF_NONE.match(info.message) is None and _OF_TENSOR.match(info.message) is None:
        return False
    added = [
        each.rvalue for each in those_of(tree, OperatorAssignmentStmt) if each.line == info.line
    ]
    for node in (*expressions_at(tree, info.line, info.column), *added):
        inside = _around(node, tree)
        for var in _operands(node):
            bound = [(target, value) for target, value in _assigned(tree) if _is_name(target, var)]
            nones = [target for target, value in bound if _may_be_none(value)]
            if not any(inside - _around(target, tree) for target in nones):
                continue
            if _is_open(var) or (
                var.is_inferred
                and (
                    _is_given_by_us(min(bound, key=_place)[1], tree)
                    or _is_refused_by_us(node, var, info, tree)
                )
            ):
                return True
    return False


def _place(bound: tuple[Expression, Expression | None]) -> Place:
    return begin(bound[0])


def _is_given_by_us(value: Expression | None, tree: MypyFile) -> bool:
    return value is not None and alone.is_known_by_us(value, tree)


def _is_refused_by_us(node: Expression, var: Var, info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether it goes to TensorFlow, or beside what mypy knows by us: of None there it says nothing alone."""
    if isinstance(node, OpExpr):
        beside = (node.left, node.right)
        return any(alone.is_known_by_us(each, tree) for each in beside if not _is_name(each, var))
    if not _is_name(node, var):
        return False
    if info.code is ARG_TYPE:
        return bool(called.tensorflows_at(info, tree))
    return any(
        each.rvalue is node and alone.is_known_by_us(each.lvalue, tree)
        for each in those_of(tree, OperatorAssignmentStmt)
    )


def _is_name(node: Expression, var: Var) -> bool:
    return isinstance(node, NameExpr) and node.node is var


def _around(node: Expression, tree: MypyFile) -> frozenset[Place]:
    """Where the branches, loops and functions begin that a node is in."""
    branches, functions = _ranges(tree)
    return branches.around(node) | functions.around(node)


@per_tree
def _ranges(tree: MypyFile) -> tuple[Ranges, Ranges]:
    code = nodes_of(tree)
    return Ranges.of_branches(code), Ranges.of(code, (FuncItem,))


def _operands(node: Expression) -> Iterator[Var]:
    """The names that an attribute, an index or an operator is asked of."""
    parts: list[Expression] = [node]
    if isinstance(node, (MemberExpr, UnaryExpr)):
        parts = [node.expr]
    elif isinstance(node, IndexExpr):
        parts = [node.base]
    elif isinstance(node, OpExpr):
        parts = [node.left, node.right]
    elif isinstance(node, ComparisonExpr):
        parts = node.operands
    for part in parts:
        if isinstance(part, NameExpr) and isinstance(part.node, Var):
            yield part.node


def _is_open(var: Var) -> bool:
    """Whether it is a parameter that nobody annotated."""
    return var.is_argument and convert.may_be_any(var.type)


def _is_made_none(var: Var, tree: MypyFile) -> bool:
    """Whether the program itself makes it None."""
    return any(_is_name(target, var) and is_none(value) for target, value in _assigned(tree))


def is_late(attribute: MemberExpr, tree: MypyFile) -> bool:
    """Whether attributes of this name are None in one place and something else in another."""
    values = [
        value
        for target, value in _assigned(tree)
        if isinstance(target, MemberExpr) and target.name == attribute.name
    ]
    return any(map(_may_be_none, values)) and not all(map(is_none, values))


def _may_be_none(value: Expression | None) -> bool:
    if isinstance(value, ConditionalExpr):
        return _may_be_none(value.if_expr) or _may_be_none(value.else_expr)
    return is_none(value)


def _assigned(tree: MypyFile) -> Iterator[tuple[Expression, Expression | None]]:
    """What a module assigns to names and attributes; None for what is taken apart."""
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            yield from _paired(target, statement.rvalue)


def _paired(
    target: Expression, value: Expression | None
) -> Iterator[tuple[Expression, Expression | None]]:
    if not isinstance(target, TupleExpr):
        yield target, value
        return
    values = value.items if isinstance(value, TupleExpr) else ()
    for number, part in enumerate(target.items):
        yield from _paired(part, values[number] if len(values) == len(target.items) else None)
