"""The files that Python does not take: mypy stops at the first, and takes some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tftypes.cli.config import shown
from tftypes_lint.findings import Finding
from tftypes_lint.source import Source, encoding, parse_problem
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


def _text(content: bytes, codec: str) -> str | None:
    """None where the content is no text in this encoding."""
    try:
        return content.decode(codec)
    except (LookupError, UnicodeError):
        return None
