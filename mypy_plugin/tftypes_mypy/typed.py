"""What the type of an expression says of its value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, dtypes, shapes
from tftypes.inference.models.tensorflow.ops import ListOf, PyValue
from tftypes_mypy import convert, names, numpy_types

_PYTHON: Final = {
    f"builtins.{name}": name for name in ("int", "float", "bool", "str", "bytes", "complex")
}
_SEQUENCES: Final = ("builtins.list", "typing.Sequence", "builtins.tuple")


def of_type(typ: Type) -> Any:
    """The abstract value that a type stands for; UNKNOWN where it is none."""
    if convert.is_endless(typ):
        return UNKNOWN
    typ = get_proper_type(typ)
    if isinstance(typ, LiteralType):
        return typ.value if isinstance(typ.value, (int, str, bool)) else UNKNOWN
    if isinstance(typ, TupleType):
        # `-> Tuple[Any]` is written for a tuple of any length, too.
        is_any = len(typ.items) == 1 and isinstance(get_proper_type(typ.items[0]), AnyType)
        return UNKNOWN if is_any else tuple(of_type(item) for item in typ.items)
    if isinstance(typ, UnionType):
        if any(map(convert.is_endless, typ.items)):
            return UNKNOWN
        return of_union([of_type(item) for item in convert.members(typ)])
    return _of_instance(typ) if isinstance(typ, Instance) else UNKNOWN


def _of_instance(typ: Instance) -> Any:
    if typ.last_known_value is not None:
        return of_type(typ.last_known_value)
    tensor = convert.tensor_of(typ)
    if tensor is not None:
        return tensor
    name = typ.type.fullname
    if name.startswith("numpy."):
        array = numpy_types.array_of(typ)
        return UNKNOWN if array is None else array
    sizes = numpy_types.sizes_of(typ) if name == "builtins.tuple" else None
    if sizes is not None:
        return sizes
    if name in _PYTHON:
        return PyValue(_PYTHON[name])
    if typ.args and name in _SEQUENCES:
        return ListOf(of_type(typ.args[0]))
    if typ.args and name == names.TENSOR_SHAPE:
        return convert.shape_of(typ.args[0])
    if typ.args and name == names.TF_DTYPE:
        return convert.dtype_of(typ.args[0])
    if typ.type.has_base(names.LINEAR_OPERATOR):  # a class of the program's, which has its own ways
        return TensorType(DType.any(), Shape.unknown(), "LinearOperator")
    return UNKNOWN


def of_union(values: Sequence[Any]) -> Any:
    """One of several values: what they have in common."""
    first = values[0]
    python = {type(value).__name__ for value in values}
    if len(python) == 1 and python <= set(_PYTHON.values()):
        return PyValue(python.pop())
    if not all(isinstance(value, TensorType) and value.kind == first.kind for value in values):
        return UNKNOWN
    dtype, shape = first.dtype, first.shape
    for value in values[1:]:
        dtype, shape = dtypes.join(dtype, value.dtype), shapes.join(shape, value.shape)
    return TensorType(dtype, shape, first.kind)
