"""Lists and dicts that are made empty, and of whose items mypy knows by us alone what it cannot use.

To mypy alone `labels = []; labels.extend(np.array(batch).argmax(-1))` makes a list of Any, since NumPy's stubs say Any of
what the method gives: it asks for an annotation where that is known to be an array.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errorcodes import VAR_ANNOTATED
from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    TupleExpr,
)
from mypy.typeops import fixup_partial_type

from tftypes_mypy.assigned_lines import values_at
from tftypes_mypy.assignments import GROWS
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import per_tree, those_of, walk

_OPEN: Final = Pattern(r'Need type annotation for "(?P<name>\w+)"')


def is_left_open(info: ErrorInfo, tree: MypyFile) -> bool:
    """`made = tuple(map(tf.convert_to_tensor, arrays))`: TensorFlow's own function leaves a dtype open.

    Or `best = []`, which is given what NumPy makes in another branch, or a function without annotations: to mypy
    alone that is Any.
    """
    if info.code is not VAR_ANNOTATED:
        return False
    named = _OPEN.match(info.message)
    values = [*values_at(tree, info.line)]
    if named is not None:
        values += _values_of(named["name"], tree)
    return any(_is_ours(node) for value in values for node in walk(value))


def settle(info: ErrorInfo) -> None:
    """Lets what an error, now dropped, asks an annotation for hold anything: to mypy it is open until then."""
    named, checker = _OPEN.match(info.message), checker_state.type_checker
    if named is None or not isinstance(checker, TypeChecker):
        return
    for scope in checker.partial_types:
        for var, place in scope.map.items():
            if var.name == named["name"] and place.line == info.line and var.type is not None:
                var.type = fixup_partial_type(var.type)


def _is_ours(node: object) -> bool:
    """Whether an expression is one that mypy knows more of by us."""
    if not isinstance(node, RefExpr):
        return False
    if isinstance(node.node, FuncDef) and node.node.type is None:
        return True
    return node.fullname.startswith(("tensorflow.", "numpy."))


def _values_of(name: str, tree: MypyFile) -> Iterator[Expression]:
    """What a module gives to names like this one, and to the names in that."""
    given, seen, left = _given(tree), {name}, [name]
    while left:
        for value in given.get(left.pop(), ()):
            yield value
            names = {part.name for part in walk(value) if isinstance(part, NameExpr)} - seen
            seen |= names
            left.extend(names)


@per_tree
def _given(tree: MypyFile) -> Mapping[str, Sequence[Expression]]:
    """What a module assigns to its names, and puts into what they stand for."""
    found: defaultdict[str, list[Expression]] = defaultdict(list)
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            for name in _names(target):
                found[name].append(statement.rvalue)
    for grown in those_of(tree, OperatorAssignmentStmt):
        for name in _names(grown.lvalue):
            found[name].append(grown.rvalue)
    for call in those_of(tree, CallExpr):
        callee = call.callee
        if isinstance(callee, MemberExpr) and callee.name in GROWS:
            for name in _names(callee.expr):
                found[name] += call.args
    return found


def _names(target: Expression) -> Iterator[str]:
    if isinstance(target, TupleExpr):
        for item in target.items:
            yield from _names(item)
    elif isinstance(target, NameExpr):
        yield target.name
