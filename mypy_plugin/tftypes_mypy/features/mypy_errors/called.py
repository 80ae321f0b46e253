"""Calls of what is one of several things, of which mypy alone knows nothing of some: a call is right where one takes it.

if is_weighted:
    loss = weighted()      # a function that nobody annotated
else:
    loss = tf.keras.losses.BinaryCrossentropy()
loss(labels, logits)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy import errorcodes as codes
from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import ErrorInfo
from mypy.nodes import (
    CallExpr,
    Expression,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TempNode,
)
from mypy.types import CallableType, Overloaded

from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.facts.defined_again import is_defined_again
from tftypes_mypy.features.facts.places import given
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import begin
from tftypes_mypy.syntax import Place, per_tree, those_of

#: What mypy says of a call that does not go with what is called.
_OF_CALLS: Final = (codes.CALL_ARG, codes.ARG_TYPE, codes.CALL_OVERLOAD, codes.OPERATOR)
#: What it says of one of a function that TensorFlow traces.
_OF_TRACED: Final = Pattern(r'"__call__" of "PolymorphicFunction"')


def is_of_one_of_several(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether a call is refused by what is known by us alone, and something else may be called."""
    return info.code in _OF_CALLS and any(
        _may_take(owner, call, info.message, tree) for call, owner in _called(info, tree)
    )


def is_of_another_definition(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether a call of a traced function is refused by its first definition, where the program defines it again.

    Without TensorFlow's stubs mypy knows nothing of what the decorator makes, and refuses no call of it.
    """
    is_of_traced = _OF_TRACED.search(info.message) is not None
    return info.code is codes.CALL_ARG and any(
        isinstance(owner, NameExpr)
        and (is_of_traced or alone.is_made_by_tensorflow(owner.node))
        and is_defined_again(owner.node, tree)
        for _, owner in _called(info, tree)
    )


def calls_at(info: ErrorInfo, tree: MypyFile) -> Sequence[CallExpr]:
    """The calls that an error may be of, or of an argument of which."""
    return _calls(tree).get((info.line, info.column), ())


def tensorflows_at(info: ErrorInfo, tree: MypyFile) -> Sequence[CallExpr]:
    """Those of them that call a function of TensorFlow's, or a method of one of its objects."""
    return [call for call in calls_at(info, tree) if _is_tensorflows(call.callee)]


def _is_tensorflows(callee: Expression) -> bool:
    if isinstance(callee, RefExpr) and callee.fullname.startswith("tensorflow."):
        return True
    typ = type_of(callee)
    function = typ.items[0] if isinstance(typ, Overloaded) else typ
    return isinstance(function, CallableType) and alone.is_of_tensorflow(function)


def _called(info: ErrorInfo, tree: MypyFile) -> Iterator[tuple[CallExpr, Expression]]:
    """The calls that an error may be of, each with what is called, and with the object whose method that is."""
    for call in calls_at(info, tree):
        yield call, call.callee
        if isinstance(call.callee, MemberExpr):
            yield call, call.callee.expr


@per_tree
def _calls(tree: MypyFile) -> Mapping[Place, Sequence[CallExpr]]:
    """The calls of a module by where they, or their arguments, begin."""
    found: defaultdict[Place, list[CallExpr]] = defaultdict(list)
    for call in those_of(tree, CallExpr):
        for place in {begin(call)}.union(map(begin, call.args)):
            found[place].append(call)
    return found


def _may_take(owner: Expression, call: CallExpr, message: str, tree: MypyFile) -> bool:
    """Whether an object is one of several, and nothing is said of those that mypy knows without us."""
    values = given(owner, tree)
    known = [value for value in values if value is not None and not alone.is_unknown(value, tree)]
    kinds = {None if value is None else type_of(value) for value in values}
    if len(known) == len(values) or len(kinds) < 2:
        return False
    return not any(message in _said(value, owner, call) for value in known)


def _said(value: Expression, owner: Expression, call: CallExpr) -> list[str]:
    """What mypy says of a call whose object is this one."""
    checker, typ = checker_state.type_checker, type_of(value)
    if not isinstance(checker, TypeChecker) or typ is None:
        return []
    made: Expression = TempNode(typ, context=owner)
    if owner is not call.callee and isinstance(call.callee, MemberExpr):
        made = MemberExpr(made, call.callee.name)
        made.set_line(call.callee)
    tried = CallExpr(made, call.args, call.arg_kinds, call.arg_names)
    tried.set_line(call)
    with (
        checker.local_type_map,
        checker.msg.filter_errors(save_filtered_errors=True) as errors,
    ):
        checker.expr_checker.accept(tried, allow_none_return=True)
    return [error.message for error in errors.filtered_errors()]
