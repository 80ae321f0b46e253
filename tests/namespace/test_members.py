"""What the interfaces declare to type checkers, TensorFlow's objects have."""

import ast
import inspect
import textwrap
from types import ModuleType
from typing import Any

import pytest

import tftypes
from tests.namespace.objects import make
from tftypes._members import Numbers

SPECIMENS = {
    "SupportsTensor": ("eager tensor", "Keras tensor"),
    "Tensor": ("eager tensor", "traced argument"),
    "Symbol": ("traced argument", "placeholder"),
    "Value": ("eager tensor",),
    "Variable": ("variable", "mirrored variable"),
    "RaggedTensor": ("ragged tensor", "traced ragged tensor"),
    "SparseTensor": ("sparse tensor",),
    "IndexedSlices": ("indexed slices",),
    "Module": ("module",),
    "Optional": ("optional",),
    "List": ("tensor array", "queue"),
    "Iterable": ("dataset", "distributed dataset"),
    "Iterator": ("iterator", "distributed iterator"),
    "Dataset": ("dataset", "v1 dataset"),
    "Function": ("function", "bound method"),
    "ConcreteFunction": ("concrete function",),
    "Error": ("error",),
    "Graph": ("graph",),
    "FunctionGraph": ("function's graph", "loop's graph"),
    "DistributedDataset": ("distributed dataset", "distributed dataset from function"),
    "DistributedIterator": ("distributed iterator",),
    "TraceType": ("trace type of a number", "tensor spec", "shape"),
    "PlaceholderContext": ("placeholder context",),
    "CastContext": ("cast context",),
}
SYMBOLIC = {"traced argument", "placeholder"}
#: TensorFlow keeps these methods of RFC 269 private.
FUTURE = {"Composite", "ExtensionType", "DispatchableType", "TypeSpec", "StackableTypeSpec"}


def declared(interface: type) -> set[str]:
    """The methods and properties of a class and its bases, those for type checkers included."""
    return {
        node.name
        for base in interface.__mro__
        if base.__module__.startswith("tftypes.")
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(base))))
        if isinstance(node, ast.FunctionDef)
    } - {"__class_getitem__", "__init_subclass__"}


ONLY_EAGER = declared(Numbers) | {"__index__"}
DECLARING = {
    name
    for name in tftypes.__all__
    if inspect.isclass(value := getattr(tftypes, name)) and declared(value)
}


@pytest.fixture(scope="module")
def objects(tf: ModuleType) -> dict[str, Any]:
    return make(tf)


@pytest.mark.parametrize("name", sorted(DECLARING - FUTURE))
def test_declared_members_exist(name: str, objects: dict[str, Any]) -> None:
    members = declared(getattr(tftypes, name))
    for specimen in SPECIMENS[name]:
        value = objects[specimen]
        missing = {member for member in members if not hasattr(value, member)}
        assert missing - (ONLY_EAGER if specimen in SYMBOLIC else set()) == set()
