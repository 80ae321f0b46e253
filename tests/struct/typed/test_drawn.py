"""Programs on structs drawn at random: what the checker says of each value is what TensorFlow makes of it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.struct.typed.agreement import disagreement
from tests.struct.typed.drawn import HEADER, Drawn, programs
from tftypes.inference.program import Program
from tftypes.struct import StructTensor

#: Programs drawn in all; set TFTYPES_DRAWN for others each time.
DRAWN = os.environ.get("TFTYPES_DRAWN")
NUMBER = int(DRAWN) if DRAWN else 150
#: So many programs are read at once.
TOGETHER = 50


def parts(name: str, value: Any, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """A value and the fields in it, as a program reads them."""
    yield name, value
    if isinstance(value, StructTensor) and depth < 3:
        for each in value.field_names():
            yield from parts(f"{name}[{each!r}]", value.field_value(each), depth + 1)


class Case:
    """A program with a `reveal_type` of each of its values, and what the checker says of it."""

    def __init__(self, program: Drawn) -> None:
        self.program = program
        self.values = [
            pair for name, value in program.values.items() for pair in parts(name, value)
        ]
        reveals = [f"    reveal_type({text})" for text, _ in self.values]
        self.text = program.text + "\n".join(reveals) + "\n"
        self.revealed: dict[str, list[str]] = {}
        self.errors: list[str] = []

    def hear(self, line: int, kind: str, text: str) -> None:
        said = self.text.splitlines()[line]
        if kind == "revealed":
            self.revealed.setdefault(said.strip()[len("reveal_type(") : -1], []).append(text)
        else:
            self.errors.append(f"{said.strip()}  # {text}")

    def problems(self) -> Iterator[str]:
        """What the checker says that is not so."""
        if not self.program.refused:
            yield from (f"refuses {each}" for each in self.errors)
        for text, value in self.values:
            for each in self.revealed.get(text, []):
                words = disagreement(value, each, self.program.fields)
                if words is not None:
                    yield f"{text} {words}, not {each}"


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    found: list[Drawn] = []

    @settings(
        max_examples=NUMBER, deadline=None, database=None, derandomize=DRAWN is None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(programs(count()))
    def collect(program: Drawn) -> None:
        found.append(program)

    collect()
    made = [Case(each) for each in found]
    folder = tmp_path_factory.mktemp("drawn")
    for start in range(0, len(made), TOGETHER):
        _analyse(made[start : start + TOGETHER], folder / f"programs{start}.py")
    return made


def _analyse(together: list[Case], path: Path) -> None:
    text, owners = f"{HEADER}\n\n", {}
    for case in together:
        first = text.count("\n") + 1
        for line in range(case.text.count("\n")):
            owners[first + line] = case, line
        text += f"{case.text}\n\n"
    path.write_text(text)
    report = Program().report(str(path))
    assert not report.faults, report.faults
    for span, said in report.revealed:
        case, line = owners[span.line]
        case.hear(line, "revealed", said)
    for message in report.messages:
        case, line = owners[message.span.line]
        case.hear(line, "error", message.text)


def test_nothing_that_is_said_is_wrong(cases: list[Case]) -> None:
    wrong = [f"{case.program.text}{each}" for case in cases for each in case.problems()]
    assert not wrong, f"{len(wrong)} of them:\n" + "\n\n".join(wrong)


def test_most_is_known(cases: list[Case]) -> None:
    """The test above would be content with a checker that says nothing."""
    said = [each for case in cases for texts in case.revealed.values() for each in texts]
    unknown = [each for each in said if re.search(r"\bAny\b", each)]
    assert said
    assert len(unknown) < len(said) * 0.25, f"{len(unknown)} of {len(said)}"


def test_the_checker_refuses_some(cases: list[Case]) -> None:
    refused = [case for case in cases if case.program.refused]
    noticed = [case for case in refused if case.errors]
    assert len(noticed) > len(refused) * 0.2, f"{len(noticed)} of {len(refused)}"
