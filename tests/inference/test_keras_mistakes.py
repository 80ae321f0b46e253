"""Mistakes around Keras as people make them, line by line: what TensorFlow refuses has a finding, what runs has none."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.inference.keras_mistakes import Line, lines, needed, preamble
from tests.stubs.conftest import QUIET, SAME_KERAS, SAME_TENSORFLOW
from tftypes.inference.analysis import analyze
from tftypes.inference.findings import Finding

ROOT = Path(__file__).parents[2]
BEFORE = preamble()


@cache
def findings(code: str) -> list[Finding]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(needed(BEFORE, code))
        found = analyze([str(path)])
    assert not found.failures
    return list(found.findings)


def places(finding: Finding) -> set[int]:
    return {finding.place.line, *(step.place.line for step in finding.chain)}


def is_found(code: str) -> bool:
    found = findings(code)
    before = BEFORE.count("\n")
    for each in found:
        assert before < max(places(each)), each
    return any(each.severity == "error" for each in found)


def told(code: str) -> set[int]:
    """The lines of the errors that are found, and of the calls that lead there."""
    errors = [each for each in findings(code) if each.severity == "error"]
    return set().union(*map(places, errors))


def test_what_stands_before_the_lines_has_no_finding(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(BEFORE)
    found = analyze([str(path)])
    assert not found.failures and not found.findings


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.code)
def test_what_is_refused_is_found_and_what_runs_is_not(line: Line) -> None:
    assert is_found(line.code) is (line.state == "refused")


@pytest.mark.long
@pytest.mark.skipif(
    not (SAME_TENSORFLOW and SAME_KERAS), reason="the lines are of another TensorFlow"
)
def test_tensorflow_refuses_and_runs_the_lines_as_the_text_says() -> None:
    command = [sys.executable, "-m", "tests.inference.keras_mistakes"]
    run = subprocess.run(command, cwd=ROOT, env=QUIET, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    raised = json.loads(run.stdout.splitlines()[-1])
    outcomes = list(zip(lines(), raised, strict=True))
    assert [each for each, found in outcomes if (found is None) is not (each.state == "runs")] == []
    refused = [(each, set(found)) for each, found in outcomes if each.state == "refused" and found]
    assert [each for each, found in refused if not found & told(each.code)] == []


def main() -> None:
    """`python -m tests.inference.test_keras_mistakes` counts the mistakes that are found, by kind."""
    states = Counter((each.kind, each.state) for each in lines())
    for kind in dict.fromkeys(each.kind for each in lines()):
        found, missed = states[kind, "refused"], states[kind, "open"]
        print(f"{found:4} of {found + missed:3}  {kind}")
    print(f"{sum(count for (_, state), count in states.items() if state == 'refused'):4} found")


if __name__ == "__main__":
    main()
