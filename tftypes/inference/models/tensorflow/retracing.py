"""Calls that trace a function again and again, and functions that call themselves while they are traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from tftypes.inference.interpreter import effects
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow.trace_keys import difference, differs_by_flags
from tftypes.inference.models.tensorflow.traced_functions import name_of, parameters, plain
from tftypes.inference.models.tensorflow.traces import Traced
from tftypes.inference.objects import Function, TracedFunction, noted
from tftypes.inference.scopes import names_in

_MANY: Final = 3
#: The slot of a function with the calls that did not trace it.
REUSED: Final = "reused"


def check_count(
    interpreter: Interpreter, function: TracedFunction, traced: Traced, earlier: Sequence[Traced]
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
            words = "a new tf.function is made and traced each time: make it once"
            interpreter.report(node, "tf-trace", words, "warning")
    elif len(here) + 1 == _MANY and not differs_by_flags(here[-1].key, traced.key):
        if sum(each is node for each in noted(function, REUSED)) >= len(here):
            return  # each object's first call traces, and those that follow do not
        reason = difference(here[-1].key, traced.key)
        interpreter.report(
            node, "tf-trace", f"each call traces the function again: {reason}", severity="warning"
        )


#: The slot of a function with the keys for which it is being traced, each with the doubt that there was, and the call.
_RUNNING: Final = "running traces"
#: The slot of one of which it has been told.
_TOLD: Final = "endless"


@contextmanager
def running(
    interpreter: Interpreter, function: TracedFunction, key: Any, node: ast.AST
) -> Iterator[bool]:
    """Whether a trace for a key has an end; refused is one within a trace for the same key.

    Both ways of a condition on a tensor are traced. What Python counts, or knows nothing of, may end it.
    """
    outer = function.read(_RUNNING, ())
    outer = outer if isinstance(outer, tuple) else ()  # code that nobody follows may have run it
    entry = key, interpreter.doubt
    counts = interpreter.trace is None or effects.has_any(interpreter.trace)
    if key is None or counts or all(entry != (each, doubt) for each, doubt, _ in outer):
        interpreter.write(function, _RUNNING, (*outer, (*entry, node)))
        try:
            yield True
        finally:
            interpreter.write(function, _RUNNING, outer)
        return
    if function.read(_TOLD, False):
        yield False
        return
    interpreter.write(function, _TOLD, True)
    words = (
        f"{name_of(function)} is traced without end: it calls itself with arguments of the same types, and"
        f" both ways of a condition on a tensor are traced{_ended(function, outer[0][2])}"
    )
    interpreter.refuse(node, "tf-trace", words, "builtins.RecursionError")
    yield False


def _ended(function: TracedFunction, node: ast.AST) -> str:
    """How the first call gives an int for what a condition asks, if it asks for an argument."""
    inner = plain(function)
    if inner is None:
        return ""
    inside = [*ast.walk(inner.code.node)]
    tests = [each.test for each in inside if isinstance(each, (ast.If, ast.IfExp, ast.While))]
    asked = {each for test in tests for each in names_in(test)}
    for place, name in enumerate(parameters(function.function)):
        if name in asked and (written := written_argument(node, place, name)) is not None:
            return f"; int({written}) is a number, whose condition Python decides"
    return ""
