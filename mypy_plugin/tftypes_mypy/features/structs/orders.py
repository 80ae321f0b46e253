"""`struct.sort`, `argsort`, `unique` and `group_by`: by the fields at some paths."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy.nodes import CallExpr
from mypy.types import CallableType, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.algebra.tensors import Kind
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Result
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.paths import (
    Path,
    Unknown,
    get,
    known,
    names_in,
    paths_in,
    put_element,
    with_struct,
)
from tftypes_mypy.features.structs.types import Element, Layout, Struct

_INT32: Final = DType.of("int32")


def _ordered(call: Call, whole: Struct) -> tuple[Struct, Path]:
    """The struct that is put in order, and its path; its fields are looked up.

    Raises OpError where there is no such field.
    """
    at = names_in(call.value("at")) if call.value("at", ()) not in ((), "") else ()
    inner = known(get(whole, at, "at", call.types))
    for path in paths_in(call.value("by")):
        get(inner, path, "by", call.types)
    return inner, at


def _sort(call: Call, whole: Struct) -> Struct:
    _ordered(call, whole)
    return whole


def _unique(call: Call, whole: Struct) -> Struct:
    inner, at = _ordered(call, whole)
    rank = inner.shape.rank
    if not rank:
        raise Unknown
    if not at:
        layout: Layout = "dense" if rank == 1 else "ragged"
        return replace(inner, shape=inner.shape.replace(-1, UNKNOWN), layout=layout)

    def shorter(parent: Struct) -> Element:
        found = (structs.elements_of(parent) or {}).get(at[-1])
        if not isinstance(found, Struct) or not found.shape.rank:
            raise Unknown
        layout: Layout = "ragged" if rank > 1 else "dense"
        return replace(found, shape=found.shape.replace(-1, UNKNOWN), layout=layout)

    return put_element(whole, at, shorter, call.types)


def _argsort(call: Call) -> Type | None:
    try:
        inner, _ = _ordered(call, known(call.type("st")))
    except Unknown:
        return None
    if inner.layout is None:
        return None
    kind: Kind = "ragged" if inner.layout == "ragged" else "tensor"
    return convert.type_of_tensor(TensorType(_INT32, inner.shape, kind), call.types)


def _group_by(call: Call) -> Type | None:
    """The keys of the groups, and the members of each."""
    try:
        whole, _ = _ordered(call, known(call.type("st")))
    except Unknown:
        return None
    assert isinstance(call.at, CallExpr)
    callee = get_proper_type(call.values.type_of(call.at.callee))
    groups = get_proper_type(callee.ret_type) if isinstance(callee, CallableType) else None
    if whole.shape.rank != 1 or not isinstance(groups, TupleType) or len(groups.items) != 2:
        return None
    keys: dict[str, Element] = {}
    for path in paths_in(call.value("by")):
        typ = convert.tensor_of(get(whole, path, "by", call.types))
        keys[".".join(path)] = None if typ is None else TensorType(typ.dtype, Shape.of())
    schema = structs.schema_of(keys, call.types)
    items: list[Type] = [
        structs.type_of(Struct(schema, Shape.of(UNKNOWN), "dense"), call.types),
        structs.type_of(
            replace(whole, shape=Shape.of(UNKNOWN, UNKNOWN), layout="ragged"), call.types
        ),
    ]
    return groups.copy_modified(items=items)


RESULTS: Final[dict[str, Result]] = {
    "sort": with_struct(_sort),
    "unique": with_struct(_unique),
    "argsort": _argsort,
    "group_by": _group_by,
}
