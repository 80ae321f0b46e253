"""What the stubs say of objects is what objects give: the programs of objects/*.py under mypy, and run.

Each expression that is a statement is looked at, with the type that mypy reveals of it and the value that it has. Where
the stubs leave it open, the program says why in a comment behind it: `# open: ...`.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

from tests.stubs.conftest import HERE, QUIET, SAME_KERAS

PROGRAMS = sorted((HERE / "objects").glob("*.py"))
REPORT = re.compile(r'^(.*?):(\d+): (error|note): (?:Revealed type is "(.*)"|(.*))$')
OPEN = "# open: "

Said = dict[str, dict[str, str]]


def expressions(source: str) -> list[ast.expr]:
    statements = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr))
    return [node.value for node in statements if not isinstance(node.value, ast.Constant)]


def revealing(source: str) -> str:
    """The program with each expression that is a statement in `reveal_type`, each line where it was."""
    lines = [line.encode() for line in source.splitlines()]
    for node in expressions(source):
        assert node.end_lineno is not None
        last = lines[node.end_lineno - 1]
        lines[node.end_lineno - 1] = (
            last[: node.end_col_offset] + b")" + last[node.end_col_offset :]
        )
        first = lines[node.lineno - 1]
        lines[node.lineno - 1] = (
            first[: node.col_offset] + b"reveal_type(" + first[node.col_offset :]
        )
    return b"\n".join(lines).decode() + "\n"


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """The types that mypy reveals, by program and line."""
    folder = tmp_path_factory.mktemp("objects")
    for program in PROGRAMS:
        (folder / program.name).write_text(revealing(program.read_text()))
    options = ["--config-file=", "--check-untyped-defs", "--no-error-summary"]
    files = [str(folder / program.name) for program in PROGRAMS]
    output, errors, _ = api.run([*options, "--cache-dir", str(folder / "cache"), *files])
    assert not errors
    found: Said = {str(program): {} for program in PROGRAMS}
    wrong = []
    for line in output.splitlines():
        match = REPORT.match(line)
        if match is not None and match[4]:
            found[str(HERE / "objects" / Path(match[1]).name)][match[2]] = match[4]
        else:
            wrong.append(line)
    assert wrong == []
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_what_is_open_has_its_reason(program: Path, said: Said) -> None:
    lines = program.read_text().splitlines()
    types = said[str(program)]
    assert len(types) == len(expressions(program.read_text()))
    is_open = [int(line) for line in types if types[line] == "Any"]
    marked = [number for number, line in enumerate(lines, 1) if OPEN in line]
    assert [lines[n - 1] for n in sorted({*is_open} ^ {*marked})] == []


@pytest.mark.skipif(not SAME_KERAS, reason="the stubs were written from another Keras")
def test_what_is_revealed_is_what_comes(said: Said) -> None:
    run = subprocess.run(
        [sys.executable, HERE / "tried.py"],
        input=json.dumps(said),
        env=QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == {}
