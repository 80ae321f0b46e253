"""What a check reports, whoever found it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]


class Span(NamedTuple):
    """A stretch of source: lines and columns count characters from 1, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Related(NamedTuple):
    """A line of a file that a finding is about, too, and what it has to do with it."""

    path: str
    line: int
    message: str


@dataclass(frozen=True)
class Finding:
    """One problem at one place.

    `column` and `end_column` count characters from 1; `end_column` is one past the last, as
    editors and SARIF have it. `hint` says what to do and may have several lines. `related` is
    where the finding comes about.

    >>> Finding("net.py", 3, 5, 3, 9, "tf-shape", "error", "dim 0 is 2, not 3").place
    'net.py:3:5'
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    code: str
    severity: Severity
    message: str
    hint: str | None = None
    source: Literal["mypy", "engine", "lint"] = "lint"
    related: tuple[Related, ...] = ()

    @property
    def place(self) -> str:
        """Where it is, in the form that editors and terminals make a link of."""
        return f"{self.path}:{self.line}:{self.column}"

    def moved(self, place: Callable[[str], str]) -> Finding:
        """The finding with the paths that `place` makes of its own."""
        related = tuple(each._replace(path=place(each.path)) for each in self.related)
        return replace(self, path=place(self.path), related=related)

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """The key that sorts findings by place, the same on every run."""
        return (self.path, self.line, self.column, self.code, self.message)


def by_place(findings: list[Finding]) -> list[Finding]:
    """The findings sorted by place, each once."""
    return sorted(set(findings), key=lambda finding: finding.order)
