"""Loops: followed round by round while the rounds are known and few, otherwise run until the state is stable."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Final

from tftypes.inference.interpreter import provenance
from tftypes.inference.interpreter.booleans import condition
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Exit, Target
from tftypes.inference.interpreter.fixpoint import absorbed, recounted
from tftypes.inference.interpreter.functions import settle
from tftypes.inference.interpreter.generators import loop_over
from tftypes.inference.interpreter.iteration import doubt, iterator_of
from tftypes.inference.interpreter.names import Assign, target
from tftypes.inference.interpreter.narrowing import narrowing
from tftypes.inference.interpreter.resumption import advance, is_lazy, is_pending
from tftypes.inference.interpreter.staged_loops import Loop
from tftypes.inference.interpreter.staged_places import leaving
from tftypes.inference.interpreter.staging import check_condition, is_staged, is_staged_iteration
from tftypes.inference.interpreter.tables import Evaluate, Execute, Raised
from tftypes.inference.lattice import any_of, join_slot
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, Container, Frame, Instance, Value, is_iterator, resolve
from tftypes.inference.scopes import contains, walk
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Dataset, Seq, count_of

#: A loop of more rounds than usual is followed where all of them together are no larger than this.
_WORTH: Final = 2_000
_MOST_ROUNDS: Final = 64
#: The item in a place, or any of them: whether there is none any more, None where that is not known, and the item.
Fetch = Callable[[int | None], tuple[bool | None, Value]]


def _for(compiler: Compiler, node: ast.For | ast.AsyncFor) -> Execute:
    interpreter = compiler.interpreter
    iterable, assign = compiler.expression(node.iter), target(compiler, node.target)
    body, otherwise = compiler.block(node.body), compiler.block(node.orelse)
    weight = sum(1 for each in node.body for _ in ast.walk(each))
    staged = Loop(compiler, node)
    shared = _is_shared(node)
    may_leave = any(
        contains(each, ast.Break, ast.Return, ast.Yield, ast.Raise) for each in node.body
    )

    def run(frame: Frame) -> None:
        value = resolve(iterable(frame))
        if isinstance(value, Instance):
            value, step = iterator_of(interpreter, value, node.iter)
            if step is not None:
                fetch = lambda _: step()  # noqa: E731
                _followed(interpreter, frame, node, fetch, assign, body, otherwise)
                return
        if is_pending(value) and not shared:
            loop_over(
                interpreter,
                value,
                lambda item: (assign(frame, item), body(frame)),
                lambda: otherwise(frame),
            )
            return
        if interpreter.converted and is_staged_iteration(interpreter, value):
            provenance.check_scope(interpreter, (value,), node.iter)
            _staged(interpreter, frame, staged, assign, value, body, otherwise)
            return
        is_open = is_lazy(value) or is_pending(value)
        items = () if is_open else interpreter.loop_items(value, node, not may_leave, node.iter)
        if isinstance(items, tuple) and _is_followed(interpreter, len(items), weight):
            places = partial(_places, value, items)
            fetch = partial(_advanced, interpreter, value) if is_iterator(value) else places
            _followed(interpreter, frame, node, fetch, assign, body, otherwise)
            return
        each = any_of(items)
        if may_leave and not is_iterator(value) and (first := _first(items)) is not ABSENT:
            fetch = lambda place: (None, each) if place != 0 else (False, first)  # noqa: E731
            _followed(interpreter, frame, node, fetch, assign, body, otherwise)
            return
        _empty(interpreter, value)
        start = partial(assign, frame, each)
        if may_leave or node.orelse or (rounds := _rounds(items)) is None:
            with doubt(interpreter, items, node.iter):
                repeated(interpreter, frame, node, start, body, otherwise)
            return
        interpreter.trail.mark()
        now = interpreter.trail.now()
        repeated(interpreter, frame, node, start, body, otherwise)
        written = list(interpreter.trail.touched(*now))
        interpreter.trail.commit()
        over = Target("loop", interpreter.trail.mark(), node=node)
        again = partial(_round, interpreter, over, lambda: (start(), body(frame)))
        recounted(interpreter, written, rounds, again)
        interpreter.trail.commit()

    return run


def _rounds(items: Value) -> int | None:
    """How many items a loop goes over for sure."""
    return count_of(items) if isinstance(items, (tuple, Seq)) else None


def _is_shared(node: ast.For | ast.AsyncFor) -> bool:
    """Whether something else may take items from what has a name, in the loop or when it was left."""
    return isinstance(node.iter, ast.Name) and any(
        contains(each, ast.Break, ast.Return)
        or any(isinstance(part, ast.Name) and part.id == node.iter.id for part in walk(each))
        for each in node.body
    )


def _staged(
    interpreter: Interpreter,
    frame: Frame,
    loop: Loop,
    assign: Assign | None,
    value: Value,
    body: Execute,
    otherwise: Execute,
    test: Evaluate | None = None,
) -> None:
    """A loop that AutoGraph makes a part of the graph: its body is run once."""
    item = interpreter.any_item(value) if assign is not None else None

    def run() -> None:
        if test is not None:
            test(frame)
        if assign is not None:
            assign(frame, map_leaves(interpreter, partial(leaving, interpreter), item))
        body(frame)

    def round_() -> None:
        over = Target("loop", interpreter.trail.mark(), node=loop.node, staged=True)
        settle(interpreter, over, _round(interpreter, over, run))

    loop.run(frame, round_, relaxed=isinstance(value, Dataset))
    otherwise(frame)


def _is_followed(interpreter: Interpreter, rounds: int, weight: int) -> bool:
    return (
        rounds <= interpreter.limits.unrolled
        or rounds <= _MOST_ROUNDS
        and rounds * weight <= _WORTH
    )


def _empty(interpreter: Interpreter, value: Value) -> None:
    if is_iterator(value):
        interpreter.write(
            value, "contents", Seq((), TOP) if isinstance(value.contents, Seq) else ()
        )


def _first(items: Value) -> Value:
    """The first item, ABSENT where it is not known."""
    known = items.prefix if isinstance(items, Seq) else items
    return known[0] if known else ABSENT


def _places(value: Value, items: Value, place: int | None) -> tuple[bool | None, Value]:
    """The items in their order. Of a list, each round takes what is in its place by then."""
    now = value.contents if isinstance(value, Container) and value.kind == "list" else items
    if place is None or not isinstance(now, tuple):
        return None, any_of(now)
    return (True, None) if place >= len(now) else (False, now[place])


def _advanced(
    interpreter: Interpreter, iterator: Container, place: int | None
) -> tuple[bool | None, Value]:
    """The items of an iterator that computes each where it is asked for it."""
    item: Value = ABSENT
    if place is not None:
        try:
            item = advance(interpreter, iterator)
        except Raised:
            return True, None
    return (None, interpreter.any_item(iterator)) if item is ABSENT else (False, item)


def _followed(
    interpreter: Interpreter,
    frame: Frame,
    node: ast.AST,
    fetch: Fetch,
    assign: Assign,
    body: Execute,
    otherwise: Execute,
) -> None:
    """Round by round, while it is known whether there is another one."""
    loop = Target("loop", interpreter.trail.mark(), node=node)

    def run(item: Value) -> None:
        assign(frame, item)
        body(frame)

    def again() -> None:
        ends, item = fetch(None)
        if ends:
            raise Exit
        assign(frame, item)

    for place in range(_MOST_ROUNDS + 1):
        ends, item = fetch(place)
        if ends is None:
            break
        alive = ends or _round(interpreter, loop, partial(run, item))
        if ends or not alive:
            _leave(interpreter, frame, loop, alive, otherwise)
            return
    _repeated_from(interpreter, frame, loop, again, body, otherwise)


def _round(interpreter: Interpreter, loop: Target, run: Callable[[], object]) -> bool:
    """One round: whether any path goes on to the next. Paths that break stay with the loop."""
    trail = interpreter.trail
    loop.round = trail.mark()
    outer, depth = len(interpreter.targets), trail.depth
    interpreter.targets.append(loop)
    before = len(loop.arrivals)
    try:
        run()
        alive = True
    except Exit:
        alive = False
    finally:
        del interpreter.targets[outer:]
    trail.unwind(depth)
    continued = [each for each in loop.arrivals[before:] if each.kind == "continue"]
    loop.arrivals[before:] = [each for each in loop.arrivals[before:] if each.kind != "continue"]
    if not continued:
        if alive:
            trail.commit()
        else:
            trail.undo()
        return alive
    if not alive and len(continued) == 1 and continued[0].changes is None:
        trail.commit()
        return True
    now = trail.undo()
    states = [now if each.changes is None else each.changes for each in continued]
    trail.merge([*states, now] if alive else states, join_slot)
    return True


def _leave(
    interpreter: Interpreter, frame: Frame, loop: Target, alive: bool, otherwise: Execute
) -> None:
    """After the last round: the `else` of the loop where it was not left, then all paths together."""
    if alive:
        depth = interpreter.trail.depth
        try:
            otherwise(frame)
        except Exit:
            alive = False
            interpreter.trail.unwind(depth)
    settle(interpreter, loop, alive)


_BECOMES_TENSOR: Final = "the condition becomes a tensor after a round: begin with tensors"


def _while(compiler: Compiler, node: ast.While) -> Execute:
    interpreter = compiler.interpreter
    staged = Loop(compiler, node)
    test, narrow = condition(compiler, node.test), narrowing(compiler, node.test)
    body, otherwise = compiler.block(node.body), compiler.block(node.orelse)
    weight = sum(1 for each in node.body for _ in ast.walk(each))
    endless = isinstance(node.test, ast.Constant)
    most = min(_MOST_ROUNDS, _WORTH // weight)

    def run(frame: Frame) -> None:
        trail = interpreter.trail
        loop = Target("loop", trail.mark(), node=node)
        unrolled = interpreter.limits.unrolled
        for done in range(unrolled if endless else max(unrolled, most)):
            value = resolve(test(frame))
            if interpreter.converted and is_staged(interpreter, value):
                if not done:
                    check_condition(interpreter, value, node.test)
                    trail.commit()
                    _staged(interpreter, frame, staged, None, None, body, otherwise, test)
                    return
                interpreter.report(node, "tf-trace", _BECOMES_TENSOR)
            holds = interpreter.condition(value, node.test)
            if holds is None or holds is True and endless and loop.arrivals:
                break
            if holds is False:
                _leave(interpreter, frame, loop, True, otherwise)
                return
            if not _round(interpreter, loop, lambda: body(frame)):
                _leave(interpreter, frame, loop, False, otherwise)
                return
        _repeated_from(
            interpreter,
            frame,
            loop,
            lambda: _tested(interpreter, frame, test, narrow, node),
            body,
            otherwise,
        )

    return run


def _tested(
    interpreter: Interpreter,
    frame: Frame,
    test: Evaluate,
    narrow: Callable[[Frame, bool], None],
    node: ast.While,
) -> bool:
    """Begins a round of a `while`; whether the loop may end here."""
    holds = interpreter.condition(test(frame), node.test)
    if holds is False:
        raise Exit
    narrow(frame, True)
    return holds is None


def repeated(
    interpreter: Interpreter,
    frame: Frame,
    node: ast.AST,
    start: Callable[[], object],
    body: Execute,
    otherwise: Execute,
) -> None:
    loop = Target("loop", interpreter.trail.mark(), node=node)
    _repeated_from(interpreter, frame, loop, start, body, otherwise)


def _repeated_from(
    interpreter: Interpreter,
    frame: Frame,
    loop: Target,
    start: Callable[[], object],
    body: Execute,
    otherwise: Execute,
) -> None:
    """From the join of all states so far, until it is stable; then whatever leaves the loop.

    `start` begins a round; the loop may end there unless it gives False. A loop within a loop is widened at once.
    """
    trail = interpreter.trail
    rounds = interpreter.limits.rounds if not interpreter.looping else 1
    left = list(loop.arrivals)
    ends = False
    interpreter.looping += 1
    try:
        for i in range(rounds + 2):
            loop.arrivals = []
            trail.mark()
            may_end: list[object] = []
            alive = _round(interpreter, loop, lambda: (may_end.append(start()), body(frame)))  # type: ignore[func-returns-value]  # noqa: B023
            ends = ends or may_end != [False]
            changed = trail.undo()
            stable = not alive or absorbed(interpreter, frame, loop, changed, i - rounds + 1)
            if stable:
                break
    finally:
        interpreter.looping -= 1
    loop.arrivals = left + loop.arrivals
    if not ends and frame.scope.generator:
        ends = True  # a generator that never ends is left behind where it yields
    _leave(interpreter, frame, loop, ends, otherwise)


STATEMENTS: Final = {
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.Break: lambda compiler, _: lambda frame: compiler.interpreter.leave("break"),
    ast.Continue: lambda compiler, _: lambda frame: compiler.interpreter.leave("continue"),
}
