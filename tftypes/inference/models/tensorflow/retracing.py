"""Calls that trace a function again and again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow.trace_keys import difference, differs_by_flags
from tftypes.inference.models.tensorflow.traces import Traced
from tftypes.inference.objects import Function, TracedFunction, noted

_MANY: Final = 3
#: The slot of a function with the calls that did not trace it.
REUSED: Final = "reused"


def check_count(
    interpreter: Interpreter,
    function: TracedFunction,
    traced: Traced,
    earlier: Sequence[Traced],
) -> None:
    """A call that traces again and again: warned of where one call, reached in one way, has made several traces.

    Reached in other ways, as from several layers, it makes as many traces as there are ways.
    """
    if traced.key is None or interpreter.trace is not None:
        return
    here = [each for each in earlier if each.chain == traced.chain and each.key is not None]
    node = traced.chain[-1]
    inner = function.function
    if not earlier:
        code = inner.code if isinstance(inner, Function) else None
        slot = ("traced here", code, node)
        interpreter.note(interpreter.switches, slot, traced)
        if code is not None and len(noted(interpreter.switches, slot)) == _MANY:
            interpreter.report(
                node,
                "tf-trace",
                "a new tf.function is made and traced each time: make it once",
                "warning",
            )
    elif len(here) + 1 == _MANY and not differs_by_flags(here[-1].key, traced.key):
        if sum(each is node for each in noted(function, REUSED)) >= len(here):
            return  # each object's first call traces, and those that follow do not
        reason = difference(here[-1].key, traced.key)
        interpreter.report(
            node, "tf-trace", f"each call traces the function again: {reason}", severity="warning"
        )
