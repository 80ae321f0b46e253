"""Iterators that give one item after the other: generators that are resumed by hand, and items computed one by one."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import attempt, go_on, states_at
from tftypes.inference.interpreter.exits import Exit, Target
from tftypes.inference.interpreter.functions import PENDING, run_body
from tftypes.inference.interpreter.tables import Raised
from tftypes.inference.lattice import any_of, join_all
from tftypes.inference.objects import TOP, Container, Frame, Value, is_iterator, resolve
from tftypes.inference.state import ABSENT, Heap
from tftypes.inference.values import Range, Seq

#: Slots of a generator that was resumed by hand: what was sent so far, and the frame in which it waits.
SENT: Final = "<sent>"
FRAME: Final = "<frame>"
#: What iterators that are older than the generator's run have given in it, in this order.
GIVEN: Final = "<given>"
#: A generator is resumed so many times, each time from its beginning.
_MOST: Final = 24


@dataclass(frozen=True, slots=True)
class Thrown:
    """What `generator.throw(exception)` sends: it is raised at the `yield`."""

    exception: Value


@dataclass(frozen=True, slots=True)
class Run:
    """The body of a generator runs again: older iterators give what they gave before, and go on after that."""

    born: int
    given: list[Any]
    #: Its slot "place" counts what was given in this run.
    counter: Heap


@dataclass(frozen=True, slots=True)
class Lazy:
    """What an iterator waits with: its next item, ABSENT where that is not known, and all that are left.

    The step raises Raised where there is none.
    """

    step: Callable[[], Value]
    rest: Callable[[], Value]
    #: What the program writes for an item, and where its names are.
    code: ast.expr | None = None
    frame: Frame | None = None


def is_pending(value: Value) -> bool:
    """Whether it is a generator of the program that has not begun."""
    return (
        isinstance(value, Container)
        and isinstance(value.read(PENDING), tuple)
        and value.read(SENT) is ABSENT
    )


def remaining(step: Callable[[], Value]) -> Value:
    """The items that are left where each is computed by a step."""
    found: list[Value] = []
    while len(found) < _MOST:
        try:
            item = step()
        except Raised:
            return tuple(found)
        if item is ABSENT:
            break
        found.append(item)
    return Seq((), join_all(found) if len(found) == _MOST else TOP)


def is_lazy(value: Value) -> bool:
    """Whether it is an iterator that computes each item where it is asked for."""
    return isinstance(value, Container) and isinstance(value.read(PENDING), Lazy)


def start(interpreter: Interpreter, generator: Container) -> None:
    """All items of a generator are asked for: run its body; they are then known."""
    pending = generator.read(PENDING)
    if pending is ABSENT:
        return
    if generator.read(SENT) is not ABSENT:
        _exhaust(interpreter, generator)
        return
    interpreter.write(generator, PENDING, ABSENT)
    try:
        items = run_body(interpreter, *pending) if isinstance(pending, tuple) else pending.rest()
    except Exit:
        items = Seq((), TOP)
    interpreter.write(generator, "contents", items)


def resume(interpreter: Interpreter, generator: Container, sent: Value = None) -> Value:
    """`next(generator)`, `generator.send(value)`: runs to the next `yield`, and gives its value.

    The body runs again from its beginning, in silence, to the `yield` where it waits; there the state and its variables
    are made what they were, and it goes on. Raises Raised where the generator ends.
    """
    trail, old = interpreter.trail, generator.read(FRAME)
    before = generator.read(SENT)
    history = () if before is ABSENT else (*before, sent) if isinstance(before, tuple) else None
    if history is None or len(history) > _MOST:  # or nobody knows where it waits
        return _abandoned(interpreter, generator)
    function, given, node, held = generator.read(PENDING)
    mains = interpreter.mains
    mark = trail.mark()
    owner, born = Target("generator", mark), mark.top
    counter = Heap(trail, {"count": 0, "place": 0})
    waiting: list[Frame] = []
    outer = len(interpreter.driven)
    returned: list[Value] = []

    def consume(item: Value, frame: Frame) -> Value:
        count = counter.read("count")
        if not isinstance(count, int):
            count = len(history)  # in a loop that is not followed round by round
        if count == len(history):
            waiting[:] = [frame]
            for inner, begun in interpreter.driven[outer:]:
                interpreter.write(inner, PENDING, begun)  # it begins again where this one does
            interpreter.leave("suspend", (owner, item))
        interpreter.write(counter, "count", count + 1)
        if count == len(history) - 1:
            interpreter.mains = mains
            trail.rewind(mark, born)
            for inner, _ in interpreter.driven[outer:]:
                interpreter.write(inner, PENDING, ABSENT)
            if isinstance(old, Frame) and old.function is frame.function:
                for name in old.written():
                    interpreter.write(frame, name, old.read(name))
        if isinstance(history[count], Thrown):
            interpreter.leave("raise", history[count].exception)
        return history[count]

    interpreter.mains = mains if not history else frozenset()
    around, run = interpreter.replay, Run(born, list(generator.read(GIVEN, ())), counter)
    interpreter.replay = run
    try:
        alive = attempt(
            interpreter,
            owner,
            lambda: returned.append(run_body(interpreter, function, given, node, held, consume)),
        )
    finally:
        interpreter.mains, interpreter.replay = mains, around
    go_on(interpreter, states_at(owner, trail.undo(), alive))
    if not owner.arrivals:
        end(interpreter, generator, ())
        raise Raised("builtins.StopIteration", value=returned[0] if returned else ABSENT)
    if alive or not isinstance(counter.read("count"), int):
        return _abandoned(interpreter, generator)
    interpreter.write(generator, SENT, history)
    interpreter.write(generator, FRAME, waiting[0])
    interpreter.write(generator, GIVEN, tuple(run.given))
    return join_all(each.value[1] for each in owner.arrivals)


def end(interpreter: Interpreter, generator: Container, items: Value) -> None:
    """From now on a generator has these items."""
    interpreter.write(generator, PENDING, ABSENT)
    interpreter.write(generator, "contents", items)


def _abandoned(interpreter: Interpreter, generator: Container) -> Value:
    """Nothing more is known of a generator."""
    end(interpreter, generator, Seq((), TOP))
    return TOP


def iterated(interpreter: Interpreter, value: Value) -> Value:
    """`iter(value)` where it is known what it gives; the value where it is not."""
    value = resolve(value)
    if isinstance(value, (tuple, Range)) or isinstance(value, Container) and not is_iterator(value):
        items = interpreter.items(value)
        return interpreter.list(items, "iterator") if isinstance(items, tuple) else value
    return value


def advance(interpreter: Interpreter, iterator: Container) -> Value:
    """The next item of an iterator, ABSENT where it may have none. Raises Raised where it ends."""
    run = interpreter.replay
    place = None if run is None or iterator.birth >= run.born else run.counter.read("place")
    if not isinstance(place, int):
        return _advanced(interpreter, iterator)
    if place == len(run.given):
        interpreter.replay = None
        try:
            run.given.append(_advanced(interpreter, iterator))
        except Raised as ended:
            run.given.append(ended)
        finally:
            interpreter.replay = run
    interpreter.write(run.counter, "place", place + 1)
    found = run.given[place]
    if isinstance(found, Raised):
        raise found
    return found


def _advanced(interpreter: Interpreter, iterator: Container) -> Value:
    pending = iterator.read(PENDING)
    if isinstance(pending, tuple):
        return resume(interpreter, iterator)
    if isinstance(pending, Lazy) and (found := pending.step()) is not ABSENT:
        return found
    items = interpreter.items(iterator)
    first = items.prefix if isinstance(items, Seq) else items
    if first:
        left = Seq(items.prefix[1:], items.rest) if isinstance(items, Seq) else items[1:]
        interpreter.write(iterator, "contents", left)
        return first[0]
    if isinstance(items, tuple):
        raise Raised("builtins.StopIteration")
    end(interpreter, iterator, Seq((), any_of(items)))
    return ABSENT


def _exhaust(interpreter: Interpreter, generator: Container) -> None:
    """The items that are left of a generator that was resumed by hand."""
    items = []
    try:
        while generator.read(PENDING) is not ABSENT:
            items.append(resume(interpreter, generator))
    except Raised:
        end(interpreter, generator, tuple(items))
