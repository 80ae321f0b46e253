"""What is said of programs as notebooks have them: as docs/checks/notebooks.md has it, and as it is at run time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checks import check, read
from tests.plugin.test_bodies import RUNNER, _fits
from tftypes.algebra import TensorType
from tftypes_mypy.typetext import read as read_type
from tftypes_mypy.typetext import tensor

CASES = read(Path(__file__).parents[2] / "docs" / "checks" / "notebooks.md")
NAMES = [case.name for case in CASES]


@pytest.fixture(scope="module")
def runs() -> list[dict[str, list[list[object]]]]:
    texts = json.dumps([case.text for case in CASES])
    run = subprocess.run(
        [sys.executable, "-c", RUNNER], input=texts, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    result: list[dict[str, list[list[object]]]] = json.loads(run.stdout)
    return result


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_tensorflow_says_the_same(number: int, runs: list[dict[str, list[list[object]]]]) -> None:
    revealed: dict[int, TensorType | None] = {}
    for line, kind, _, text in CASES[number].expected():
        if kind == "revealed":
            known = None if text in ("Any", "float") else tensor(read_type(text), lambda name: None)
            revealed[line] = known
    assert runs[number]["unexpected"] == []
    assert runs[number]["seen"]
    for line, dtype, dims in runs[number]["seen"]:
        assert isinstance(line, int) and isinstance(dims, list)
        said = revealed[line]
        made = TensorType.parse(f"{dtype}{json.dumps(dims)}")
        assert said is None or _fits(made, said), (line, str(made))


def test_the_page_says_what_the_checker_says(tmp_path: Path) -> None:
    check(CASES, tmp_path)
    assert [problem for case in CASES for problem in case.problems()] == []
