"""The examples in the docstrings say what happens; those of the op rules have a test of their own."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import tftypes.inference

FOLDER = Path(tftypes.inference.__file__).parent
RULES = FOLDER / "models" / "tensorflow" / "ops"
MODULES = [
    ".".join(("tftypes.inference", *path.relative_to(FOLDER).with_suffix("").parts))
    for path in sorted(FOLDER.rglob("*.py"))
    if ">>> " in path.read_text("utf-8") and RULES not in path.parents
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_are_right(module: str) -> None:
    result = doctest.testmod(import_module(module.removesuffix(".__init__")))
    assert result.attempted > 0
    assert result.failed == 0
