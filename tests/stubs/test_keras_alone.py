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


def checked(program: str) -> build.BuildResult:
    options = Options()
    options.incremental = False
    return build.build([BuildSource("program.py", "__main__", program)], options)


@pytest.fixture(scope="module")
def trees() -> dict[str, nodes.MypyFile]:
    result = checked("".join(f"import {name}\n" for name in MODULES))
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


@pytest.mark.skipif(not SAME_KERAS, reason="the stubs were written from another Keras")
@pytest.mark.parametrize("module", MODULES)
def test_it_has_the_public_names_that_keras_has_and_no_others(
    module: str, trees: dict[str, nodes.MypyFile]
) -> None:
    public = {n for n, symbol in trees[module].names.items() if symbol.module_public}
    real = dir(__import__(module, fromlist=["*"]))
    assert {n for n in public if n[0] != "_"} == {n for n in real if n[0] != "_"}


def test_what_is_private_is_any() -> None:
    found = checked("""
import keras
import keras.src.layers.core
from keras._tf_keras import keras as inner
from keras.src.models.functional import Functional

reveal_type(Functional)
reveal_type(keras.src.layers)
reveal_type(inner.layers)
reveal_type(keras.__version__)
""")
    assert [each.partition(": note: Revealed type is ")[2] for each in found.errors] == [
        '"Any"',
        '"Any"',
        '"Any"',
        '"str"',
    ]


def test_what_only_tf_keras_has_is_an_error() -> None:
    found = checked("import keras\n\nkeras.losses.mse\nkeras.backend.mean\nkeras.layers.Dens\n")
    assert [each.partition(": error: ")[2] for each in found.errors] == [
        'Module has no attribute "mse"  [attr-defined]',
        'Module has no attribute "mean"  [attr-defined]',
        'Module has no attribute "Dens"; maybe "Dense"?  [attr-defined]',
    ]
