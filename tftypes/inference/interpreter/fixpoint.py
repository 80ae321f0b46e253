"""The state before any round of a loop: what a round has changed is joined to it, until another round changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from tftypes.algebra import Symbol
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Target
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.liveness import unread
from tftypes.inference.lattice import alike, join_slot, same
from tftypes.inference.objects import Container, Frame, Value
from tftypes.inference.state import ABSENT, Changes, Heap
from tftypes.inference.values import Seq, count_of
from tftypes.inference.widening import widen


def absorbed(
    interpreter: Interpreter, frame: Frame, loop: Target, changed: Changes, widening: int
) -> bool:
    """Joins what a round has changed to the state before it; whether that changes nothing that another round reads.

    From 0 on the joined values are widened: first but for shapes that have not changed, then all through.
    """
    stable = True
    for target_, key, value in changed.values():
        now = target_.read(key)
        joined = value if now is ABSENT else join_slot(target_, key, now, value)
        if same(joined, now) or alike(joined, now):
            continue
        stable = stable and _is_unread(frame, loop, target_, key)
        if widening >= 0:
            joined = widen(joined, ABSENT if widening else now)
        interpreter.write(target_, key, joined)
    return stable


def _is_unread(frame: Frame, loop: Target, target_: Heap, key: Any) -> bool:
    """Whether no round of a loop reads a slot before it writes it: a record of what is defined, or a variable."""
    if isinstance(key, Code):
        return True
    if target_ is not frame or frame.function is None:
        return False
    return key in unread(frame.function.code.node, loop.node)


#: What was written, with its value before.
Written = tuple[Heap, object, Value]


def recounted(
    interpreter: Interpreter, written: Iterable[Written], rounds: int, again: Callable[[], bool]
) -> None:
    """Gives lists that the loop has written their number of items again, where a round adds the same to any number.

    `again` runs a round on the state before any of them, and says whether it comes to its end.
    """
    before: dict[int, tuple[Container, int]] = {}
    for target, key, value in written:
        if not isinstance(target, Container) or target.kind != "list" or key != "contents":
            continue
        if id(target) in before or not isinstance(value, (tuple, Seq)):
            continue
        count, now = count_of(value), target.contents
        if count is not None and isinstance(now, Seq) and now.count is None:
            before[id(target)] = target, count
    if not before:
        return
    unknown = {
        key: Symbol("count", key=("count", interpreter.trail.tick()), kind="batch")
        for key in before
    }
    with interpreter.quietly():
        for key, (target, _) in before.items():
            interpreter.write(target, "contents", replace(target.contents, count=unknown[key]))
        ends = again()
        after = {key: count_of(target.contents) for key, (target, _) in before.items()}
    for key, (target, count) in before.items() if ends else ():
        found = after[key]
        added = None if found is None else found - unknown[key]
        if isinstance(added, int):
            now = replace(target.contents, count=count + rounds * added)
            interpreter.write(target, "contents", now)
