"""Names and attributes that are first given what a function without annotations makes, and then something else.

self.loss = weighted(losses) if ...    # a function that nobody annotated
self.loss = None                       # what is no error to mypy alone: to it the attribute may be anything

mypy takes them for what came first, for good, which it knows by us: an object of the program, or a traced function. And so
it does with what TensorFlow makes: `self.head = Dense(3)` in one branch, and `self.head = Conv2D(3, 3)` in another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import ErrorInfo
from mypy.message_registry import CANNOT_INFER_LAMBDA_TYPE
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    TupleExpr,
    Var,
)

from tftypes_mypy import convert
from tftypes_mypy.assigned_lines import statements_at
from tftypes_mypy.features.facts import alone
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import per_tree, those_of, walk
from tftypes_mypy.unpacking import unpacked

#: Or what is traced is refused, where what came first was a function of other arguments.
_ASSIGNED: Final = Pattern(
    r"Incompatible types in assignment \(expression has type "
    r'|Argument \d to "function" has incompatible type "(?:Callable\[|def )[^"]*"; expected "Callable\['
)


def let_be_anything(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an assignment is only refused for what came first, by us; then what is assigned to may be anything."""
    is_lambda = info.message == CANNOT_INFER_LAMBDA_TYPE.value
    if not is_lambda and _ASSIGNED.match(info.message) is None:
        return False
    found = [
        var
        for statement in statements_at(tree, info.line)
        if isinstance(statement, AssignmentStmt)
        and (not is_lambda or isinstance(statement.rvalue, LambdaExpr))
        for target in statement.lvalues
        for var in _variables(target)
        if _is_open(var, statement, tree)
    ]
    for var in found:
        # A layer of another module stays one: whoever else reads it may be checked before or after.
        if _home(var, tree) is tree or not alone.is_of_tensorflow(var.type):
            var.type = convert.unknown()
    return bool(found)


def _variables(target: Expression) -> Iterator[Var]:
    """What an assignment gives a value, and what that is to the classes above."""
    if isinstance(target, (TupleExpr, ListExpr)):
        for item in target.items:
            yield from _variables(item)
        return
    node = alone.member(target) if isinstance(target, MemberExpr) else getattr(target, "node", None)
    if not isinstance(node, Var):
        return
    yield node
    for base in node.info.mro[1:] if node.info else ():
        symbol = base.names.get(node.name)
        if symbol is not None and isinstance(symbol.node, Var):
            yield symbol.node


def _is_open(var: Var, statement: AssignmentStmt, tree: MypyFile) -> bool:
    """Whether nobody annotated a variable, and to mypy alone it may be anything, or what it is given here is."""
    if not var.is_inferred:
        return False
    home = _home(var, tree)
    first = _first(home).get(var)
    if first is None and home is tree:
        return False  # an attribute that is annotated
    if first is not None and alone.is_unknown(first, home):
        return True
    if first is not None and any(map(_is_tensorflows, walk(first))):
        return True
    given = statement.rvalue
    if isinstance(given, CallExpr) and _is_tensorflows(given.callee):
        return True  # `tf.device(name)`, which the stubs say is a context manager
    return alone.is_of_tensorflow(var.type) or alone.is_of_tensorflow(alone.type_of(given))


def _is_tensorflows(part: Node) -> bool:
    """Whether it is the name of something of TensorFlow's, of which nothing is known to mypy alone, nor of what is made by it."""
    return isinstance(part, RefExpr) and part.fullname.startswith("tensorflow.")


def _home(var: Var, tree: MypyFile) -> MypyFile:
    """The module that a variable, or an attribute, is of."""
    module = var.info.module_name if var.info else var.fullname.rpartition(".")[0]
    checker = checker_state.type_checker
    modules = checker.modules if isinstance(checker, TypeChecker) else {}
    return modules.get(module, tree)


@per_tree
def _first(tree: MypyFile) -> Mapping[Var, Expression]:
    """What gives each variable its type: to mypy that is one of the assignments to it."""
    found: dict[Var, Expression] = {}
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            _define(target, statement.rvalue, found)
    return found


def _define(target: Expression, value: Expression, found: dict[Var, Expression]) -> None:
    if isinstance(target, (TupleExpr, ListExpr)):
        for part, item in zip(target.items, unpacked(target, value)):
            _define(part, value if item is None else item, found)
    elif isinstance(target, (NameExpr, MemberExpr)) and target.is_inferred_def:
        var = target.def_var if isinstance(target, MemberExpr) else target.node
        if isinstance(var, Var):
            found.setdefault(var, value)
