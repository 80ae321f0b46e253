"""Exceptions: `raise`, and `try` with its handlers, `else` and `finally`."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from tftypes.inference.interpreter.certainty import some_hold
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import REFUSAL, Interpreter
from tftypes.inference.interpreter.exits import Arrival, Exit, Target
from tftypes.inference.interpreter.names import Assign, store
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.lattice import join_slot
from tftypes.inference.objects import TOP, Class, External, Frame, Instance, Refused, Value, resolve
from tftypes.inference.scopes import contains
from tftypes.inference.state import ABSENT, Changes


def _raise(compiler: Compiler, node: ast.Raise) -> Execute:
    interpreter = compiler.interpreter
    if node.exc is None:

        def again(frame: Frame) -> None:
            interpreter.leave("raise", interpreter.handling[-1] if interpreter.handling else TOP)

        return again
    exception, cause = compiler.expression(node.exc), compiler.optional(node.cause)

    def run(frame: Frame) -> None:
        raised = resolve(exception(frame))
        if isinstance(raised, (Class, External)):
            raised = resolve(interpreter.call(raised, [], {}, node))
        if node.cause is not None and isinstance(raised, Instance):
            interpreter.write(raised, "__cause__", cause(frame))
        interpreter.leave("raise", raised)

    return run


def _try(compiler: Compiler, node: ast.Try) -> Execute:
    body = compiler.block(node.body)
    otherwise = compiler.block(node.orelse)
    inner = (
        _with_handlers(compiler, node, body, otherwise)
        if node.handlers
        else _sequence(body, otherwise)
    )
    if not node.finalbody:
        return inner
    final, interpreter = compiler.block(node.finalbody), compiler.interpreter
    return lambda frame: finally_(interpreter, lambda: inner(frame), lambda _: bool(final(frame)))


def _sequence(*parts: Execute) -> Execute:
    def run(frame: Frame) -> None:
        for each in parts:
            each(frame)

    return run


class _Handler:
    """One `except` clause."""

    __slots__ = ("body", "name", "types")

    def __init__(self, compiler: Compiler, node: ast.ExceptHandler) -> None:
        self.types = compiler.optional(node.type)
        self.name: Assign | None = None if node.name is None else store(compiler, node.name)
        self.body = compiler.block(node.body)

    def wanted(self, interpreter: Interpreter, frame: Frame) -> Value:
        """What it catches; Python asks for it where something is raised, and a name may be missing until then."""
        read, missing = partial(self.types, frame), External("builtins.AttributeError")
        raises, types = tried(interpreter, read, missing)
        return TOP if raises else types


def _with_handlers(compiler: Compiler, node: ast.Try, body: Execute, otherwise: Execute) -> Execute:
    interpreter = compiler.interpreter
    handlers = [_Handler(compiler, each) for each in node.handlers]
    leaves = any(contains(each, ast.Return, ast.Break, ast.Continue) for each in node.body)
    split = not isinstance(node, ast.Try)  # `except*`

    def run(frame: Frame) -> None:
        trail = interpreter.trail
        wanted = [each.wanted(interpreter, frame) for each in handlers]
        target = Target("try", trail.mark())
        target.catches = lambda value: some_hold(
            [
                catches(interpreter, each, types)
                for each in (_leaves(interpreter, value) if split else (value,))
                for types in wanted
            ]
        )
        alive = attempt(interpreter, target, lambda: body(frame))
        done = trail.undo()
        raised = target.arrivals
        ends: list[Changes] = []
        for arrival in raised:
            state = done if arrival.changes is None else arrival.changes
            if split:
                handle = partial(_handle_parts, interpreter, frame, handlers, wanted, arrival.value)
                ends += then(interpreter, state, handle)
            else:
                _handle(interpreter, frame, handlers, wanted, arrival.value, state, ends)
        if alive:
            # Anything may have been raised on the way: the handlers run for their findings, and are dropped.
            if not raised and not leaves:
                _rehearse(interpreter, frame, handlers, done)
            ends += then(interpreter, done, lambda: otherwise(frame))
        go_on(interpreter, ends)

    return run


def attempt(interpreter: Interpreter, target: Target, run: Any) -> bool:
    """Run with a target for exits; whether the end is reached. The target's mark stays the newest."""
    outer, depth = len(interpreter.targets), interpreter.trail.depth
    interpreter.targets.append(target)
    try:
        run()
        return True
    except Exit:
        return False
    finally:
        del interpreter.targets[outer:]
        interpreter.trail.unwind(depth)


def states_at(target: Target, done: Changes, alive: bool) -> list[Changes]:
    """The states in which paths have arrived at a target, last the one that has come to the end; `done` is that one's."""
    states = [done if each.changes is None else each.changes for each in target.arrivals]
    return [*states, done] if alive else states


