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


def test_what_was_there_to_stay_is_looked_through_when_memory_has_doubled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    peak = heap.ENOUGH
    monkeypatch.setattr(heap, "_peak", lambda: peak)
    monkeypatch.setattr(heap, "_all_at", 2 * heap.ENOUGH)
    tree = Ring()
    old = weakref.ref(tree)
    heap.settle()
    del tree
    heap.settle()
    assert old() is not None
    peak = 2 * heap.ENOUGH
    heap.settle()
    assert old() is None
