"""Reads the examples of a rule: what it announces in comments, and what it finds."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Final

from tftypes_lint.engine import lint_source
from tftypes_lint.source import Source

_EXPECTED: Final = re.compile(r'# error: "(?P<text>.*)"$')


def found(code: str, text: str, path: str = "example.py") -> list[tuple[int, str]]:
    """The line and the message of each finding in a piece of source."""
    source = Source(path, dedent(text).strip().encode())
    return [(finding.line, finding.message) for finding in lint_source(source, [code])]


def announced(text: str) -> list[tuple[int, str]]:
    """The line and the part of the message of each comment `# error: "..."`."""
    lines = enumerate(dedent(text).strip().splitlines(), 1)
    return [(number, match["text"]) for number, line in lines if (match := _EXPECTED.search(line))]
