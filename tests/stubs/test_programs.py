"""The cases of cases/*.md under mypy with the stubs alone: no plugin, no false alarm, no mistake missed.

Keras, of which the plugin follows what it can, is checked with it too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import Case, check, read

CASES = [
    case for path in sorted((Path(__file__).parent / "cases").glob("*.md")) for case in read(path)
]
KERAS = read(Path(__file__).parent / "cases" / "keras.md")
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
    cases = read(Path(__file__).parent / "cases" / "keras.md")
    check(cases, tmp_path_factory.mktemp("plugin"))
    return cases


@pytest.mark.parametrize("number", range(len(KERAS)), ids=[case.name for case in KERAS])
def test_mypy_with_the_plugin_says_the_same_of_keras(number: int, with_plugin: list[Case]) -> None:
    assert not with_plugin[number].problems()
