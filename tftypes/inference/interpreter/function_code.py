"""The text of a function, compiled when it is first run."""

from __future__ import annotations

import ast
from collections.abc import Container
from functools import cached_property

from tftypes.inference.contracts.signatures import Written
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.scopes import FunctionNode, Scope, parameters, scope_of


class Code:
    """The text of a function, compiled when it is first run."""

    def __init__(self, compiler: Compiler, node: FunctionNode) -> None:
        self.node = node
        self.name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        self.outer = compiler
        args = node.args
        self.positional = [each.arg for each in (*args.posonlyargs, *args.args)]
        self.positional_only = frozenset(each.arg for each in args.posonlyargs)
        self.keyword_only = [each.arg for each in args.kwonlyargs]
        #: The parameters that take one argument, and those of them that a call may name.
        self.single = frozenset({*self.positional, *self.keyword_only})
        self.by_name = self.single - self.positional_only
        self.vararg = args.vararg.arg if args.vararg else None
        self.kwarg = args.kwarg.arg if args.kwarg else None

    @cached_property
    def scope(self) -> Scope:
        """The names that it owns; a library has many functions that are never run."""
        return scope_of(self.node)

    @cached_property
    def inner(self) -> Compiler:
        """For what stands in the body."""
        return self.outer.within(self.scope, "function")

    @cached_property
    def body(self) -> Evaluate:
        """Runs the body; only a lambda has a value."""
        if isinstance(self.node, ast.Lambda):
            return self.inner.expression(self.node.body)
        return self.inner.block(self.node.body)

    @cached_property
    def annotated(self) -> bool:
        return not isinstance(self.node, ast.Lambda) and (
            self.node.returns is not None
            or any(each.annotation for each in parameters(self.node.args))
        )

    @cached_property
    def annotations(self) -> Written:
        """The annotations of the parameters and the result, as they are written."""
        return Written(self.outer, self.node)

    @cached_property
    def is_empty(self) -> bool:
        """Whether the body does nothing: what the function gives is for subclasses, or its annotation, to say."""
        if isinstance(self.node, ast.Lambda):
            return False
        return all(map(_does_nothing, self.node.body))

    @cached_property
    def returns_nothing(self) -> bool:
        """Whether no `return` has a value, in a body that does something when it is called."""
        is_function = isinstance(self.node, ast.FunctionDef) and not self.scope.generator
        return is_function and not self.is_empty and not self.scope.returns

    @cached_property
    def gives_nothing(self) -> bool:
        """Whether the body gives an empty list, or back what it is given, and no more: a default for subclasses."""
        body = [] if isinstance(self.node, ast.Lambda) else self.node.body
        if not body or not all(map(_does_nothing, body[:-1])):
            return False
        return _gives_nothing(body[-1]) or _gives_back(body[-1], self.by_name)


def _gives_nothing(node: ast.stmt) -> bool:
    value = node.value if isinstance(node, ast.Return) else None
    if isinstance(value, ast.Dict):
        return not value.keys
    return isinstance(value, (ast.List, ast.Tuple)) and not value.elts


def _gives_back(node: ast.stmt, names: Container[str]) -> bool:
    value = node.value if isinstance(node, ast.Return) else None
    given = value.elts if isinstance(value, ast.Tuple) else [value]
    return all(isinstance(each, ast.Name) and each.id in names for each in given)


def _does_nothing(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Return):
        return (
            node.value is None or isinstance(node.value, ast.Constant) and node.value.value is None
        )
    return isinstance(node, ast.Pass) or _raises_not_implemented(node)


def _raises_not_implemented(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Raise):
        return False
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(raised, ast.Name) and raised.id in ("NotImplementedError", "NotImplemented")
