"""The state before any round of a loop: what a round has changed is joined to it, until another round changes nothing."""

from __future__ import annotations

from typing import Any

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Target
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.liveness import unread
from tftypes.inference.lattice import alike, join_slot, same, widen
from tftypes.inference.objects import Frame
from tftypes.inference.state import ABSENT, Changes, Heap


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
