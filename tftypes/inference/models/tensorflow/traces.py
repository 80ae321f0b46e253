"""What is kept of a trace of a function."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from tftypes.inference.objects import Trace, Value


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
