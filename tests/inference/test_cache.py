"""Reports that are kept in a folder which several runs share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tftypes.inference import cache
from tftypes.inference.messages import Report


def test_entries_that_another_run_has_removed_are_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_MOST", 0)
    found = cache.Cache(str(tmp_path))
    for key in ("aa1", "bb2"):
        cache.Cache(str(tmp_path)).keep(key, Report())
    entries = [*found._entries()]
    assert len(entries) == 2
    monkeypatch.setattr(found, "_entries", lambda: iter(entries))
    for each in entries:
        os.remove(each.path)
    found.trim()
    assert cache.Cache(str(tmp_path)).get("aa1") is None
