"""What the engine reports: findings, revealed types and notes of its own failures."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace

from tftypes.inference.codes import Severity


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch of a file. Lines count from 1, columns from 0."""

    path: str
    line: int
    column: int = 0
    end_line: int = 0
    end_column: int = 0

    @property
    def stretch(self) -> tuple[int, int, int, int]:
        return self.line, self.column, self.end_line, self.end_column

    @classmethod
    def of(cls, path: str, node: ast.AST) -> Place:
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        return cls(
            path,
            line,
            column,
            getattr(node, "end_lineno", None) or line,
            getattr(node, "end_col_offset", None) or column,
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One call on the way to a finding: the function that was called, and from where."""

    function: str
    place: Place


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake in the program, at the innermost line of the program that is wrong."""

    place: Place
    code: str
    message: str
    #: The calls that lead there, the outermost first.
    chain: tuple[Step, ...] = ()
    severity: Severity = "error"
    #: The file that was run when it was found: what it reaches decides about the finding.
    root: str = ""
    #: What is wrong with a whole module, such as a name that a library lacks: it is told where it is met first.
    cause: str = ""

    @property
    def remedy(self) -> str:
        """What mends it: the message names it last, behind a semicolon, or names none."""
        return self.message.rpartition("; ")[2] if "; " in self.message else ""

    @property
    def problem(self) -> str:
        """What is wrong, without the remedy."""
        return self.message.removesuffix(f"; {self.remedy}")

    def with_remedy(self, remedy: str) -> Finding:
        """The same with another remedy."""
        return replace(self, message=f"{self.problem}; {remedy}")

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells one mistake from another."""
        return (self.place.path, self.cause) if self.cause else (self.place, self.code)

    def at_root(self) -> Place:
        """The innermost place of the file that was run."""
        places = [*(step.place for step in self.chain), self.place]
        return next((each for each in reversed(places) if each.path == self.root), self.place)


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault of the engine itself: the findings of one statement or function are missing."""

    place: Place
    error: str


@dataclass(slots=True)
class Analysis:
    """What the engine knows of some files."""

    #: Each mistake once, at its own place.
    findings: list[Finding] = field(default_factory=list)
    #: The same by the file that was run when it was found: one mistake may be met by several.
    by_root: dict[str, list[Finding]] = field(default_factory=dict)
    #: What `reveal_type` shows, in the order of the runs, without repetitions.
    revealed: dict[Place, list[str]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    #: The calls of `assert_type` that the engine has decided.
    asserted: dict[Place, Place] = field(default_factory=dict)
