"""The cases of cases/*.md under mypy with the stubs alone: no plugin, no false alarm, no mistake missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import Case, check, read

CASES = [
    case for path in sorted((Path(__file__).parent / "cases").glob("*.md")) for case in read(path)
]
CONFIG = "[mypy]\ncheck_untyped_defs = True\n"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    check(CASES, tmp_path_factory.mktemp("stubs"), CONFIG)
    return CASES


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.name for case in CASES])
def test_mypy_says(number: int, checked: list[Case]) -> None:
    assert not checked[number].problems()
