"""What a run leaves to the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tftypes_mypy import heap


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_is_there_is_taken_as_there_to_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()
    monkeypatch.setattr(heap, "ENOUGH", 1 << 60)
    heap.settle()
    assert gc.get_freeze_count() > 0


def test_a_large_run_gives_back_what_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()
    monkeypatch.setattr(heap, "ENOUGH", 1)
    heap.settle()
    assert gc.get_freeze_count() == 0
