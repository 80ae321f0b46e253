"""Errors of a body, and the calls on the way to it.

program.py:12: error: tf.matmul(): argument 'b': inner dims 3 and 4 differ  [tf-shape]
program.py:12: note: in dense(), line 6, called here with x: float32[2, 3]
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import Context

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.facts.expected import is_expected

#: More arguments of a call are not shown.
_SHOWN: Final = 6


@dataclass(frozen=True)
class Step:
    """One call on the way: the function, where in it things go on, and what it was given."""

    function: str
    path: str
    line: int
    arguments: str

    def text(self, path: str, first: bool) -> str:
        """As a note in the file of this path."""
        where = f"line {self.line}"
        if self.path != path:
            where += f" of {os.path.basename(self.path)}"
        given = f" with {self.arguments}" if self.arguments else ""
        return f"in {self.function}(), {where}, called {'here' if first else 'there'}{given}"


@dataclass(frozen=True)
class Finding:
    """What is wrong in a body in one call; from the outermost call to the innermost."""

    code: str
    message: str
    column: int
    chain: tuple[Step, ...]

    def within(self, step: Step) -> Finding:
        """The same, seen from one call further out."""
        return replace(self, chain=(step, *self.chain))

    @property
    def place(self) -> tuple[str, int, int, str]:
        """Where it is, and what: equal for one mistake seen from two calls."""
        innermost = self.chain[-1]
        return innermost.path, innermost.line, self.column, self.message


@dataclass(frozen=True)
class Reveal:
    """What a `reveal_type` in a body shows in one call."""

    path: str
    line: int
    column: int
    message: str


def arguments_text(given: Iterable[tuple[str, Any]]) -> str:
    """`x: float32[2, 3], units: 4`; what is not known is left out."""
    shown = [
        f"{name}: {describe(value)}"
        for name, value in given
        if isinstance(value, TensorType) or _is_telling(value)
    ]
    return ", ".join(shown[:_SHOWN])


def _is_telling(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(map(_is_telling, value))
    return isinstance(value, (bool, int, float, str, TensorType)) and value is not UNKNOWN


def report(findings: Iterable[Finding], at: Context, checker: TypeChecker) -> None:
    """Reports each at the call that leads to it, with the way as notes.

    Not where the program itself expects an error, as tests do.
    """
    if findings and is_expected(at.line, checker.tree):
        return
    for finding in findings:
        code = CODES[finding.code]
        checker.fail(finding.message, at, code=code)
        for number, step in enumerate(finding.chain):
            checker.msg.note(step.text(checker.path, number == 0), at, code=code)


def show(reveals: Iterable[Reveal], at: Context, checker: TypeChecker) -> None:
    """Shows what bodies reveal: on its own line, or at the call where that is in another file."""
    for reveal in reveals:
        if reveal.path == checker.path:
            checker.errors.report(reveal.line, reveal.column, reveal.message, severity="note")
        else:
            place = f"{os.path.basename(reveal.path)}:{reveal.line}"
            checker.msg.note(f"{place}: {reveal.message}", at)
