"""The examples in the docstrings of the lints and of the command run as they stand."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import tftypes.cli
import tftypes_lint

#: Needs Fixit, which need not be installed.
ADAPTER = "tftypes_lint.fixit"
MODULES = [
    module.name
    for package in (tftypes_lint, tftypes.cli)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if module.name != ADAPTER
]


@pytest.mark.parametrize("name", ["tftypes_lint", *MODULES])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    found = [test for name in MODULES for test in finder.find(import_module(name)) if test.examples]

    assert len(found) >= 8
