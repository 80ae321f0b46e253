"""The table of what was drawn, at the end of a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

COLUMNS = (
    "drawn",
    "exact",
    "more precise",
    "less precise",
    "refused",
    "silent",
    "not refused",
    "open",
)
TALLY: defaultdict[str, Counter[str]] = defaultdict(Counter)


@pytest.fixture
def tally() -> defaultdict[str, Counter[str]]:
    """How the rules' answers relate to TensorFlow's, by family."""
    return TALLY


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not TALLY:
        return
    width = max(map(len, TALLY))
    terminalreporter.section("drawn calls, and the rules beside TensorFlow")
    terminalreporter.line(" " * width + "".join(f"{column:>14}" for column in COLUMNS))
    for family, counts in TALLY.items():
        cells = "".join(f"{counts[column] or '':>14}" for column in COLUMNS)
        terminalreporter.line(f"{family:<{width}}{cells}")
