"""`def f[N]`, `class C[N]` and `type X[N] = ...` (PEP 695): the scope that holds the type parameters."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.names import target
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.objects import Frame, Value
from tftypes.inference.scopes import Scope
from tftypes.inference.values import Annotation, TypeVariable


def with_type_parameters(
    compiler: Compiler, node: Any
) -> tuple[Compiler, Callable[[Frame], Frame]]:
    """The compiler of what stands inside a definition with type parameters, and how its scope is entered."""
    parameters = getattr(node, "type_params", ())
    if not parameters:
        return compiler, lambda frame: frame
    scope = Scope(own={each.name for each in parameters})
    inside = compiler.within(scope, "function")
    bounds = [inside.optional(getattr(each, "bound", None)) for each in parameters]

    def enter(frame: Frame) -> Frame:
        trail = compiler.interpreter.trail
        made = Frame(trail, scope, frame, frame.module)
        for each, bound in zip(parameters, bounds):
            many = type(each).__name__ == "TypeVarTuple"
            trail.write(made, each.name, TypeVariable(each.name, _constraints(bound(made)), many))
        return made

    return inside, enter


def _constraints(bound: Value) -> Value:
    """A bound, or one of a few types in a tuple."""
    return Annotation("union", bound) if isinstance(bound, tuple) else bound


def _alias(compiler: Compiler, node: Any) -> Execute:
    """`type X[N] = ...`."""
    inside, enter = with_type_parameters(compiler, node)
    value, assign = inside.expression(node.value), target(compiler, node.name)
    return lambda frame: assign(frame, value(enter(frame)))


#: The statement is there from Python 3.12 on.
STATEMENTS: Final = {ast.TypeAlias: _alias} if hasattr(ast, "TypeAlias") else {}
