"""Which functions an expression that makes traced functions is applied to.

    @tf.function(input_signature=...)          tf.function(f, input_signature=...)
    def f(x): ...                              tf.function(input_signature=...)(f)

and both through a name: `traced = tf.function(input_signature=...)`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    Var,
)
from mypy.types import CallableType, Instance, get_proper_type

from tftypes_mypy import names
from tftypes_mypy.syntax import per_tree, those_of
from tftypes_mypy.values import Values

#: Decorators that leave the parameters of a function as they are, for mypy and for TensorFlow.
_TRANSPARENT: Final = frozenset(
    {
        "tensorflow.autograph.experimental.do_not_convert",
        "tensorflow.custom_gradient",
        "tensorflow.recompute_grad",
    }
)
#: Decorators that mypy handles itself, which make of a function what TensorFlow cannot call.
_DESCRIPTORS: Final = frozenset({"builtins.classmethod", "builtins.property"})

#: Packages whose classes TensorFlow calls in ways of its own.
_FOREIGN: Final = ("tensorflow.", "keras.", "functools.", "builtins.", "tftypes.")


@dataclass(frozen=True)
class Target:
    """A function that is traced under a signature."""

    name: str
    #: Its parameters, as TensorFlow sees them: without `self` for a bound method.
    typ: CallableType
    #: The defaults of its parameters by index, if it is of the module that is being checked.
    defaults: Mapping[int, Expression]
    #: The decorator between it and the class that defeats it: "classmethod", "property".
    inside: str = ""
    outside: str = ""


#: A decorator together with what it decorates, or the expression of a function.
Application = tuple[Decorator, Expression] | Expression


class Applications:
    """All calls and decorators of one module, by what is called."""

    def __init__(self, tree: MypyFile) -> None:
        self._decorators: dict[Any, list[tuple[Decorator, Expression]]] = defaultdict(list)
        self._calls: dict[Any, list[CallExpr]] = defaultdict(list)
        self._names: dict[Expression, Var] = {}
        self._functions: set[Node] = set()
        #: The functions that a decorator makes traced ones.
        self.traced: set[Node] = set()
        for decorator in those_of(tree, Decorator):
            for expression in decorator.decorators:
                self._decorators[_called(expression)].append((decorator, expression))
                if _traces(expression):
                    self.traced.add(decorator.func)
        self._functions.update(those_of(tree, FuncDef), those_of(tree, LambdaExpr))
        for call in those_of(tree, CallExpr):
            self._calls[_called(call.callee)].append(call)
        for statement in those_of(tree, AssignmentStmt):
            target = statement.lvalues[0] if len(statement.lvalues) == 1 else None
            if isinstance(target, NameExpr) and isinstance(target.node, Var):
                self._names[statement.rvalue] = target.node

    def defines(self, function: FuncDef | LambdaExpr) -> bool:
        """Whether the function is of this module."""
        return function in self._functions

    def name_of(self, expression: Any, values: Values) -> Var | None:
        """The variable that is bound to this expression and to nothing else."""
        var = self._names.get(expression)
        return var if var is not None and values.assignments.value_of(var) is expression else None

    def of(self, call: CallExpr, values: Values) -> Iterator[Application]:
        """What the result of a call is applied to, itself or through its name."""
        var = self.name_of(call, values)
        for key in [call] if var is None else [call, var]:
            yield from self._decorators.get(key, ())
            for use in self._calls.get(key, ()):
                if use.arg_kinds == [ARG_POS]:
                    yield use.args[0]


def _traces(decorator: Expression) -> bool:
    """`@tf.function`, `@tf.function(...)`."""
    made = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return isinstance(made, RefExpr) and made.fullname in names.TRACERS


@per_tree
def _of_tree(tree: MypyFile) -> Applications:
    return Applications(tree)


def applications(checker: TypeChecker) -> Applications:
    """The applications of the module being checked."""
    return _of_tree(checker.tree)


def _called(expression: Expression) -> Any:
    """The variable that a name stands for; of anything else the expression."""
    if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
        return expression.node
    return expression


def target(application: Application, checker: TypeChecker) -> Target | None:
    """The function of an application, if its parameters are known for sure."""
    if isinstance(application, tuple):
        return _decorated(*application, checker)
    typ = get_proper_type(checker.lookup_type_or_none(application))
    if isinstance(application, LambdaExpr) and isinstance(typ, CallableType):
        return _target(typ, application, checker)
    node = application.node if isinstance(application, RefExpr) else None
    if typ is None and isinstance(node, FuncDef) and isinstance(application, NameExpr):
        typ = get_proper_type(checker.function_type(node))
    if isinstance(typ, Instance):
        return _callable_object(typ, application, checker)
    if not isinstance(typ, CallableType) or typ.is_type_obj():
        return None
    # The definition of a bound method is found by its type: the node depends on the object.
    definition = node if isinstance(node, FuncDef) else typ.definition
    if isinstance(definition, Decorator):
        definition = definition.func if _is_transparent(definition.decorators) else None
    return _target(typ, definition, checker) if isinstance(definition, FuncDef) else None


def _target(typ: CallableType, definition: FuncDef | LambdaExpr, checker: TypeChecker) -> Target:
    defaults = {}
    # A module from mypy's cache has no defaults: the answer must not depend on that.
    if applications(checker).defines(definition):
        # A bound method has one parameter less than its definition.
        offset = len(definition.arguments) - len(typ.arg_types)
        for index, argument in enumerate(definition.arguments[offset:]):
            if argument.initializer is not None:
                defaults[index] = argument.initializer
    return Target(definition.name if isinstance(definition, FuncDef) else "lambda", typ, defaults)


def _decorated(decorator: Decorator, by: Expression, checker: TypeChecker) -> Target | None:
    inner = decorator.decorators[decorator.decorators.index(by) + 1 :]
    typ = get_proper_type(checker.function_type(decorator.func))
    if not _is_transparent(inner) or not isinstance(typ, CallableType):
        return None
    written = decorator.original_decorators
    place = written.index(by) if by in written else len(written)
    return replace(
        _target(typ, decorator.func, checker),
        inside=_descriptor(written[place + 1 :]),
        outside=_descriptor(written[:place]),
    )


def _is_transparent(decorators: list[Expression]) -> bool:
    return all(isinstance(d, RefExpr) and d.fullname in _TRANSPARENT for d in decorators)


def _descriptor(decorators: list[Expression]) -> str:
    for decorator in decorators:
        if isinstance(decorator, RefExpr) and decorator.fullname in _DESCRIPTORS:
            return decorator.fullname.rpartition(".")[2]
    return ""


def _callable_object(typ: Instance, at: Expression, checker: TypeChecker) -> Target | None:
    """An object with a `__call__` of the program's own."""
    symbol = typ.type.get("__call__")
    node = symbol.node if symbol is not None else None
    if not isinstance(node, FuncDef) or node.fullname.startswith(_FOREIGN):
        return None
    found = get_proper_type(
        checker.expr_checker.analyze_external_member_access("__call__", typ, at)
    )
    if not isinstance(found, CallableType):
        return None
    return replace(_target(found, node, checker), name=typ.type.name)
