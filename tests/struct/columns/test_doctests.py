"""The examples in the docstrings of the formats run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "arrow", "awkward_arrays", "dataframes", "nulls", "sources", "structured_arrays",
    ],
)  # fmt: skip
def test_examples(name: str) -> None:
    module = import_module(f"tftypes.struct.formats.{name}")
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted and not results.failed
