"""Classes without arguments as annotations: tensors, numbers and text, containers, and all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.annotations.tensors import TENSORS
from tftypes.inference.objects import Class, External, Value
from tftypes.inference.values import Annotation, TypeVariable

ANY: Final = Annotation("any")
NONE: Final = Annotation("none")
SCALARS: Final = ("int", "float", "bool", "str", "bytes", "complex")
#: Modules whose generic classes are meant by their last name.
MODULES: Final = ("builtins", "typing", "typing_extensions", "collections", "collections.abc", "dataclasses")  # fmt: skip
#: Generic classes of one item by their last names: which of Python's containers they are, "" where it may be several.
SEQUENCES: Final[Mapping[str, str]] = {
    "list": "list", "List": "list", "MutableSequence": "list",
    "set": "set", "Set": "set", "frozenset": "set", "FrozenSet": "set", "MutableSet": "set", "AbstractSet": "set",
    "deque": "deque", "Deque": "deque",
    "Sequence": "", "Iterable": "", "Collection": "", "Container": "", "Reversible": "",
    "Iterator": "iterator", "Generator": "iterator",
}  # fmt: skip
DICTS: Final = ("dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict")  # fmt: skip


def as_annotation(value: Value) -> Annotation:
    """The annotation that a class, a type variable or None is; "any" for what says nothing."""
    if isinstance(value, Annotation) and value.kind == "union":
        return Annotation("union", tuple(map(as_annotation, value.args)))
    if isinstance(value, Annotation):
        return ANY if value.kind in ("shape", "size", "unpack", "parameters") else value
    if value is None:
        return NONE
    if isinstance(value, TypeVariable):
        return Annotation("variable", (value,))
    if isinstance(value, Class):
        return Annotation("class", (value,))
    return _of_library(value) if isinstance(value, External) else ANY


def _of_library(value: External) -> Annotation:
    name = value.name
    if name in TENSORS:
        return Annotation("tensor", (TensorType(DType.any(), Shape.unknown(), TENSORS[name]),))
    module, _, last = name.rpartition(".")
    if module not in MODULES:
        return Annotation("class", (value,))
    if last in SCALARS:
        return Annotation("python", (last,))
    if last == "NoneType":
        return NONE
    if last in SEQUENCES:
        return Annotation("sequence", (value, SEQUENCES[last], ANY))
    if last in DICTS:
        return Annotation("dict", (value, ANY))
    return ANY


def origin(value: Value) -> Value:
    """The class that a base stands for: `Generic[T]` and `Base[int]` are of their origin."""
    if not isinstance(value, Annotation):
        return value
    if value.kind in ("class", "sequence", "dict"):
        return value.args[0]
    if value.kind == "tuple":
        return External("builtins.tuple")
    return value
