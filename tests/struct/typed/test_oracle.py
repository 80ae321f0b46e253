"""What the checker says of a struct holds when the program runs; what it refuses fails there.

Each expression is run, then typed, and with it every field of what it has made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.checks import Case, analyse
from tests.struct.typed import schemas
from tests.struct.typed.agreement import disagreement
from tests.struct.typed.programs import INPUTS, VALUES, expressions
from tftypes.struct import StructTensor, constant, spec_of

#: How deep structs in structs are looked at.
DEPTH = 1


class Run:
    """What an expression is: its value, or the error of the run."""

    def __init__(self, text: str, names: dict[str, Any]) -> None:
        self.text = text
        self.value: Any = None
        self.error: Exception | None = None
        try:
            self.value = eval(text, names)
        except Exception as error:
            self.error = error

    def parts(self) -> Iterator[tuple[str, Any]]:
        """The expressions of the value and of its fields, with what they are."""
        yield self.text, self.value
        if isinstance(self.value, StructTensor):
            yield from _fields(f"({self.text})", self.value, DEPTH)


def _fields(text: str, struct: StructTensor, depth: int) -> Iterator[tuple[str, Any]]:
    for name in struct.field_names():
        value = struct.field_value(name)
        yield f"{text}[{name!r}]", value
        if isinstance(value, StructTensor) and depth:
            yield from _fields(f"{text}[{name!r}]", value, depth - 1)


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What the expressions use: the schemas, and a value for each input."""
    found = dict(vars(schemas))
    for name, text in INPUTS.items():
        found[name] = constant(VALUES[name], schema=spec_of(eval(text, found)))
    return found


@pytest.fixture(scope="module")
def runs(names: dict[str, Any]) -> list[Run]:
    return [Run(text, names) for text in expressions()]


@pytest.fixture(scope="module")
def said(runs: list[Run], tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What the checker says of each expression: types that it reveals, and errors."""
    texts = [text for run in runs for text, _ in run.parts()]
    parameters = ", ".join(f"{name}: {text}" for name, text in INPUTS.items())
    source = Path(schemas.__file__).read_text()
    head = f"{source}\n\ndef program({parameters}) -> None:\n"
    body = "".join(f"    reveal_type({text})\n" for text in texts)
    case = Case("structs", head + body, 1)
    analyse([case], tmp_path_factory.mktemp("oracle"))
    first = head.count("\n") + 1
    found: dict[str, list[str]] = {text: [] for text in texts}
    for line, kind, _, text in case.reported:
        found[texts[line - first]].append(text if kind == "revealed" else f"error: {text}")
    return found


def test_each_value_is_of_the_type_that_is_revealed(
    runs: list[Run], said: dict[str, list[str]], names: dict[str, Any]
) -> None:
    known = {
        n: tuple(k.__annotations__)
        for n, k in names.items()
        if isinstance(k, type) and "__annotations__" in vars(k)
    }
    wrong = []
    for run in runs:
        if run.error is not None:
            continue
        for text, value in run.parts():
            types = [each for each in said[text] if not each.startswith("error: ")]
            for revealed in types:
                words = disagreement(value, revealed, known)
                if words is not None:
                    wrong.append(f"{text} {words}, not {revealed}")
    assert not wrong, f"{len(wrong)} of them:\n" + "\n".join(wrong)


def test_what_the_checker_refuses_fails(runs: list[Run], said: dict[str, list[str]]) -> None:
    alarms = [
        f"{text}: {each}"
        for run in runs
        if run.error is None
        for text, _ in run.parts()
        for each in said[text]
        if each.startswith("error: ")
    ]
    assert not alarms, f"{len(alarms)} of them:\n" + "\n".join(alarms)


def test_most_of_it_is_known(runs: list[Run], said: dict[str, list[str]]) -> None:
    """The test above would be content with a checker that says nothing."""
    ran = [text for run in runs if run.error is None for text, _ in run.parts()]
    unknown = [text for text in ran if any(re.search(r"\bAny\b", each) for each in said[text])]
    assert len(unknown) < len(ran) * 0.2, f"{len(unknown)} of {len(ran)}:\n" + "\n".join(unknown)
