"""Programs of every kind, which are no part of the documentation, checked by the engine alone.

As with the documentation's own, what does not hold yet is listed with the reason, in open_cases.json; the list can only
shrink.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.inference.test_checks import compare

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.md"))
OPEN: dict[str, dict[str, str]] = json.loads((HERE / "open_cases.json").read_text())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_engine_says_what_the_comments_say(path: Path, tmp_path: Path) -> None:
    compare(path, tmp_path, OPEN.get(path.name, {}))


def test_the_list_is_of_files_that_there_are() -> None:
    assert OPEN.keys() <= {path.name for path in CASES}
    assert all(reason for lines in OPEN.values() for reason in lines.values())
