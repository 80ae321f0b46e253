"""Turns syntax trees into closures: what a node means is decided once, then it is only run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Evaluate, Execute
from tftypes.inference.objects import TOP, Frame, Value
from tftypes.inference.scopes import Scope


@dataclass(frozen=True, slots=True)
class Level:
    """One of the scopes around a node."""

    scope: Scope
    kind: Literal["module", "class", "function", "comprehension"]


class Compiler:
    """Compiles nodes of one scope; `levels` are the scopes around them, the innermost last."""

    __slots__ = ("interpreter", "is_lazy", "levels")

    def __init__(
        self, interpreter: Interpreter, levels: tuple[Level, ...], is_lazy: bool = False
    ) -> None:
        self.interpreter = interpreter
        self.levels = levels
        #: Whether the nodes are annotations, which Python may never run.
        self.is_lazy = is_lazy

    @property
    def level(self) -> Level:
        return self.levels[-1]

    def within(self, scope: Scope, kind: Literal["class", "function", "comprehension"]) -> Compiler:
        """For a scope inside of this one."""
        return Compiler(self.interpreter, (*self.levels, Level(scope, kind)))

    @property
    def of_types(self) -> Compiler:
        """For annotations here."""
        return Compiler(self.interpreter, self.levels, is_lazy=True)

    def expression(self, node: ast.expr) -> Evaluate:
        """The value of an expression in a frame."""
        compile_node = self.interpreter.tables.expressions.get(type(node))
        if compile_node is None:
            return lambda frame: TOP
        found: Evaluate = compile_node(self, node)
        is_seen = self.interpreter.observe is not None
        return _observed(self.interpreter, found, node) if is_seen else found

    def optional(self, node: ast.expr | None, default: Value = None) -> Evaluate:
        return (lambda frame: default) if node is None else self.expression(node)

    def block(self, nodes: Sequence[ast.stmt]) -> Execute:
        """Statements one after the other; Exit ends them."""
        tables, step = self.interpreter.tables.statements, self.interpreter.step
        runs = [
            compile_node(self, node) for node in nodes if (compile_node := tables.get(type(node)))
        ]
        if not runs:
            return lambda frame: None
        if len(runs) == 1:
            return _single(runs[0], step)

        def block(frame: Frame) -> None:
            for run in runs:
                step()
                run(frame)

        return block


def _observed(interpreter: Interpreter, run: Evaluate, node: ast.expr) -> Evaluate:
    """The code of a module that others import outlives who observed it, and is no part of what is observed later."""

    def observed(frame: Frame) -> Value:
        value, observe = run(frame), interpreter.observe
        if observe is not None and frame.module.path in interpreter.mains:
            observe(interpreter, node, value)
        return value

    return observed


def _single(run: Execute, step: Callable[[], None]) -> Execute:
    def single(frame: Frame) -> None:
        step()
        run(frame)

    return single