def go_on(interpreter: Interpreter, states: list[Changes]) -> None:
    """Go on from where all these states agree. Raises Exit where there is none."""
    if not states:
        raise Exit
    interpreter.trail.merge(states, join_slot)


def then(interpreter: Interpreter, state: Changes, run: Any) -> list[Changes]:
    """What a state has become after a step, none where the path ends; the present state stays as it is."""
    trail = interpreter.trail
    trail.mark()
    depth, doubt, guards = trail.depth, interpreter.doubt, interpreter.guards
    try:
        trail.apply(state)
        run()
        alive = True
    except Exit:
        alive = False
    finally:
        interpreter.doubt, interpreter.guards = doubt, guards
        trail.unwind(depth)
    changes = trail.undo()
    return [changes] if alive else []


def _handle(
    interpreter: Interpreter,
    frame: Frame,
    handlers: Sequence[_Handler],
    wanted: Sequence[Value],
    exception: Value,
    state: Changes,
    ends: list[Changes],
) -> None:
    """Run the handlers that may catch an exception from the state in which it was raised."""
    for handler, types in zip(handlers, wanted):
        found = catches(interpreter, exception, types)
        if found is False:
            continue
        run = partial(_run_handler, interpreter, handler, frame, exception)
        ends += then(interpreter, state, run if found else partial(_doubtful, interpreter, run))
        if found:
            return


#: The slot of a group of exceptions that holds them.
_GROUPED: Final = "exceptions"


def _parts(interpreter: Interpreter, exception: Value) -> tuple[Value, ...]:
    """The exceptions of a group, or the one that is none; TOP for those of which nothing is known."""
    if not isinstance(exception, Instance):
        return (exception,)
    groups = External("builtins.ExceptionGroup"), External("builtins.BaseExceptionGroup")
    if not some_hold([catches(interpreter, exception, each) for each in groups]):
        return (exception,)
    held = exception.read(_GROUPED)
    if held is ABSENT:
        args = exception.read("args", ())
        held = args[1] if len(args) > 1 else TOP
    items = interpreter.known_items(held)
    return (TOP,) if items is None else tuple(map(resolve, items))


def _leaves(interpreter: Interpreter, exception: Value) -> tuple[Value, ...]:
    """The exceptions of a group, and of the groups in it."""
    parts = _parts(interpreter, exception)
    if parts == (exception,):
        return parts
    return tuple(leaf for each in parts for leaf in _leaves(interpreter, each))


def _doubtful(interpreter: Interpreter, run: Callable[[], None]) -> None:
    """Nothing is certain in a handler that only may catch what was raised."""
    interpreter.under(None)
    run()


def _handle_parts(
    interpreter: Interpreter,
    frame: Frame,
    handlers: Sequence[_Handler],
    wanted: Sequence[Value],
    exception: Value,
) -> None:
    """`except*`: each handler gets the exceptions of its types as a group; what nobody takes goes on."""
    left = _leaves(interpreter, exception)
    nested = left != _parts(interpreter, exception)
    for handler, types in zip(handlers, wanted):
        taken = [catches(interpreter, each, types) for each in left]
        if not any(each is not False for each in taken):
            continue
        group = interpreter.instance("builtins.ExceptionGroup")
        caught = tuple(each for each, takes in zip(left, taken) if takes is not False)
        interpreter.write(group, _GROUPED, TOP if nested or None in taken else caught)
        run = partial(_run_handler, interpreter, handler, frame, group)
        if True in taken:
            run()
        else:
            interpreter.fork([run, lambda: None])
        left = tuple(each for each, takes in zip(left, taken) if takes is not True)
    if left and TOP not in left:
        interpreter.leave("raise", exception if len(left) == 1 else TOP)


def _run_handler(
    interpreter: Interpreter, handler: _Handler, frame: Frame, exception: Value
) -> None:
    if handler.name is not None:
        handler.name(frame, _object(interpreter, exception))
    interpreter.handling.append(exception)
    try:
        handler.body(frame)
    finally:
        interpreter.handling.pop()
    if handler.name is not None:
        handler.name(frame, ABSENT)


def _object(interpreter: Interpreter, exception: Value) -> Value:
    """What `except E as e` binds."""
    if isinstance(exception, External) and exception.name != REFUSAL:
        return interpreter.instance(exception.name)
    return exception if isinstance(exception, Instance) else TOP


