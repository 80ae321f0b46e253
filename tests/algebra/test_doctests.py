"""The examples in the docstrings say what happens."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import tftypes.algebra

_MODULES = [f"tftypes.algebra.{m.name}" for m in pkgutil.iter_modules(tftypes.algebra.__path__)]


@pytest.mark.parametrize("name", ["tftypes.algebra", *_MODULES])
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["dims", "shapes", "dtypes"])
def test_every_public_function_has_an_example(name: str) -> None:
    module = importlib.import_module(f"tftypes.algebra.{name}")
    public = {public: getattr(module, public) for public in module.__all__}
    functions = {name: value for name, value in public.items() if inspect.isfunction(value)}
    assert [name for name, f in functions.items() if ">>>" not in (f.__doc__ or "")] == []
