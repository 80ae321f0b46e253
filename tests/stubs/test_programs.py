"""The cases of cases/*.md under mypy with the stubs alone: no plugin, no false alarm, no mistake missed.

What programs write, Keras included, is checked with the plugin too: it says no more of what runs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import Case, check, read

CASES = [
    case for path in sorted((Path(__file__).parent / "cases").glob("*.md")) for case in read(path)
]
WITH_PLUGIN = [
    case
    for name in ("idioms", "keras")
    for case in read(Path(__file__).parent / "cases" / f"{name}.md")
]
CONFIG = "[mypy]\ncheck_untyped_defs = True\n"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    check(CASES, tmp_path_factory.mktemp("stubs"), CONFIG)
    return CASES


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.name for case in CASES])
def test_mypy_says(number: int, checked: list[Case]) -> None:
    assert not checked[number].problems()


@pytest.fixture(scope="module")
def with_plugin(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    check(WITH_PLUGIN, tmp_path_factory.mktemp("plugin"))
    return WITH_PLUGIN


@pytest.mark.parametrize("number", range(len(WITH_PLUGIN)), ids=[case.name for case in WITH_PLUGIN])
def test_mypy_with_the_plugin_says_the_same(number: int, with_plugin: list[Case]) -> None:
    assert not with_plugin[number].problems()
