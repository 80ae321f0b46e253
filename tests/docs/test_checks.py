"""Every Python snippet of the documentation says what the checker says of it, and what it prints."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checks import CONFIG, Case, analyse, check, page, read
from tftypes.inference.codes import CODES

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CHECKS = sorted((ROOT / "docs" / "checks").glob("*.md"))
CASES = [*map(page, PAGES), *(case for path in CHECKS for case in read(path))]


def _runs(snippet: str) -> bool:
    """A snippet with a mistake only shows what the checker says, unless it catches the error."""
    return "# error:" not in snippet or "except" in snippet


#: What a reader may run.
PROGRAMS = [page(path, keep=_runs) for path in PAGES]

#: Leaves to the plugin which of Keras' modules are missing.
MISSING = "[mypy-keras.*]\nignore_missing_imports = True\n"
#: Runs each file named on standard input in one process, since TensorFlow is slow to import.
RUNNER = """\
import contextlib, io, json, runpy, sys, traceback

outputs = []
for path in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        try:
            runpy.run_path(path)
        except Exception:
            print(traceback.format_exc())
    outputs.append(output.getvalue())
json.dump(outputs, sys.stdout)
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """All cases after one run of mypy with the plugin.

    They are made anew: a worker that comes back to this module sets it up again.
    """
    cases = [Case(each.name, each.text, each.line) for each in CASES]
    check(cases, tmp_path_factory.mktemp("checks"), CONFIG + MISSING)
    return cases


@pytest.mark.parametrize("number", range(len(PAGES)), ids=[path.stem for path in PAGES])
def test_the_checker_says(number: int, checked: list[Case]) -> None:
    case = checked[number]
    assert not case.problems(), "\n".join([case.name, *case.problems()])


@pytest.mark.parametrize(
    "number", range(len(PAGES), len(CASES)), ids=[case.name for case in CASES[len(PAGES) :]]
)
def test_mypy_is_told_what_the_engine_says(
    number: int, checked: list[Case], tmp_path: Path
) -> None:
    """`tests/inference/test_checks.py` holds the engine to the comments of these."""
    case = checked[number]
    alone = Case(case.name, case.text, case.line)
    analyse([alone], tmp_path)
    known = [each for each in told(alone) if each[3] != "Any"]
    # Where the engine knows nothing, or never comes by, mypy reveals its own type.
    lines = {line for line, kind, _, _ in known if kind == "revealed"}
    assert [each for each in told(case) if each[1] == "error" or each[0] in lines] == known


def told(case: Case) -> list[tuple[int, str, str, str]]:
    """What is said with our codes, and what is revealed."""
    return sorted(each for each in case.reported if each[1] == "revealed" or each[2] in CODES)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("pages")
    paths = [folder / f"page{number}.py" for number in range(len(PROGRAMS))]
    for path, case in zip(paths, PROGRAMS):
        path.write_text(case.text)
    run = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps(list(map(str, paths))),
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    outputs: list[str] = json.loads(run.stdout)
    return outputs


@pytest.mark.parametrize("number", range(len(PROGRAMS)), ids=[case.name for case in PROGRAMS])
def test_it_prints(number: int, printed: list[str]) -> None:
    expected = re.findall(r"# prints: (.*)$", PROGRAMS[number].text, re.M)
    lines = printed[number].splitlines()
    for line, wanted in zip(lines, expected):
        assert line == wanted or (wanted.endswith("...") and line.startswith(wanted[:-3])), lines
    assert len(lines) == len(expected), lines
