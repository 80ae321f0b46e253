"""What a run leaves to the garbage collector."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from tftypes_mypy import heap


@pytest.fixture(autouse=True)
def by_hand() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.ring = self


@pytest.mark.parametrize(("enough", "is_kept"), [(1 << 60, True), (1, False)])
def test_what_is_there_is_taken_as_there_to_stay_and_a_large_run_gives_garbage_back(
    monkeypatch: pytest.MonkeyPatch, enough: int, is_kept: bool
) -> None:
    gc.unfreeze()
    monkeypatch.setattr(heap, "ENOUGH", enough)
    ring = weakref.ref(Ring())
    heap.settle()
    assert gc.get_freeze_count() > 0
    assert (ring() is not None) is is_kept


def test_what_earlier_runs_left_is_given_back_after_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "_runs", 0)
    monkeypatch.setattr(heap, "ENOUGH", 1 << 60)
    ring = weakref.ref(Ring())
    for _ in range(heap.RUNS - 1):
        heap.begin()
        heap.settle()
        assert ring() is not None
    heap.begin()
    assert ring() is None


def test_what_is_known_of_the_modules_of_a_run_is_forgotten_when_the_next_begins() -> None:
    known = heap.table()
    known["module"] = Ring()
    heap.begin()
    assert known == {}
