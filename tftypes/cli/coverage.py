"""How much of the tensors of a program is known, and where dtype or shape was lost.

The plugin notes both while mypy runs; this reads what it has noted.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tftypes.cli.config import shown
from tftypes_lint import Finding

#: The code of the notes.
CODE: Final = "untracked"
#: By this variable the plugin knows where to note.
_VARIABLE: Final = "TFTYPES_UNTRACKED"
#: From the best that may be known of a tensor to the worst.
_ORDER: Final = ("exact", "partly", "unknown")

Place = tuple[str, int, int, int, int]


@dataclass(frozen=True)
class Coverage:
    """The expressions that give tensors, by what is known of dtype and shape.

    >>> str(Coverage(exact=6, partly=3, unknown=1))
    'coverage: 60.0% of 10 tensor expressions are exact, 30.0% partly known, 10.0% unknown'
    >>> Coverage(6, 3, 1, minimum=70).is_enough, Coverage(6, 3, 1, minimum=60).is_enough
    (False, True)
    """

    exact: int = 0
    partly: int = 0
    unknown: int = 0
    #: The percentage of exact ones below which a check fails.
    minimum: float = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.exact + self.partly + self.unknown

    @property
    def percentage(self) -> float:
        """How many of a hundred are exact; of none, all are."""
        return 100 * self.exact / self.total if self.total else 100.0

    @property
    def is_enough(self) -> bool:
        """Whether it is what was asked for."""
        return self.percentage >= self.minimum

    def as_dict(self) -> dict[str, float]:
        """For programs."""
        numbers = {name: getattr(self, name) for name in _ORDER}
        return {**numbers, "percentage": round(self.percentage, 1), "minimum": self.minimum}

    def __str__(self) -> str:
        if not self.total:
            return "coverage: there are no tensor expressions"
        part = {name: f"{100 * getattr(self, name) / self.total:.1f}%" for name in _ORDER}
        plural = "s are" if self.total != 1 else " is"
        text = (
            f"coverage: {part['exact']} of {self.total} tensor expression{plural} exact, "
            f"{part['partly']} partly known, {part['unknown']} unknown"
        )
        return text if self.is_enough else f"{text}; {self.minimum:g}% are asked for"


@contextmanager
def noting() -> Iterator[Path]:
    """Lets the plugin note in every run of mypy meanwhile; the folder of the notes."""
    before = os.environ.get(_VARIABLE)
    with tempfile.TemporaryDirectory(prefix="tftypes-") as folder:
        os.environ[_VARIABLE] = folder
        try:
            yield Path(folder)
        finally:
            if before is None:
                del os.environ[_VARIABLE]
            else:
                os.environ[_VARIABLE] = before


def read(
    folder: Path, root: Path, files: Iterable[str], minimum: float
) -> tuple[list[Finding], Coverage]:
    """The notes about the files: a finding for each place where something was lost, and how much is known.

    A place that was noted more than once counts as the best that is known of it.
    """
    wanted = frozenset(files)
    best: dict[Place, Mapping[str, Any]] = {}
    for note in _notes(folder):
        path = shown(root / note["path"])
        place = (path, note["line"], note["column"], note["end_line"], note["end_column"])
        known = best.get(place)
        if path in wanted and (known is None or _rank(note) < _rank(known)):
            best[place] = note
    counted = Counter(str(note["known"]) for note in best.values())
    numbers = {name: counted[name] for name in _ORDER}
    lost = [_finding(place, note) for place, note in best.items() if _rank(note)]
    return lost, Coverage(**numbers, minimum=minimum)


def _rank(note: Mapping[str, Any]) -> int:
    return _ORDER.index(note["known"])


def _notes(folder: Path) -> Iterator[Mapping[str, Any]]:
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def _finding(place: Place, note: Mapping[str, Any]) -> Finding:
    path, line, column, end_line, end_column = place
    what = "nothing is known" if note["known"] == "unknown" else f"only {note['type']} is known"
    return Finding(
        path=path,
        line=line,
        column=column + 1,
        end_line=end_line,
        end_column=end_column + 1,
        code=CODE,
        severity="note",
        message=f"{note['what']}: {what}: {note['why']}",
        source="mypy",
    )
