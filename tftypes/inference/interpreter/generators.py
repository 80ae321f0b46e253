"""Generators and coroutines."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Exit
from tftypes.inference.interpreter.functions import PENDING, YIELDS, run_body
from tftypes.inference.interpreter.sequences import concatenated
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    TOP,
    Container,
    Coroutine,
    Frame,
    Seq,
    Value,
    resolve,
)


def start(interpreter: Interpreter, generator: Container) -> None:
    """Run the body of a generator of which the first item is asked for; its items are then known."""
    pending = generator.read(PENDING)
    if pending is ABSENT:
        return
    function, given, node, held = pending
    interpreter.write(generator, PENDING, ABSENT)
    try:
        items = run_body(interpreter, function, given, node, held)
    except Exit:
        items = Seq((), TOP)
    interpreter.write(generator, "contents", items)


def _yield(compiler: Compiler, node: ast.Yield) -> Evaluate:
    interpreter, value = compiler.interpreter, compiler.optional(node.value)

    def give(frame: Frame) -> Value:
        result = value(frame)
        interpreter.write(frame, YIELDS, concatenated(frame.read(YIELDS, ()), (result,)))
        return TOP

    return give


def _yield_from(compiler: Compiler, node: ast.YieldFrom) -> Evaluate:
    interpreter, value = compiler.interpreter, compiler.expression(node.value)

    def give(frame: Frame) -> Value:
        items = interpreter.items(value(frame))
        more = Seq((), TOP) if items is None else items
        interpreter.write(frame, YIELDS, concatenated(frame.read(YIELDS, ()), more))
        return TOP

    return give


def _await(compiler: Compiler, node: ast.Await) -> Evaluate:
    value = compiler.expression(node.value)

    def wait(frame: Frame) -> Value:
        found = resolve(value(frame))
        return found.read("result") if isinstance(found, Coroutine) else TOP

    return wait


EXPRESSIONS: Final = {ast.Yield: _yield, ast.YieldFrom: _yield_from, ast.Await: _await}
