"""What messages offer as a remedy is pasted into the program, which runs then and has no finding left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.inference.keras_mistakes import preamble, raises
from tests.stubs.conftest import QUIET, SAME_KERAS, SAME_TENSORFLOW
from tftypes.inference.analysis import analyze

ROOT = Path(__file__).parents[2]
TEXT = Path(__file__).with_name("keras_remedies.txt")


@dataclass(frozen=True)
class Remedy:
    mistake: str
    remedy: str
    repaired: str


def remedies() -> list[Remedy]:
    entries = TEXT.read_text().partition("\n== ")[2].splitlines()[1:]
    lines = [each for each in entries if each and not each.startswith("== ")]
    lines = [each.strip().replace("¶", "\n") for each in lines]
    return [Remedy(*each) for each in zip(*[iter(lines)] * 3)]


def said(code: str, folder: Path) -> list[str]:
    path = folder / "program.py"
    path.write_text(f"{preamble(TEXT)}{code}\n")
    found = analyze([str(path)])
    assert not found.failures
    return [each.message for each in found.findings if each.severity == "error"]


@pytest.mark.parametrize("each", remedies(), ids=lambda each: each.mistake)
def test_the_message_has_the_remedy_and_the_repaired_line_no_finding(
    each: Remedy, tmp_path: Path
) -> None:
    (message,) = said(each.mistake, tmp_path)
    assert each.remedy in message
    assert each.remedy.replace("=...", "=") in each.repaired.replace('="w"', "=")
    assert said(each.repaired, tmp_path) == []


@pytest.mark.long
@pytest.mark.skipif(
    not (SAME_TENSORFLOW and SAME_KERAS), reason="the lines are of another TensorFlow"
)
def test_tensorflow_runs_the_repaired_lines_and_not_the_mistakes() -> None:
    command = [sys.executable, "-m", "tests.inference.test_keras_remedies"]
    run = subprocess.run(command, cwd=ROOT, env=QUIET, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    raised = json.loads(run.stdout.splitlines()[-1])
    wrong = [each for each, found in zip(remedies(), raised) if found != [True, False]]
    assert wrong == []


def main() -> None:
    before = preamble(TEXT)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found = [
            [raises(before, code) for code in (each.mistake, each.repaired)] for each in remedies()
        ]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
