"""The engine against Python itself: it may know less than Python has, and never says what is not so."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.inference.drawn_programs import program
from tests.inference.python_oracle import findings, mistakes, unknown

PROGRAMS = Path(__file__).with_name("python_programs")


def _cases() -> list[tuple[str, str]]:
    """The programs of all families: a title after `####`, then the text."""
    found = []
    for path in sorted(PROGRAMS.glob("*.txt")):
        for part in path.read_text().split("#### ")[1:]:
            title, _, source = part.partition("\n")
            found.append((f"{path.stem}: {title}", source))
    return found


@pytest.mark.parametrize(("title", "source"), _cases(), ids=[title for title, _ in _cases()])
def test_python_has_what_the_engine_says(title: str, source: str, tmp_path: Path) -> None:
    assert not mistakes(source, tmp_path)
    assert not findings(source, tmp_path)
    if "partly" not in title:
        assert not unknown(source, tmp_path)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.integers(0, 2**32))
def test_drawn_programs(tmp_path: Path, seed: int) -> None:
    source = program(random.Random(seed))
    assert not mistakes(source, tmp_path), source
