"""What `import tftypes` brings with it: nothing but names."""

import importlib
import inspect
import pkgutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import tftypes

HEAVY = ("tensorflow", "numpy", "mypy", "keras", "ml_dtypes")
FAMILIES = (
    *("tensors", "dtypes", "shapes", "conversion", "extension"),
    *("dispatch", "tracing", "containers", "functions", "distribution"),
)
RFC_208 = (
    *("DType", "Shape", "Tensor", "Symbol", "Value", "TensorLike", "Variable", "SupportsTensor"),
    *("Composite", "Module", "Optional", "List", "Dataset", "Iterator", "Iterable", "Function"),
    *("Error", "DistributedDataset", "DistributedIterator", "Graph", "FunctionGraph"),
    *("Dimension", *(f"Shape{rank}D" for rank in range(7))),
)
RFC_269 = ("ExtensionType", "TypeSpec", "StackableTypeSpec", "DispatchableType")
RFC_437 = ("TraceType", "PlaceholderContext", "CastContext")


def loaded_by(program: str) -> set[str]:
    """The top-level packages in `sys.modules` after running `program` in a new process."""
    program = textwrap.dedent(program) + "\nimport sys; print(*sys.modules)"
    run = [sys.executable, "-c", program]
    output = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    return {name.partition(".")[0] for name in output.split()}


def test_importing_tftypes_loads_nothing_heavy() -> None:
    assert not loaded_by("import tftypes").intersection(HEAVY)


def test_using_tftypes_loads_nothing_heavy() -> None:
    program = """
        from typing import Any, get_type_hints
        from tftypes import *

        def f(x: "Tensor[int32, Shape[2, None, '2*N']]", y: TensorLike) -> Dataset[Any]: ...

        get_type_hints(f)
        isinstance(1, Tensor), isinstance(f, TypeSpec), issubclass(int, Composite)
    """
    assert not loaded_by(program).intersection(HEAVY)


def test_the_interfaces_are_loaded_when_one_is_used() -> None:
    """The packages inside, which mypy's plugin and the lints load, need none of them."""
    program = """
        import sys, tftypes
        first = [name for name in sys.modules if name.startswith("tftypes.")]
        print(first, "Tensor" in dir(tftypes), hasattr(tftypes, "Tensr"))
        print(tftypes.Tensor is sys.modules["tftypes.tensors"].Tensor, "Tensor" in vars(tftypes))
    """
    run = [sys.executable, "-c", textwrap.dedent(program)]
    output = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert output.splitlines() == ["[] True False", "True True"]


def test_each_name_is_that_of_its_family() -> None:
    """Also `Iterable` or `List`, which a family may have from Python too."""
    for name in tftypes.__all__:
        module = inspect.getmodule(getattr(tftypes, name)) or tftypes
        assert name == "TensorLike" or module.__name__.removeprefix("tftypes.") in FAMILIES


@pytest.mark.parametrize("name", HEAVY)
def test_the_tests_above_would_see_an_import(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").touch()  # it need not be the real one
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import tftypes, {name}"
    assert loaded_by(program).intersection(HEAVY) == {name}


def test_every_module_of_the_namespace_is_a_family_or_private() -> None:
    modules = {module.name for module in pkgutil.iter_modules(tftypes.__path__) if not module.ispkg}
    assert {name for name in modules if not name.startswith("_")} == set(FAMILIES)


@pytest.mark.parametrize("name", RFC_208 + RFC_269 + RFC_437)
def test_what_the_rfcs_name_is_there(name: str) -> None:
    assert name in tftypes.__all__


def test_all_lists_every_public_class_once() -> None:
    modules = [importlib.import_module(f"tftypes.{family}") for family in FAMILIES]
    defined = {
        name
        for module in modules
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__ and name[0] != "_"
    }
    assert defined - {"SupportsArray"} <= set(tftypes.__all__)
    assert len(tftypes.__all__) == len(set(tftypes.__all__))
    assert all(hasattr(tftypes, name) for name in tftypes.__all__)


@pytest.mark.parametrize("name", tftypes.__all__)
def test_every_public_class_says_what_it_is(name: str) -> None:
    value = getattr(tftypes, name)
    if inspect.isclass(value):
        assert (value.__doc__ or "").strip()
        assert issubclass(value, tftypes.DType) or "Source: " in _documentation(value)


def _documentation(value: type) -> str:
    """A class's docstring, or its module's where that names the source for all its classes."""
    return (value.__doc__ or "") + (sys.modules[value.__module__].__doc__ or "")
