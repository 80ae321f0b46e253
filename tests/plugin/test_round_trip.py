"""Tensors go into mypy's types, and into the text of its messages, and come back the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mypy import build
from mypy.modulefinder import BuildSource
from mypy.nodes import FuncDef, MypyFile
from mypy.options import Options
from mypy.types import CallableType, TypeVarType

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, Symbol, TensorType, shapes
from tftypes_mypy import convert, typetext

PROGRAM = """\
from typing import TypeVar
import tensorflow as tf
from tftypes import Dimension, Shape, Tensor, float32

N = TypeVar("N")
M = TypeVar("M")

class Batch(Dimension): ...
class Width(Dimension):
    value = 784

def f(
    n: Tensor[float32, Shape[N]], m: Tensor[float32, Shape[M]],
    batch: Tensor[float32, Shape[Batch]], width: Tensor[float32, Shape[Width]],
) -> None: ...
"""


class Modules(convert.Types):
    """The modules that mypy has read, with a repr that fits a failure."""

    def __init__(self, modules: dict[str, MypyFile]) -> None:
        super().__init__(modules)
        self.program = modules["program"]

    def __repr__(self) -> str:
        return "<modules>"


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> Modules:
    folder = tmp_path_factory.mktemp("round_trip")
    options = Options()
    options.plugins = ["tftypes_mypy"]
    options.cache_dir = str(folder / "cache")
    options.preserve_asts = True
    options.python_executable = sys.executable
    config = folder / "mypy.ini"
    config.write_text("[mypy]\nplugins = tftypes_mypy\n")
    options.config_file = str(config)
    result = build.build([BuildSource(str(Path("program.py")), "program", PROGRAM)], options)
    assert not result.errors, result.errors
    return Modules(result.files)


@pytest.fixture(scope="module")
def names(types: Modules) -> dict[str, Dim]:
    """The dims of the program's own function, by the name of the parameter."""
    function = types.program.names["f"].node
    assert isinstance(function, FuncDef) and isinstance(function.type, CallableType)
    found = {}
    for name, typ in zip(function.arg_names, function.type.arg_types):
        tensor = convert.tensor_of(typ)
        assert tensor is not None and tensor.shape.dims is not None
        found[name] = tensor.shape.dims[0]
    return found


def dims(names: dict[str, Dim]) -> st.SearchStrategy[Dim]:
    known = st.integers(0, 100)
    atoms = st.sampled_from([*names.values()])

    def combine(parts: st.SearchStrategy[Dim]) -> st.SearchStrategy[Dim]:
        return st.one_of(
            st.tuples(parts, parts).map(lambda pair: pair[0] + pair[1]),
            st.tuples(parts, st.integers(1, 9)).map(lambda pair: pair[0] * pair[1]),
            st.tuples(parts, st.integers(1, 9)).map(lambda pair: pair[0] // pair[1]),
            st.tuples(parts, parts).map(lambda pair: pair[0] * pair[1]),
            parts.map(lambda dim: dim - 1 if not isinstance(dim, int) else dim),
        )

    return st.recursive(st.one_of(known, atoms, st.just(UNKNOWN)), combine, max_leaves=4)


@st.composite
def tensors(draw: st.DrawFn, names: dict[str, Dim]) -> TensorType:
    parts = st.lists(dims(names), max_size=3).map(tuple)
    middle = draw(st.sampled_from([None, None, UNKNOWN]))
    shape = Shape(draw(parts), middle, draw(parts) if middle is not None else ())
    dtype = draw(st.sampled_from([DType.of("float32"), DType.of("bool"), DType.any()]))
    return TensorType(dtype, shape, draw(st.sampled_from(["tensor", "variable", "sparse"])))


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_to_mypy_and_back(types: Modules, names: dict[str, Dim], data: st.DataObject) -> None:
    tensor = data.draw(tensors(names))
    typ = convert.type_of_tensor(tensor, types)
    assert convert.tensor_of(typ) == tensor


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_to_text_and_back(types: Modules, names: dict[str, Dim], data: st.DataObject) -> None:
    tensor = data.draw(tensors(names))
    text = str(convert.type_of_tensor(tensor, types))
    again = typetext.tensor(typetext.read(text), {"Width": 784}.get)
    by_name = {dim.key: Symbol(dim.name) for dim in names.values() if isinstance(dim, Symbol)}
    shape = shapes.substitute(tensor.shape, by_name)
    assert again == TensorType(tensor.dtype, shape, tensor.kind)


def test_an_unbound_variable_of_the_program_is_its_own_symbol(names: dict[str, Dim]) -> None:
    assert str(names["n"]) == "N"
    assert names["n"] != names["m"]
    assert (str(names["width"]), names["width"]) == ("Width", 784)
    assert not isinstance(names["batch"], (int, TypeVarType))
