"""How much of the tensors of a program is known, and where dtype or shape was lost."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tftypes.cli.config import shown
from tftypes_lint import Finding

if TYPE_CHECKING:
    from tftypes.cli.tracked import Place, Tracked

#: The code of the notes.
CODE: Final = "untracked"
#: From the best that may be known of a tensor to the worst.
_ORDER: Final = ("exact", "partly", "unknown")


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
        return text if self.is_enough else f"{text}; {self.minimum:g}% required"


def measure(files: Iterable[Path], minimum: float) -> tuple[list[Finding], Coverage]:
    """How much is known of the tensors in the files, and a note for each place where something was lost."""
    from tftypes.cli.tracked import track

    tracked = {
        (shown(file), place): each
        for file in files
        for place, each in track(os.path.abspath(file)).items()
    }
    counted = Counter(each.known for each in tracked.values())
    numbers = {name: counted[name] for name in _ORDER}
    lost = [_note(path, place, each) for (path, place), each in tracked.items() if each.rank]
    return lost, Coverage(**numbers, minimum=minimum)


def _note(path: str, place: Place, tracked: Tracked) -> Finding:
    what = f"only {tracked.type} is known" if tracked.rank == 1 else "nothing is known"
    return Finding(
        path=path,
        line=place.line,
        column=place.column + 1,
        end_line=place.end_line,
        end_column=place.end_column + 1,
        code=CODE,
        severity="note",
        message=f"{tracked.what}: {what}: {tracked.why}",
        source="engine",
    )
