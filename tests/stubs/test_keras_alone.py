"""What Keras offers is in its stubs, and is what `tf.keras` has."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import keras
import pytest
from mypy import build, nodes
from mypy.modulefinder import BuildSource
from mypy.options import Options

from tests.stubs.conftest import SAME_KERAS


def modules(module: ModuleType = keras) -> Iterator[str]:
    """The public modules of Keras, by their full names."""
    yield module.__name__
    for info in pkgutil.iter_modules(module.__path__, module.__name__ + "."):
        name = info.name.rpartition(".")[2]
        if info.ispkg and not name.startswith("_") and name != "src":
            yield from modules(__import__(info.name, fromlist=["*"]))


MODULES = sorted(modules())


@pytest.fixture(scope="module")
def trees() -> dict[str, nodes.MypyFile]:
    options = Options()
    options.incremental = False
    sources = [BuildSource(None, "<string>", "".join(f"import {name}\n" for name in MODULES))]
    result = build.build(sources, options)
    assert result.errors == []
    return result.files


@pytest.mark.skipif(not SAME_KERAS, reason="the stubs were written from another Keras")
@pytest.mark.parametrize("module", MODULES)
def test_a_function_or_class_is_that_of_tf_keras(
    module: str, trees: dict[str, nodes.MypyFile]
) -> None:
    public = inspect.getmembers(__import__(module, fromlist=["*"]))
    names = [
        n
        for n, value in public
        if n[0] != "_" and (inspect.isfunction(value) or inspect.isclass(value))
    ]
    found = {name: trees[module].names.get(name) for name in names}
    defined = [
        n
        for n, symbol in found.items()
        if symbol and symbol.fullname and symbol.fullname.startswith("tensorflow.")
    ]
    assert names == defined


def test_a_name_that_is_missing_is_any(trees: dict[str, nodes.MypyFile]) -> None:
    assert [name for name in MODULES if "__getattr__" not in trees[name].names] == []
