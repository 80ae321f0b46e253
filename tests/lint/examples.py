"""Reads the examples of a rule: what it announces in comments, what it finds, how it is fixed."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Final

from tftypes_lint import Finding, Rule, Settings, discover, lint
from tftypes_lint.engine import lint_source
from tftypes_lint.settings import read_settings
from tftypes_lint.source import Source

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_EXPECTED: Final = re.compile(r'# error: "(?P<text>.*?)"(?= +#|$)')
_HINTED: Final = re.compile(r'# hint: "(?P<text>.*?)"(?= +#|$)')
#: The file of an example that is one text.
ONE: Final = "example.py"


def files_of(example: str | Mapping[str, str]) -> dict[str, str]:
    """An example as files, without the indentation that it has in the rule."""
    files = {ONE: example} if isinstance(example, str) else example
    return {path: dedent(text).strip() + "\n" for path, text in files.items()}


def write_example(example: str | Mapping[str, str], folder: Path) -> None:
    """The files of an example, in a folder."""
    for path, text in files_of(example).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def found_in(
    rule: Rule, example: str | Mapping[str, str], folder: Path
) -> list[tuple[str, int, str]]:
    """Path, line and message of each finding of a rule in an example."""
    write_example(example, folder)
    findings = lint(discover([folder]), _settings(rule, files_of(example)))
    return [(_relative(each, folder), each.line, each.message) for each in findings]


def hints_in(
    rule: Rule, example: str | Mapping[str, str], folder: Path
) -> list[tuple[str, int, str]]:
    """Path, line and hint of each finding of a rule in an example that has a hint."""
    write_example(example, folder)
    findings = lint(discover([folder]), _settings(rule, files_of(example)))
    return [(_relative(each, folder), each.line, each.hint) for each in findings if each.hint]


def hinted_in(example: str | Mapping[str, str]) -> list[tuple[str, int, str]]:
    """Path, line and part of the hint of each comment `# hint: "..."`."""
    return [
        (path, number, match["text"])
        for path, text in sorted(files_of(example).items())
        for number, line in enumerate(text.splitlines(), 1)
        for match in _HINTED.finditer(line)
    ]


def _settings(rule: Rule, files: Mapping[str, str]) -> Settings:
    """The settings of the example's own pyproject.toml, where it has one."""
    data = tomllib.loads(files.get("pyproject.toml", "[tool.tftypes.lint]"))
    return read_settings(data["tool"]["tftypes"]["lint"], Path(), select=(rule.CODE,))


def announced_in(example: str | Mapping[str, str]) -> list[tuple[str, int, str]]:
    """Path, line and part of the message of each comment `# error: "..."`."""
    return [
        (path, line, part)
        for path, text in sorted(files_of(example).items())
        for line, part in announced(text)
    ]


def found(code: str, text: str, path: str = ONE) -> list[tuple[int, str]]:
    """The line and the message of each finding in a piece of source."""
    source = Source(path, dedent(text).strip().encode())
    findings = lint_source(source, Settings(select=(code,)))
    return [(finding.line, finding.message) for finding in findings]


def announced(text: str) -> list[tuple[int, str]]:
    """The line and the part of the message of each comment `# error: "..."`, in their order."""
    lines = enumerate(dedent(text).strip().splitlines(), 1)
    return [(number, match["text"]) for number, line in lines for match in _EXPECTED.finditer(line)]


def _relative(finding: Finding, folder: Path) -> str:
    return Path(finding.path).relative_to(folder).as_posix()
