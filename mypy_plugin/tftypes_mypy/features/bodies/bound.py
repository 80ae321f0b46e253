"""The names of one function, and what each is bound to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    IfStmt,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    Node,
    OverloadedFuncDef,
    RaiseStmt,
    ReturnStmt,
    SuperExpr,
    Var,
)
from mypy_extensions import mypyc_attr

from tftypes_mypy.assignments import Assignments, Binding, bindings
from tftypes_mypy.features.bodies import sharing
from tftypes_mypy.features.facts import certainty
from tftypes_mypy.lazy import lazy
from tftypes_mypy.syntax import walk
from tftypes_mypy.unpacking import taken_apart


@dataclass(frozen=True)
class FunctionValue:
    """A function as a value: one of a module by what defines it, or one that is made in a body."""

    node: FuncDef | Decorator | OverloadedFuncDef | LambdaExpr
    #: The checker of the code that makes it; None for a function of a module.
    checker: TypeChecker | None = None
    #: The function itself, where its node does not tell: with what the names around it stand for.
    made: Any = None


@dataclass(frozen=True)
class Named:
    """What a `**parameter` was given: the arguments by name."""

    actuals: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Member:
    """What a method assigns to an attribute of its object in one place."""

    value: Expression
    #: What is written there: `a, b` of `self.x, self.y = a, b`.
    written: Expression
    #: Whether no condition and no loop is around.
    is_straight: bool


@mypyc_attr(native_class=False)
class Bound(Assignments):
    """The names of one function that are bound once, and to what."""

    def __init__(self, function: FuncItem) -> None:
        code = walk(function.body)
        super().__init__(code)
        #: What its statements bind.
        self.names: Final = frozenset(self._bound)
        for argument in function.arguments:
            self._record(argument.variable, None)
        self._function = function
        #: The parameters that the body has no use for, so that what they are given makes no difference.
        self.unread: Final = _unread([a.variable for a in function.arguments], code)

    @lazy
    def own(self) -> Sequence[Node]:
        """The nodes of the function, without those of functions in it."""
        return certainty.own(self._function.body)

    @lazy
    def conditions(self) -> Sequence[certainty.Condition]:
        """What decides between branches of the function's own, as it is written."""
        return tuple(certainty.conditions(self.own))

    @lazy
    def branches(self) -> Sequence[IfStmt]:
        """The function's own branches."""
        return [node for node in self.own if isinstance(node, IfStmt)]

    @lazy
    def raised(self) -> Sequence[tuple[RaiseStmt, CallExpr]]:
        """Where it raises `ValueError("...".format(x))`, and that call."""
        found = [(n, n.expr) for n in self.own if isinstance(n, RaiseStmt)]
        return [(n, made) for n, made in found if isinstance(made, CallExpr)]

    @lazy
    def returns(self) -> Sequence[ReturnStmt]:
        """The function's own returns."""
        return [node for node in self.own if isinstance(node, ReturnStmt)]

    @lazy
    def members(self) -> Mapping[str, list[Member]]:
        """What a method assigns to each attribute of its object, in `self.name = value`."""
        found: dict[str, list[Member]] = {}
        straight = {
            statement.rvalue
            for statement in certainty.straight(self._function.body)
            if isinstance(statement, AssignmentStmt)
        }
        statements = [node for node in self.own if isinstance(node, AssignmentStmt)]
        for node in sorted(statements, key=lambda node: (node.line, node.column)):
            for target in node.lvalues:
                for part, value in taken_apart(target, node.rvalue):
                    if isinstance(part, MemberExpr) and self.is_itself(part.expr):
                        made = Member(value, node.rvalue, node.rvalue in straight)
                        found.setdefault(part.name, []).append(made)
        return found

    @lazy
    def calls_of_parent(self) -> Sequence[CallExpr]:
        """`super().__init__(...)`, or `Base.__init__(self, ...)`, in the method of this name."""
        called = [node for node in self.own if isinstance(node, CallExpr)]
        return [
            call
            for call in called
            if isinstance(call.callee, (SuperExpr, MemberExpr))
            and call.callee.name == self._function.name
        ]

    def settle(self) -> None:
        """Reads what is asked for later, while the body is as it is written."""
        _ = self.own, self.conditions, self.branches, self.raised, self.returns, self.members
        _ = self.calls_of_parent, self.bindings, self.uses

    def is_itself(self, expression: Expression) -> bool:
        """Whether it is the first parameter: `self`, in a method."""
        first = self._function.arguments[0].variable if self._function.arguments else None
        return isinstance(expression, NameExpr) and expression.node is first is not None

    def keeps(self, parameter: Var, value: Any) -> bool:
        """Whether a parameter has the value that it was given until it gets another one."""
        return not is_mutable(value) or not self.is_changed(parameter)

    @lazy
    def bindings(self) -> Mapping[Var, Sequence[Binding]]:
        """What the function's own code gives to each name."""
        return bindings(self._function.body)

    @lazy
    def uses(self) -> sharing.Uses:
        """How its names are used."""
        return sharing.Uses(self._function.body)


def _unread(parameters: Sequence[Var], code: Sequence[Node]) -> frozenset[Var]:
    named = {node.node for node in code if isinstance(node, NameExpr)}
    left = [var for var in parameters if var not in named]
    if left and left[0] is parameters[0] and any(isinstance(node, SuperExpr) for node in code):
        del left[0]  # `super()` asks for the object, or the class
    return frozenset(left)


def is_mutable(value: Any) -> bool:
    """Whether a value may be changed where it is, or what is in it."""
    if isinstance(value, tuple):
        return any(map(is_mutable, value))
    return isinstance(value, (list, dict))
