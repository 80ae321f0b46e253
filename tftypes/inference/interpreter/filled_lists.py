"""Lists that each round of a loop fills by as many items: how many they have when so many rounds are done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tftypes.algebra import Symbol
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import Container, Value
from tftypes.inference.state import Heap
from tftypes.inference.values import Seq, count_of

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
