"""The examples in the docstrings say what happens."""

import doctest
import importlib
import pkgutil

import pytest

import tftypes.runtime

MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(tftypes.runtime.__path__, "tftypes.runtime.")
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_are_right(module):
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    assert sum(len(test.examples) for module in MODULES for test in finder.find(module)) > 20
