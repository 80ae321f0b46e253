"""Functions that nobody calls run once, for what their annotations say and on named unknowns."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial
from typing import Any

from tftypes.inference.contracts import functions as contracts
from tftypes.inference.interpreter import derived, functions
from tftypes.inference.interpreter.classes import assigned_later
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Exit
from tftypes.inference.interpreter.imports import run_statement
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    OPEN,
    Class,
    Descriptor,
    Frame,
    Function,
    Module,
    Value,
)


def run_uncalled(interpreter: Interpreter, module: Module) -> None:
    """Runs the functions of a module that no call has run."""
    with interpreter.afresh(module.path):
        _run_defined(interpreter, module, set())


def _run_defined(interpreter: Interpreter, module: Module, before: set[Any]) -> None:
    """Runs those functions that are defined in the present state, were not before, and have not been run."""
    for code in [each for each in interpreter.defined.written() if each not in before]:
        function = interpreter.unbound(interpreter.defined.read(code))
        if not isinstance(function, Function) or function.module is not module:
            continue
        wanted = code not in interpreter.called or contracts.runs_for_annotations(function)
        if wanted and not isinstance(code.node, ast.Lambda):
            run = partial(_run, interpreter, function)
            run_statement(interpreter, run, module, code.node)


def _run(interpreter: Interpreter, function: Function, frame: Frame) -> None:
    """One run, of which nothing is left but its findings. What it defines is run in its state."""
    trail = interpreter.trail
    trail.mark()
    depth = trail.depth
    before = set(interpreter.defined.written())
    try:
        given = contracts.free_arguments(interpreter, function)
        receiver = _receiver(interpreter, function)
        if receiver is not None and function.code.positional:
            given[function.code.positional[0]] = receiver
        target = interpreter.defined_as.read(function.code, function)
        interpreter.tables.run_free(interpreter, target, given)
        trail.unwind(depth)
        _run_defined(interpreter, function.module, before)
    except Exit:
        pass
    finally:
        trail.unwind(depth)
        trail.undo()


def _receiver(interpreter: Interpreter, function: Function) -> Value:
    cls = function.cls
    if cls is None:
        return None
    found = cls.read(function.code.name)
    if isinstance(found, Descriptor) and found.kind in ("classmethod", "staticmethod"):
        return cls if found.kind == "classmethod" else None
    return free_instance(interpreter, cls)


def free_instance(interpreter: Interpreter, cls: Class) -> Value:
    """An instance as `__init__` leaves it; what other methods assign may be anything by now."""
    instance = derived.blank(interpreter, cls, (), {}, cls.node or ast.Constant(0))
    interpreter.write(instance, OPEN, True)  # it may be of a subclass
    init = cls.find("__init__")
    if init is not None and isinstance(init[0], Function):
        given = contracts.free_arguments(interpreter, init[0])
        given[init[0].code.positional[0]] = instance
        known = init[0].code in interpreter.called
        interpreter.doubt += known
        try:
            functions.run(interpreter, init[0], given, init[0].code.node)
        except Exit:
            pass
        finally:
            interpreter.doubt -= known
    for each in cls.mro:
        if isinstance(each, Class) and each.node is not None:
            for name in assigned_later(each.node):
                if instance.read(name) is not ABSENT:
                    now = contracts.free_attribute(interpreter, instance, name)
                    interpreter.write(instance, name, now)
    return instance


def run_free(interpreter: Interpreter, function: Value, given: Mapping[str, Value]) -> None:
    """Runs a plain function; a model of tracing may run a traced one otherwise."""
    if isinstance(function, Function):
        functions.run(interpreter, function, given, function.code.node)
