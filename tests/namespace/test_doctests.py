"""The examples in the docstrings say what happens."""

import doctest
import importlib
import pkgutil

import pytest

import tftypes

MODULES = [module.name for module in pkgutil.iter_modules(tftypes.__path__) if not module.ispkg]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_right(name: str) -> None:
    results = doctest.testmod(importlib.import_module(f"tftypes.{name}"))
    assert results.failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    modules = [importlib.import_module(f"tftypes.{name}") for name in MODULES]
    assert sum(len(test.examples) for module in modules for test in finder.find(module)) > 20
