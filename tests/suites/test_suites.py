"""The suites of programs whose behaviour under TensorFlow is known: what the engine finds and knows of them.

`verify.py` in each suite runs its programs under TensorFlow and checks every comment; `grade.py` holds a checker's report
against the comments.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

#: What is known and found at least. Nothing is wrong, and nothing is found on a line that runs.
LEAST_REVEALS = 0.97
LEAST_ERRORS = 0.96


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> tuple[Counter[str], str]:
    """The counts of the language suite, and what falls short."""
    folder = tmp_path_factory.mktemp("language")
    report = run([sys.executable, "-m", "tests.suites.report", str(HERE / "language")])
    (folder / "report.txt").write_text(report)
    graded = run(
        [sys.executable, str(HERE / "language/grade.py"), "--verbose"]
        + ["--from", str(folder / "report.txt"), "--json", str(folder / "table.json")]
    )
    rows = json.loads((folder / "table.json").read_text())["table"].values()
    return sum((Counter(row) for row in rows), Counter()), graded


def run(command: list[str]) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_nothing_that_is_known_of_the_language_is_wrong(language: tuple[Counter[str], str]) -> None:
    counts, details = language
    assert counts["wrong"] == 0, details


def test_no_line_of_the_language_suite_that_runs_has_a_finding(
    language: tuple[Counter[str], str],
) -> None:
    counts, details = language
    assert counts["false tf"] + counts["false other"] == 0, details


def test_most_tensors_of_the_language_suite_are_known(language: tuple[Counter[str], str]) -> None:
    counts, details = language
    known = counts["right"] + counts["joined"]
    every = known + counts["partial"] + counts["unknown"] + counts["wrong"]
    assert every > 350
    assert known / every >= LEAST_REVEALS, details


def test_most_errors_of_the_language_suite_are_found(language: tuple[Counter[str], str]) -> None:
    counts, details = language
    assert (
        counts["found"] / (counts["found"] + counts["called"] + counts["missed"]) >= LEAST_ERRORS
    ), details


#: Families of the tracing suite, with what is found at least of their errors and warnings.
TRACING = {
    "autograph": 0.85, "control_flow": 0.85, "datasets": 0.75, "gradients": 0.8, "keras_traced": 0.9, "leaks": 1.0,
    "python_values": 1.0, "retracing": 1.0, "signatures": 1.0, "state": 0.85,
}  # fmt: skip


@pytest.fixture(scope="module")
def tracing() -> dict[str, list[int]]:
    """The row of each family: programs, errors, found, near, missed, warnings, found, near, missed, ..."""
    checker = [sys.executable, "-m", "tests.suites.report"]
    table = run([sys.executable, str(HERE / "tracing/grade.py"), *checker])
    rows = [
        line.strip("| \n").split(" | ") for line in table.splitlines()[2:] if line.startswith("| ")
    ]
    return {name: [int(each) for each in cells] for name, *cells in rows}


@pytest.mark.parametrize("family", TRACING)
def test_what_goes_wrong_while_tracing_is_found(family: str, tracing: dict[str, list[int]]) -> None:
    _, errors, found, near, _, warnings, warned, nearly, *_ = tracing[family]
    assert (found + near + warned + nearly) / (errors + warnings) >= TRACING[family]


def test_nothing_else_is_said_of_tracing(tracing: dict[str, list[int]]) -> None:
    *_, wrong, _, alarms, _ = tracing["all"]
    assert (wrong, alarms) == (0, 0)
