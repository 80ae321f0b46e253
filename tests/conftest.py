"""What all tests share."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import settings

# A mistake of a lint is an exception here; for users it is a finding.
os.environ["TFTYPES_DEBUG"] = "1"

# Hundreds of processes import the engine, which takes three times as long where it is compiled each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Its kernels end the process for a wrong shape, on some processors only.
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

# The same examples at every run: a change is judged by what it changes. New ones are drawn with
# `pytest --hypothesis-profile explore`.
settings.register_profile("explore", deadline=None)
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """At the end of the suite the other workers would wait for a long test."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
