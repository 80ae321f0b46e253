"""`with`: context managers of the program by their methods, of libraries by their models."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Final

from tftypes.inference.interpreter import generators, library, library_classes
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import attempt, finally_, swallowing
from tftypes.inference.interpreter.exits import Arrival, Exit, Target, undecided
from tftypes.inference.interpreter.generators import awaited
from tftypes.inference.interpreter.names import Assign, target
from tftypes.inference.interpreter.resumption import is_pending
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.interpreter.uses import expects_failure
from tftypes.inference.objects import (
    TOP,
    Class,
    External,
    Frame,
    Function,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.scopes import walk
from tftypes.inference.state import ABSENT


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


#: Slots of managers that models make: a generator whose code around the `yield` is the manager's, the exceptions that
#: end at the manager, and what `as` gives.
GENERATOR: Final = "<generator>"
CATCHES: Final = "<catches>"
ENTERED: Final = "<entered>"


def within(
    interpreter: Interpreter,
    frame: Frame | None,
    manager: Value,
    assign: Assign | None,
    body: Callable[[], None],
    node: ast.AST,
) -> None:
    """Enter a manager, run the body, leave it on every path."""
    generator = manager.read(GENERATOR) if isinstance(manager, Instance) else manager
    if is_pending(generator) and generator is not manager:

        def run(item: Value) -> None:
            if assign is not None and frame is not None:
                assign(frame, item)
            body()

        generators.within(interpreter, generator, run)
        return
    if (scope := library_classes.scope_of(interpreter, manager)) is not None:
        scoped = body

        def body() -> None:
            with scope(interpreter, manager):
                scoped()

    entered = enter(interpreter, manager, node)
    if assign is not None and frame is not None:
        assign(frame, entered)
    name = next((each for each in _EXITS if interpreter.has_method(manager, each)), None)
    if not isinstance(manager, Instance):
        if is_unknown(manager) and expects_failure(node):
            swallowing(interpreter, External("builtins.Exception"), body)
        else:
            body()
    elif (types := manager.read(CATCHES)) is not ABSENT:
        swallowing(interpreter, types, body)
    elif name is not None:
        inner = partial(_marked, interpreter, body) if _may_swallow(manager, name) else body
        finally_(interpreter, inner, partial(_exit, interpreter, manager, name, node))
    else:
        body()


_EXITS: Final = ("__exit__", "__aexit__")


def enter(interpreter: Interpreter, manager: Value, node: ast.AST) -> Value:
    """What `as` gives."""
    if isinstance(manager, Instance) and (entered := manager.read(ENTERED)) is not ABSENT:
        return entered
    if interpreter.has_method(manager, "__enter__"):
        return interpreter.method(manager, "__enter__", [], node)
    if interpreter.has_method(manager, "__aenter__"):
        return awaited(interpreter.method(manager, "__aenter__", [], node))
    if isinstance(manager, External) and manager.name.startswith("tensorflow."):
        if library.is_class(interpreter, manager.name) and not manager.legacy:
            name = manager.name.replace("tensorflow.", "tf.", 1)
            words = f"{name} is a class, and no context manager: {name}() may be one"
            interpreter.refuse(node, "tf-call", words, "builtins.TypeError")
    return TOP


def _may_swallow(manager: Instance, name: str) -> bool:
    """Whether the program's own `__exit__` returns anything but None or False, or raises another exception."""
    found = manager.cls.find(name) if isinstance(manager.cls, Class) else None
    if found is None or not isinstance(function := resolve(found[0]), Function):
        return False
    return any(
        isinstance(each, ast.Raise)
        or isinstance(each, ast.Return)
        and each.value is not None
        and not (isinstance(each.value, ast.Constant) and not each.value.value)
        for each in walk(function.code.node)
    )


def _marked(interpreter: Interpreter, body: Callable[[], None]) -> None:
    """Run a body of which an exception may end, so that what is refused there is an exception first."""
    target = Target("try", interpreter.trail.mark())
    target.catches = undecided
    alive = attempt(interpreter, target, body)
    interpreter.trail.commit()
    if not alive:
        raise Exit


def _exit(
    interpreter: Interpreter, manager: Instance, name: str, node: ast.AST, arrival: Arrival | None
) -> bool | None:
    """Call `__exit__`; whether it swallows an exception, None where that is not known."""
    raised = arrival is not None and arrival.kind == "raise"
    exception = arrival.value if raised and arrival is not None else None
    args = [
        exception.cls if isinstance(exception, Instance) else exception,
        exception,
        TOP if raised else None,
    ]
    found = interpreter.method(manager, name, args, node)
    return interpreter.truth(awaited(found) if name == "__aexit__" else found)


STATEMENTS: Final = {ast.With: _with, ast.AsyncWith: _with}