def _rehearse(
    interpreter: Interpreter, frame: Frame, handlers: Sequence[_Handler], done: Changes
) -> None:
    """Run handlers that may never be reached; what leaves them is dropped, and nothing certain is found in them."""
    kept = [(each, len(each.arrivals)) for each in interpreter.targets]
    interpreter.doubt += 1
    interpreter.rehearsing += 1
    for handler in handlers:
        then(interpreter, done, lambda: _run_handler(interpreter, handler, frame, TOP))  # noqa: B023
    interpreter.doubt -= 1
    interpreter.rehearsing -= 1
    for target, count in kept:
        del target.arrivals[count:]


def tried(
    interpreter: Interpreter, read: Callable[[], Value], exception: Value
) -> tuple[bool | None, Value]:
    """Whether reading raises an exception of this class, None where it may, and what it gives otherwise."""
    target = Target("try", interpreter.trail.mark())
    target.catches = lambda value: catches(interpreter, value, exception)
    found: list[Value] = []
    alive = attempt(interpreter, target, lambda: found.append(read()))
    done = interpreter.trail.undo()
    go_on(interpreter, states_at(target, done, alive))
    return (None if target.arrivals else False, found[0]) if alive else (True, TOP)


def swallowing(interpreter: Interpreter, types: Value, body: Callable[[], None]) -> None:
    """Run a body of which exceptions of these types end here."""
    target = Target("try", interpreter.trail.mark())
    target.catches = lambda value: catches(interpreter, value, types)
    alive = attempt(interpreter, target, body)
    go_on(interpreter, states_at(target, interpreter.trail.undo(), alive))


def finally_(interpreter: Interpreter, body: Any, final: Any) -> None:
    """Run `body`, then `final(arrival)` on each path out of it; `arrival` is None where its end is reached.

    `final` may return True to say that an exception ends here, and None where nobody knows.
    """
    trail = interpreter.trail
    target = Target("finally", trail.mark())
    alive = attempt(interpreter, target, body)
    if alive and not target.arrivals:
        trail.commit()
        final(None)
        return
    done = trail.undo()
    ends = then(interpreter, done, lambda: final(None)) if alive else []
    for arrival in target.arrivals:
        state = done if arrival.changes is None else arrival.changes
        ends += then(interpreter, state, partial(_passed, interpreter, final, arrival))
    go_on(interpreter, ends)


def _passed(interpreter: Interpreter, final: Any, arrival: Arrival) -> None:
    ends, value = final(arrival), arrival.value
    if arrival.kind != "raise" or ends is False:
        interpreter.leave(arrival.kind, value)
    elif ends is None:
        value = External(value.name) if isinstance(value, Refused) else value
        interpreter.fork([partial(interpreter.leave, "raise", value), lambda: None])


# -- which handler catches what -----------------------------------------------------------------------------------------


def catches(interpreter: Interpreter, exception: Value, types: Value) -> bool | None:
    """Whether a handler of these types catches an exception; None where that is not known."""
    types = resolve(types)
    if types is None:
        return True
    if isinstance(types, tuple):
        return some_hold([catches(interpreter, exception, each) for each in types])
    cls = exception.cls if isinstance(exception, Instance) else exception
    if isinstance(types, External) and types.name in (
        "builtins.Exception",
        "builtins.BaseException",
    ):
        is_exit = isinstance(cls, External) and cls.name in _EXITS
        return types.name == "builtins.BaseException" or not is_exit
    if isinstance(cls, Class):
        return (
            True
            if types in cls.mro
            else any(_derives(each, types) for each in cls.externals)
            or (None if cls.is_open else False)
        )
    if isinstance(cls, External):
        if cls.name == REFUSAL:
            return None if isinstance(types, External) and types.name in _REFUSED else False
        return _derives(cls.name, types) if isinstance(types, External) else False
    return None


#: What the op rules raise stands for any of these: which one depends on the op, and on whether it runs eagerly.
_REFUSED: Final = {
    *(f"builtins.{name}" for name in ("ValueError", "TypeError")),
    *(f"tensorflow.errors.{name}" for name in ("InvalidArgumentError", "OpError")),
}


#: What derives from BaseException alone.
_EXITS: Final = tuple(
    f"builtins.{each}" for each in ("SystemExit", "KeyboardInterrupt", "GeneratorExit")
)


def _derives(name: str, base: Value) -> bool | None:
    """Whether a library's exception derives from another."""
    if not isinstance(base, External):
        return False
    if name == base.name:
        return True
    one, other = (
        getattr(builtins, each.removeprefix("builtins."), None) for each in (name, base.name)
    )
    if isinstance(one, type) and isinstance(other, type):
        return issubclass(one, other)
    if name.startswith("tensorflow.errors."):
        return base.name == "tensorflow.errors.OpError"
    return None if one is None else False


STATEMENTS: Final[dict[type, Any]] = {
    ast.Raise: _raise,
    ast.Try: _try,
    **({ast.TryStar: _try} if hasattr(ast, "TryStar") else {}),  # Python 3.11
}
