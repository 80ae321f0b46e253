"""A file of findings that are known, so that only new ones fail.

A finding is known by its path, code, message and the source line that it stands on, not by the
line's number: what moves with its line stays known. Of several alike, as many are known as were.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tftypes_lint.findings import Finding
from tftypes_lint.source import SYNTAX, UNREADABLE, decode, split_lines
from tftypes_lint.writing import read_regular, write_whole

VERSION: Final = 1
#: A file that cannot be read as Python is never a matter of course.
_NEVER: Final = frozenset({SYNTAX, UNREADABLE})


class BaselineError(ValueError):
    """A file that is no baseline; the message says why."""


class Known(NamedTuple):
    """What a finding is recognised by."""

    path: str
    code: str
    message: str
    text: str


@dataclass(frozen=True)
class Baseline:
    """Findings that are known, and how many of each. Paths are relative to `root`."""

    root: Path
    known: Counter[Known] = field(default_factory=Counter)

    @classmethod
    def of(cls, findings: Iterable[Finding], root: Path) -> Baseline:
        """The baseline under which none of these findings is new."""
        lines = _Lines()
        recorded = (each for each in findings if each.code not in _NEVER)
        return cls(root, Counter(_known(each, root, lines) for each in recorded))

    @classmethod
    def read(cls, file: Path, root: Path) -> Baseline:
        """The baseline in a file.

        Raises:
            OSError: the file cannot be read.
            BaselineError: it holds something else.
        """
        try:
            stored: Any = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise BaselineError(f"not JSON: {error}") from None
        if not isinstance(stored, dict) or stored.get("version") != VERSION:
            raise BaselineError(f"not a baseline of version {VERSION}")
        known: Counter[Known] = Counter()
        entries = stored.get("findings")
        for number, entry in enumerate(entries if isinstance(entries, list) else [None]):
            try:
                key = Known(*(str(entry[name]) for name in Known._fields))
                known[key] += int(entry.get("count", 1))
            except (TypeError, KeyError, ValueError, AttributeError):
                raise BaselineError(f"findings[{number}] is not a finding") from None
        return cls(root, known)

    def write(self, file: Path) -> None:
        """Stores it, sorted, one finding a line, so that a change is easy to review."""
        entries = [
            {**known._asdict(), **({"count": count} if count > 1 else {})}
            for known, count in sorted(self.known.items())
        ]
        lines = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in entries)
        text = f'{{"version": {VERSION}, "findings": [\n{lines}\n]}}\n'
        write_whole(file, text.encode())

    def new(self, findings: Sequence[Finding]) -> list[Finding]:
        """The findings that are not known."""
        lines = _Lines()
        left = Counter(self.known)
        new = []
        for finding in findings:
            known = _known(finding, self.root, lines)
            if left[known] > 0:
                left[known] -= 1
            else:
                new.append(finding)
        return new

    def gone(self, findings: Sequence[Finding]) -> int:
        """How many known findings there are no more: the baseline can be written anew."""
        return sum((self.known - Baseline.of(findings, self.root).known).values())


class _Lines:
    """The lines of files, each read once."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=8)(_read)


def _read(path: str) -> list[str]:
    try:
        return split_lines(decode(read_regular(path)))
    except OSError:
        return []


def _known(finding: Finding, root: Path, lines: _Lines) -> Known:
    source = lines.of(finding.path)
    text = source[finding.line - 1] if finding.line <= len(source) else ""
    try:
        path = os.path.relpath(finding.path, root)
    except ValueError:  # another drive
        path = finding.path
    return Known(path.replace(os.sep, "/"), finding.code, finding.message, " ".join(text.split()))
