"""`with`: context managers of the program by their methods, of libraries by their models."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from tftypes.inference.interpreter import library
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import finally_
from tftypes.inference.interpreter.exits import Arrival
from tftypes.inference.interpreter.names import Assign, target
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.values import TOP, Container, Frame, Instance, Value, resolve


def _with(compiler: Compiler, node: ast.With | ast.AsyncWith) -> Execute:
    interpreter = compiler.interpreter
    managers = [
        (
            compiler.expression(each.context_expr),
            None if each.optional_vars is None else target(compiler, each.optional_vars),
            each.context_expr,
        )
        for each in node.items
    ]
    body = compiler.block(node.body)

    def run(frame: Frame, i: int = 0) -> None:
        if i == len(managers):
            body(frame)
            return
        manager, assign, place = managers[i]
        within(
            interpreter, frame, resolve(manager(frame)), assign, lambda: run(frame, i + 1), place
        )

    return run


def within(
    interpreter: Interpreter,
    frame: Frame,
    manager: Value,
    assign: Assign | None,
    body: Callable[[], None],
    node: ast.AST,
) -> None:
    """Enter a manager, run the body, leave it on every path."""
    if (scope := library.scope_of(interpreter, manager)) is not None:
        inner = body

        def body() -> None:
            with scope(interpreter, manager):
                inner()

    entered = enter(interpreter, manager, node)
    if assign is not None:
        assign(frame, entered)
    if isinstance(manager, Instance) and interpreter.has_method(manager, "__exit__"):
        finally_(interpreter, body, lambda arrival: _exit(interpreter, manager, arrival, node))
    else:
        body()


def enter(interpreter: Interpreter, manager: Value, node: ast.AST) -> Value:
    if isinstance(manager, Instance) and interpreter.has_method(manager, "__enter__"):
        return interpreter.method(manager, "__enter__", [], node)
    if isinstance(manager, Container) and manager.kind in ("generator", "iterator"):
        items = interpreter.items(manager)
        first: Sequence[Value] = (
            items if isinstance(items, tuple) else items.prefix if items is not None else ()
        )
        return first[0] if first else TOP
    return TOP


def _exit(
    interpreter: Interpreter, manager: Instance, arrival: Arrival | None, node: ast.AST
) -> bool:
    """Call `__exit__`; whether it swallows an exception."""
    raised = arrival is not None and arrival.kind == "raise"
    exception = arrival.value if raised and arrival is not None else None
    args = [
        exception.cls if isinstance(exception, Instance) else exception,
        exception,
        TOP if raised else None,
    ]
    return interpreter.truth(interpreter.method(manager, "__exit__", args, node)) is True


STATEMENTS: Final = {ast.With: _with, ast.AsyncWith: _with}
