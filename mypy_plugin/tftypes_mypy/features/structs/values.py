"""`struct.constant` and the readers of formats: the schema that is given, or that the values have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from mypy.nodes import DictExpr, Expression, ListExpr, NameExpr, RefExpr, TupleExpr, TypeInfo
from mypy.types import CallableType, Instance, ProperType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import ListOf, OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Result
from tftypes_mypy.features.data.elements import dataset_of
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.types import Element, Layout, Struct
from tftypes_mypy.values import Values

#: The readers, each with the shape of what it gives, whatever it is given.
_VECTOR: Final = Shape.of(UNKNOWN)
_READERS: Final = {
    "from_arrow": _VECTOR,
    "from_arrow_ipc": _VECTOR,
    "from_parquet": _VECTOR,
    "from_json_lines": _VECTOR,
    "from_firestore": _VECTOR,
    "from_spanner": _VECTOR,
    **dict.fromkeys(
        (
            "from_awkward",
            "from_examples",
            "from_json",
            "from_numpy",
            "from_pandas",
            "from_protos",
            "from_sequence_examples",
        ),
        Shape.unknown(),
    ),
}


# --- values ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Nested:
    """Values that are nested in lists: the lists' sizes level by level, and what is in them."""

    dims: tuple[Dim, ...]
    is_ragged: bool
    leaves: list[Any]


def _unnested(values: list[Any]) -> _Nested | None:
    """The values of several structs, taken out of the lists that they are in; None if unknown."""
    dims: list[Dim] = []
    is_ragged = False
    while values and all(isinstance(value, (list, tuple)) for value in values):
        sizes = {len(value) for value in values}
        is_ragged = is_ragged or len(sizes) > 1
        dims.append(sizes.pop() if len(sizes) == 1 else UNKNOWN)
        values = [item for value in values for item in value]
    if any(value is UNKNOWN or isinstance(value, (list, tuple, ListOf)) for value in values):
        return None
    return _Nested(tuple(dims), is_ragged, values) if values else None


def _element(values: list[Any], outer: int, types: convert.Types) -> Element:
    """What a field is in each struct, of its values in all of them."""
    nested = _unnested(values)
    if nested is None:
        return None
    shape = Shape.of(*nested.dims)
    if all(isinstance(leaf, dict) for leaf in nested.leaves):
        schema = _schema_of(nested.leaves, outer + len(nested.dims), types)
        return Struct(schema, shape, "ragged" if nested.is_ragged else "dense")
    dtype = _dtype(nested.leaves)
    if dtype is None:
        return None
    return TensorType(dtype, shape, "ragged" if nested.is_ragged else "tensor")


def _dtype(leaves: list[Any]) -> DType | None:
    plain = (bool, int, float, str, PyValue)
    if not all(isinstance(leaf, plain) and leaf != PyValue("int") for leaf in leaves):
        return None  # an int may be too large for int32
    try:
        return as_tensor(leaves).dtype
    except (OpError, Unsure):
        return None


def _schema_of(leaves: list[Any], outer: int, types: convert.Types) -> ProperType:
    names = list(leaves[0])
    if not all(isinstance(n, str) for n in names) or any(set(o) != set(names) for o in leaves):
        return convert.unknown()
    elements = {name: _element([leaf[name] for leaf in leaves], outer, types) for name in names}
    return structs.schema_of(elements, types)


def constant(call: Call) -> Type | None:
    """`struct.constant({"title": "soup"})`."""
    value = call.value("value")
    nested = _unnested([value])
    has_schema = call.has("schema") and call.value("schema", UNKNOWN) is not None
    if nested is None or not all(isinstance(leaf, dict) for leaf in nested.leaves):
        return None
    shape = Shape.of(*nested.dims)
    layout: Layout = "ragged" if nested.is_ragged else "dense"
    schema = (
        _given(call, shape)
        if has_schema
        else _schema_of(nested.leaves, len(nested.dims), call.types)
    )
    return None if schema is None else structs.type_of(Struct(schema, shape, layout), call.types)


#: What becomes of nulls without another type of a field, or another field.
_KEEP_TYPES: Final = ("error", "fill")


def _read(call: Call, shape: Shape) -> Type:
    is_plain = call.value("nulls", "error") in _KEEP_TYPES and not call.has("document_id")
    schema = (_given(call, shape) if is_plain else None) or convert.unknown()
    layout: Layout = "dense" if shape.rank == 1 else None
    return structs.type_of(Struct(schema, shape, layout), call.types)


def read(shape: Shape) -> Result:
    """`struct.from_arrow(batch, schema=Recipe)`."""
    return lambda call: _read(call, shape)


def dataset(call: Call) -> Type:
    """`struct.parquet_dataset(path, 32, schema=Recipe)`."""
    size = call.value("batch_size") if call.value("drop_remainder", False) is True else UNKNOWN
    shape = Shape.of(size if isinstance(size, int) and size > 0 else UNKNOWN)
    return dataset_of(_read(call, shape), call.types)


# --- schemas --------------------------------------------------------------------------


def _given(call: Call, shape: Shape) -> ProperType | None:
    """The schema among the arguments, if it is known."""
    expression = call.expressions.get("schema")
    if expression is None:
        return None
    return _class(expression, call.values) or _display(expression, shape, call.values)


def _class(expression: Expression, values: Values) -> ProperType | None:
    """A TypedDict or dataclass, given as itself."""
    typ = get_proper_type(values.type_of(expression))
    made = get_proper_type(typ.ret_type) if isinstance(typ, CallableType) else None
    node = expression.node if isinstance(expression, RefExpr) else None
    if made is None or not isinstance(node, TypeInfo):
        return None
    return structs.named(made) if structs.fields_of(made) is not None else None


def _display(expression: Expression, shape: Shape, values: Values) -> ProperType | None:
    """`{"title": tf.string, "tags": [tf.string]}`, written out."""
    element = _described(expression, values)
    if not isinstance(element, Struct) or element.shape.rank != 0:
        return None
    known = structs.elements_of(element)
    rank = shape.rank
    if known is None:
        return None
    elements = {
        name: None if found is None else structs.as_written(found, False, rank)
        for name, found in known.items()
    }
    return structs.schema_of(elements, values.types)


def _described(expression: Expression, values: Values) -> Element:
    """What a schema that is written out says of one field."""
    if isinstance(expression, DictExpr):
        elements: dict[str, Element] = {}
        for key, item in expression.items:
            name = values.of(key) if key is not None else UNKNOWN
            if not isinstance(name, str):
                return None
            elements[name] = _described(item, values)
        return Struct(structs.schema_of(elements, values.types), Shape.of(), "dense")
    if isinstance(expression, (ListExpr, TupleExpr)):
        return None  # ragged or not, as the lists around it are
    value = values.of(expression)
    if isinstance(value, DType):
        return TensorType(value, Shape.of())
    node = expression.node if isinstance(expression, NameExpr) else None
    if isinstance(node, TypeInfo):
        return structs.single(Instance(node, []))
    return None


RESULTS: Final[dict[str, Result]] = {
    "constant": constant,
    **{name: read(shape) for name, shape in _READERS.items()},
    "arrow_dataset": dataset,
    "parquet_dataset": dataset,
}
