"""What is kept of a trace of a function."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, Final

from tftypes.inference.objects import Trace, Value

#: The slot of a trace that TensorFlow has: it is run again for what tapes record, or for other variables.
REPEATED: Final = "repeated"


def is_repeated(trace: Trace | None) -> bool:
    """Whether TensorFlow does not run this code of Python's again, but the graph that it has made of it."""
    while trace is not None and not trace.read(REPEATED, False):
        trace = trace.outer
    return trace is not None


@dataclass(frozen=True, slots=True)
class Traced:
    """One trace of a function: for which arguments, from which call, and its result."""

    key: Any
    #: The call, after those that lead to it.
    chain: tuple[ast.AST, ...]
    trace: Trace
    result: Value
    #: What the parameters were, where they have specs.
    given: tuple[Value, ...] = ()
    #: Whether it takes and gives dataclasses: the signature comes from annotations.
    with_records: bool = False
