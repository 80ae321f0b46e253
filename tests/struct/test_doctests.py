"""The examples in the docstrings say what happens."""

import doctest
import importlib
import os
import pkgutil
import warnings

import pytest

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import tensorflow  # noqa: F401

import tftypes.struct

MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(tftypes.struct.__path__, "tftypes.struct.")
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_are_right(module):
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    assert sum(len(test.examples) for module in MODULES for test in finder.find(module)) > 40
