"""What Python does once, while a function is traced, and never again when its graph runs.

An effect is noted with the trace. It is reported when the trace is used again, for then it is missing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import Container, Trace, Value, noted, resolve
from tftypes.inference.state import Heap
from tftypes.inference.values import Mapped, Seq

#: The slot of a trace with what was noted.
_NOTED: Final = "effects"
#: Functions that give another value at each call, by the beginnings of their names.
_CHANGING: Final = (
    "random.", "numpy.random.", "time.time", "time.perf_counter", "time.monotonic", "datetime.datetime.now",
    "datetime.datetime.utcnow", "datetime.datetime.today", "datetime.date.today", "uuid.uuid", "os.urandom", "secrets.",
)  # fmt: skip
_SEEDS: Final = (".seed", ".Random", ".default_rng", ".RandomState", ".Generator", ".SeedSequence")


def is_changing(name: str) -> bool:
    """Whether a library's function gives another value each time that Python calls it."""
    return name.startswith(_CHANGING) and not name.endswith(_SEEDS)


def note(interpreter: Interpreter, node: ast.AST, message: str) -> None:
    """Something happens here that happens once for each trace."""
    if interpreter.trace is None:
        return
    root = interpreter.trace.root
    finding = interpreter.finding(node, "tf-trace", message, "warning")
    interpreter.note(root, _NOTED, finding)


def note_change(
    interpreter: Interpreter, changed: Value, new: Iterable[Value], node: ast.AST
) -> None:
    """A change of what exists outside of the trace, by values of Python's."""
    trace = interpreter.trace
    if trace is None or not isinstance(changed, Heap) or changed.birth > trace.root.birth:
        return
    if any(isinstance(resolve(each), TensorType) for each in new):
        return  # a symbol that leaks is found where it is used
    note(
        interpreter,
        node,
        "Python runs this once, while the function is traced, and not when the graph runs",
    )


def size(value: Value) -> Value:
    """What tells whether a container was changed."""
    return (
        value.contents
        if isinstance(value, Container) and not isinstance(value.contents, Mapped)
        else None
    )


def added(before: Value, after: Value) -> list[Value] | None:
    """What a container has more than before; None where nothing was changed."""
    if before is after:
        return None
    old, new = (each.prefix if isinstance(each, Seq) else each or () for each in (before, after))
    return [each for each in new if not any(each is one for one in old)]


def has_any(trace: Trace) -> bool:
    """Whether Python has done something for a trace that its graph does not do."""
    return bool(noted(trace.root, _NOTED))


def report_again(interpreter: Interpreter, trace: Trace) -> None:
    """A trace is used again: what Python did for it does not happen."""
    for each in noted(trace.root, _NOTED):
        if each.place.path in interpreter.mains:
            interpreter.keep(each)
