"""The examples in the docstrings say what happens."""

import doctest
import importlib
import pkgutil

import pytest

import tftypes.algebra

_MODULES = [f"tftypes.algebra.{m.name}" for m in pkgutil.iter_modules(tftypes.algebra.__path__)]


@pytest.mark.parametrize("name", ["tftypes.algebra", *_MODULES])
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["dims", "shapes", "dtypes", "tensors"])
def test_every_public_function_has_an_example(name: str) -> None:
    module = importlib.import_module(f"tftypes.algebra.{name}")
    functions = [
        value
        for value in (getattr(module, public) for public in getattr(module, "__all__", ["TensorType"]))
        if callable(value) and getattr(value, "__module__", "").startswith("tftypes.algebra")
    ]
    without = [
        f.__name__ for f in functions if not isinstance(f, type) and ">>>" not in (f.__doc__ or "")
    ]
    assert without == []
