"""What is taken apart: arguments from a list or a dict, `f(*parts, **settings)`, and several names given values at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.errorcodes import CALL_OVERLOAD
from mypy.errors import ErrorInfo
from mypy.nodes import ARG_STAR, ARG_STAR2, AssignmentStmt, CallExpr, MypyFile, NameExpr, TupleExpr
from mypy.types import CallableType, Instance, TupleType, Type, UnionType, get_proper_type

from tftypes_mypy.assigned_lines import statements_at
from tftypes_mypy.features.facts.alone import is_of_tensorflow, type_of
from tftypes_mypy.features.mypy_errors import called
from tftypes_mypy.features.mypy_errors.messages import TENSOR
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import begin, end
from tftypes_mypy.syntax import walk

#: Of the items of a list, mypy takes each for each of the parameters that are left.
_SPREAD: Final = Pattern(
    r'Argument \d+ to "[^"]*"(?: of "[^"]*")? has incompatible type "(?:\*(?P<items>\w+\[[^"]*)|\*\*dict\[str, [^"]*)";'
    r" expected (?P<expected>.*)"
)
_OPERAND: Final = Pattern(rf"\bSupportsTensor\b|{TENSOR.pattern}")
_MISCOUNTED: Final = Pattern(
    r'Too many (?:positional )?arguments for "|"[^"]*"(?: of "[^"]*")? gets multiple values for keyword argument'
)


def is_spread(info: ErrorInfo, tree: MypyFile) -> bool:
    """`tf.complex(*tf.unstack(x))`: nobody has said how many there are, and the last parameter is a name.

    And `tf.function(**settings)`, where each overload takes other settings.
    """
    if _MISCOUNTED.match(info.message):
        return any(map(_is_of_unknown_length, called.tensorflows_at(info, tree)))
    if info.code is CALL_OVERLOAD:
        calls = called.tensorflows_at(info, tree)
        return any(ARG_STAR2 in call.arg_kinds or _is_of_unknown_length(call) for call in calls)
    spread = _SPREAD.match(info.message)
    if spread is None:
        return False
    if spread["items"] is None:
        return is_for_tensorflow(info, spread["expected"], tree)
    if _OPERAND.search(spread["expected"]):
        return False  # no item is one
    is_of_tensors = TENSOR.search(spread["items"]) is not None
    return is_of_tensors or any(map(_is_of_unknown_length, called.tensorflows_at(info, tree)))


def is_for_tensorflow(info: ErrorInfo, expected: str, tree: MypyFile) -> bool:
    """Whether an argument goes to TensorFlow, or where something of it is wanted: to mypy alone anything may."""
    return bool(called.tensorflows_at(info, tree)) or takes_tensorflows(info, expected, tree)


def takes_tensorflows(info: ErrorInfo, expected: str, tree: MypyFile) -> bool:
    """Whether the parameter is annotated as something of TensorFlow's, which to mypy alone may be anything."""
    return any(
        is_of_tensorflow(parameter) and any(name in expected for name in _names(parameter))
        for call in called.calls_at(info, tree)
        if isinstance(function := type_of(call.callee), CallableType)
        for parameter in function.arg_types
    )


def _names(parameter: Type) -> Sequence[str]:
    proper = get_proper_type(parameter)
    members = proper.items if isinstance(proper, UnionType) else [proper]
    return [each.type.name for each in map(get_proper_type, members) if isinstance(each, Instance)]


def _is_of_unknown_length(call: CallExpr) -> bool:
    """Whether a call passes `*rows`, and it is not known how many they are."""
    return any(
        kind == ARG_STAR and not isinstance(type_of(argument), TupleType)
        for argument, kind in zip(call.args, call.arg_kinds)
    )


def is_of_pairs(info: ErrorInfo, tree: MypyFile) -> bool:
    """`x, sizes = x.to_tensor(), x.row_lengths()`: mypy gives `x` its new value before it looks at what follows."""
    place = info.line, info.column
    for statement in statements_at(tree, info.line):
        made = statement.rvalue if isinstance(statement, AssignmentStmt) else None
        if not isinstance(statement, AssignmentStmt) or not isinstance(made, TupleExpr):
            continue
        for number, item in enumerate(made.items):
            if begin(item) <= place < end(item):
                targets = [t.items[:number] for t in statement.lvalues if isinstance(t, TupleExpr)]
                given = {
                    n.node for t in targets for p in t for n in walk(p) if isinstance(n, NameExpr)
                }
                return any(isinstance(n, NameExpr) and n.node in given for n in walk(item))
    return False
