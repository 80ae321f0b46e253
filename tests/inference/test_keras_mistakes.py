"""Mistakes around Keras as people make them, line by line: what TensorFlow refuses has a finding, what runs has none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.inference.keras_mistakes import Line, lines, preamble
from tests.stubs.conftest import QUIET, SAME_KERAS, SAME_TENSORFLOW
from tftypes.inference.analysis import analyze

ROOT = Path(__file__).parents[2]
BEFORE = preamble()


def is_found(code: str, folder: Path) -> bool:
    path = folder / "program.py"
    path.write_text(BEFORE + code + "\n")
    found = analyze([str(path)])
    assert not found.failures
    before = BEFORE.count("\n")
    for each in found.findings:
        assert before < max(each.place.line, *(step.place.line for step in each.chain), 0), each
    return any(each.severity == "error" for each in found.findings)


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.code)
def test_what_is_refused_is_found_and_what_runs_is_not(line: Line, tmp_path: Path) -> None:
    assert is_found(line.code, tmp_path) is (line.state == "refused")


@pytest.mark.skipif(
    not (SAME_TENSORFLOW and SAME_KERAS), reason="the lines are of another TensorFlow"
)
def test_tensorflow_refuses_and_runs_the_lines_as_the_text_says() -> None:
    command = [sys.executable, "-m", "tests.inference.keras_mistakes"]
    run = subprocess.run(command, cwd=ROOT, env=QUIET, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    raised = json.loads(run.stdout.splitlines()[-1])
    wrong = [each for each, found in zip(lines(), raised) if found is (each.state == "runs")]
    assert wrong == []


def main() -> None:
    """`python -m tests.inference.test_keras_mistakes` counts the mistakes that are found, by kind."""
    states = Counter((each.kind, each.state) for each in lines())
    for kind in dict.fromkeys(each.kind for each in lines()):
        found, missed = states[kind, "refused"], states[kind, "open"]
        print(f"{found:4} of {found + missed:3}  {kind}")
    print(f"{sum(count for (_, state), count in states.items() if state == 'refused'):4} found")


if __name__ == "__main__":
    main()
