"""The files that Python does not take: mypy stops at the first, and takes some of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tftypes.cli import mypy_config
from tftypes.cli.config import Config, shown
from tftypes.cli.failure import Failure
from tftypes.inference.modules import unread
from tftypes_lint.findings import Finding
from tftypes_lint.source import SYNTAX, Source, encoding, is_newer_python, parse_problem
from tftypes_lint.writing import read_regular


def problem_of(file: Path | str, *, misread: bool = False) -> Finding | None:
    """What Python says of a file that it does not take.

    Args:
        file: The file.
        misread: Look only at a file that mypy reads another text from: whatever can be read as
            UTF-8 it reads as UTF-8, whichever encoding the file names.
    """
    try:
        content = read_regular(file)
    except OSError:
        return None
    if misread and _text(content, encoding(content)) == _text(content, "utf-8-sig"):
        return None
    problem = parse_problem(Source(shown(file), content))
    return replace(problem, source="mypy") if problem else None


def problems_of(files: Sequence[Path], *, misread: bool = False) -> dict[str, Finding]:
    """What Python says of those files that it does not take, by their paths."""
    found = (problem_of(file, misread=misread) for file in files)
    return {problem.path: problem for problem in found if problem}


def judged(findings: Iterable[Finding], config: Config) -> Iterator[Finding]:
    """The findings, with notes for files in the syntax of a newer Python, where the project is for one."""
    for each in findings:
        target = _newer(config) if each.code == SYNTAX else None
        if target and is_newer_python(each.path):
            at = replace(each, line=1, column=1, end_line=1, end_column=1)
            yield replace(at, severity="note", message=unread(target))
        else:
            yield each


def _newer(config: Config) -> str | None:
    """The Python that the program is for, where it is newer than the one that runs."""
    try:
        settings = mypy_config.find(config, config.mypy_args)
    except Failure:  # which is mypy's to tell
        settings = mypy_config.MypyConfig()
    target = mypy_config.target(config, settings, config.mypy_args)
    parts = (target or "").split(".")[:2]
    is_newer = all(map(str.isdecimal, parts)) and (*map(int, parts),) > sys.version_info[:2]
    return target if is_newer else None


def _text(content: bytes, codec: str) -> str | None:
    """None where the content is no text in this encoding."""
    try:
        return content.decode(codec)
    except (LookupError, UnicodeError):
        return None
