"""Generators and coroutines."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import attempt, go_on, states_at, then
from tftypes.inference.interpreter.exits import Arrival, Target
from tftypes.inference.interpreter.functions import PENDING, YIELDS, run_body
from tftypes.inference.interpreter.resumption import end, is_pending
from tftypes.inference.interpreter.sequences import concatenated
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.lattice import any_of
from tftypes.inference.objects import (
    TOP,
    Container,
    Coroutine,
    External,
    Frame,
    Instance,
    Value,
    resolve,
)
from tftypes.inference.values import Seq

#: What takes each item that a generator yields, and gives what is sent to it.
Consume = Callable[[Value, Frame], Value]
#: What a generator has while its body runs and nothing else has taken items: nobody knows what is left.
_LEFT: Final = Seq((), TOP)


def drive(interpreter: Interpreter, generator: Container, consume: Consume) -> Value:
    """Run the body of a generator; what it yields is consumed where it is yielded. Its `return` value."""
    function, given, node, held = begun = generator.read(PENDING)
    end(interpreter, generator, _LEFT)
    interpreter.driven.append((generator, begun))
    try:
        result = run_body(interpreter, function, given, node, held, consume)
    finally:
        interpreter.driven.pop()
    end(interpreter, generator, ())
    return result


# -- consumed by a loop or a `with` -----------------------------------------------------------------------------------


def loop_over(
    interpreter: Interpreter,
    generator: Container,
    run: Callable[[Value], object],
    otherwise: Callable[[], None],
) -> None:
    """`for item in generator: run(item)`, each round at the `yield` that gives the item.

    Once something else has taken items, nobody knows which rounds are left.
    """
    trail = interpreter.trail
    owner = Target("generator", trail.mark())
    outside = _context(interpreter)

    def go(item: Value) -> None:
        _at_yield(interpreter, owner, outside, lambda: run(item))

    def go_perhaps() -> None:
        with interpreter.doubting():
            go(TOP)

    def consume(item: Value, frame: Frame) -> Value:
        if generator.read("contents") is _LEFT:
            go(item)
        else:
            interpreter.fork([lambda: None, go_perhaps])

    alive = attempt(interpreter, owner, lambda: drive(interpreter, generator, consume))
    done = trail.undo()
    ends = then(interpreter, done, otherwise) if alive else []
    for arrival in owner.arrivals:
        _, kind, value = arrival.value
        changes = done if arrival.changes is None else arrival.changes
        if kind == "break":
            ends.append(changes)
        else:
            then(interpreter, changes, partial(interpreter.leave, kind, value))
    go_on(interpreter, ends)


#: What differs between a generator and what consumes it: the file, the chain of calls, whether AutoGraph converts it.
_Context = tuple[str, list[Any], bool]


def _context(interpreter: Interpreter) -> _Context:
    return interpreter.path, [*interpreter.chain], interpreter.converted


def _enter(interpreter: Interpreter, context: _Context) -> None:
    interpreter.path, interpreter.chain, interpreter.converted = context


def _at_yield(
    interpreter: Interpreter, owner: Target, outside: _Context, run: Callable[[], object]
) -> None:
    """Run what consumes an item; what leaves it unwinds the generator, but for `continue` and exceptions."""
    trail = interpreter.trail
    target = Target("barrier", trail.mark())
    inside = _context(interpreter)
    _enter(interpreter, outside)
    try:
        alive = attempt(interpreter, target, run)
    finally:
        _enter(interpreter, inside)
    if alive and not target.arrivals:
        trail.commit()
        return
    done = trail.undo()
    states = [done] if alive else []
    for arrival in target.arrivals:
        changes = done if arrival.changes is None else arrival.changes
        if arrival.kind == "continue":
            states.append(changes)
        else:
            left = owner, arrival.kind, arrival.value
            then(interpreter, changes, partial(interpreter.leave, "unwind", left))
    go_on(interpreter, states)


def within(interpreter: Interpreter, generator: Container, run: Callable[[Value], None]) -> None:
    """`with manager() as item: run(item)` of a generator: the body runs at the `yield`, the rest after it.

    An exception of the body is raised at the `yield`. What leaves the body otherwise waits until the generator has
    ended.
    """
    trail = interpreter.trail
    outside = _context(interpreter)
    left: list[Arrival] = []
    passed: list[bool] = []

    def consume(item: Value, frame: Frame) -> Value:
        target = Target("barrier", trail.mark())
        inside = _context(interpreter)
        _enter(interpreter, outside)
        try:
            alive = attempt(interpreter, target, lambda: run(item))
        finally:
            _enter(interpreter, inside)
        if alive:
            passed.append(True)
        if alive and not target.arrivals:
            trail.commit()
            return
        left.extend(target.arrivals)
        go_on(interpreter, states_at(target, trail.undo(), alive))

    drive(interpreter, generator, consume)
    ways: list[Callable[[], None]] = [
        partial(interpreter.leave, each.kind, each.value) for each in left
    ]
    if passed or not left:
        ways.append(lambda: None)
    interpreter.fork(ways)


def _yield(compiler: Compiler, node: ast.Yield) -> Evaluate:
    interpreter, value = compiler.interpreter, compiler.optional(node.value)

    def give(frame: Frame) -> Value:
        result = value(frame)
        if frame.consume is not None:
            return frame.consume(result, frame)
        interpreter.write(frame, YIELDS, concatenated(frame.read(YIELDS, ()), (result,)))
        return None

    return give


def _yield_from(compiler: Compiler, node: ast.YieldFrom) -> Evaluate:
    interpreter, value = compiler.interpreter, compiler.expression(node.value)

    def collect(item: Value, frame: Frame, outer: Frame) -> Value:
        interpreter.write(outer, YIELDS, concatenated(outer.read(YIELDS, ()), (item,)))
        return None

    def give(frame: Frame) -> Value:
        source = resolve(value(frame))
        if is_pending(source):
            return drive(interpreter, source, frame.consume or partial(collect, outer=frame))
        more = interpreter.some_items(source)
        if frame.consume is None:
            interpreter.write(frame, YIELDS, concatenated(frame.read(YIELDS, ()), more))
            return None
        if isinstance(more, tuple):
            for each in more:
                frame.consume(each, frame)
            return None
        frame.consume(any_of(more), frame)
        return TOP

    return give


def _await(compiler: Compiler, node: ast.Await) -> Evaluate:
    value = compiler.expression(node.value)

    interpreter = compiler.interpreter

    def wait(frame: Frame) -> Value:
        found = resolve(value(frame))
        if isinstance(found, Instance) and interpreter.has_method(found, "__await__"):
            steps = resolve(interpreter.method(found, "__await__", [], node))
            if is_pending(steps):
                return drive(interpreter, steps, lambda item, frame: None)
        return awaited(found)

    return wait


#: The slot of a future of the library's with its result.
RESULT: Final = "<result>"


def awaited(value: Value) -> Value:
    """What awaiting a value gives."""
    found = resolve(value)
    if isinstance(found, Instance) and isinstance(found.cls, External):
        return found.read(RESULT, TOP)
    return found.read("result", TOP) if isinstance(found, Coroutine) else TOP


EXPRESSIONS: Final = {ast.Yield: _yield, ast.YieldFrom: _yield_from, ast.Await: _await}
