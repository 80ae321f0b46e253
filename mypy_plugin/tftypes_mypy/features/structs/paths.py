"""`struct.promote`, `broadcast`, `apply` and the other functions that take paths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import Any, Final

from mypy.types import Type

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Callbacks, Result
from tftypes_mypy.features.structs import ranks as structs_ranks
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.fields import element_of_value
from tftypes_mypy.features.structs.types import Element, Layout, Struct

Path = tuple[str, ...]
_INT64: Final = DType.of("int64")


class Unknown(Exception):
    """A path, a field or a struct of which too little is known."""


# --- paths ----------------------------------------------------------------------------


def names_in(value: Any) -> Path:
    """The names along a path."""
    if isinstance(value, str):
        return tuple(value.split("."))
    if isinstance(value, tuple) and all(isinstance(name, str) for name in value):
        return value
    raise Unknown


def paths_in(value: Any) -> list[Path]:
    return [names_in(each) for each in value] if isinstance(value, list) else [names_in(value)]


def known(typ: Type | None) -> Struct:
    found = structs.struct_of(typ)
    if found is None or found.shape.rank is None:
        raise Unknown
    return found


def _given_struct(call: Call) -> Struct:
    return known(call.type("struct" if call.has("struct") else "st"))


def get(struct: Struct, path: Path, argument: str, types: convert.Types) -> Type:
    """The type of the value at a path.

    Raises OpError where there is no such field.
    """
    typ = structs.type_of(struct, types)
    for depth, name in enumerate(path):
        inner = structs.struct_of(typ)
        if inner is None and convert.tensor_of(typ) is None:
            raise Unknown
        if inner is None:
            raise OpError(
                "tf-field", f"no field {name!r}: {_shown(path[:depth])} is no struct", argument
            )
        try:
            typ = structs.field(inner, name, types)
        except OpError as error:
            where = f"{_shown(path[:depth])} has " if depth else ""
            raise OpError(error.code, where + error.message, argument) from None
    return typ


def _shown(path: Path) -> str:
    return repr(".".join(path))


def put(struct: Struct, path: Path, typ: Type, types: convert.Types) -> Struct:
    """The struct with a value of another type at a path.

    Raises OpError where the value does not begin with the dims of its parent.
    """
    return put_element(struct, path, lambda parent: element_of_value(typ, parent.shape), types)


def put_element(
    struct: Struct, path: Path, make: Callable[[Struct], Element], types: convert.Types
) -> Struct:
    """The same with what the field is in each struct of its parent."""
    elements = structs.elements_of(struct)
    if elements is None:
        raise Unknown
    name = path[0]
    made: Element
    if len(path) == 1:
        made = make(struct)
    else:
        element = elements.get(name)
        if not isinstance(element, Struct):
            raise Unknown
        inner = put_element(known(structs.lifted(element, struct, types)), path[1:], make, types)
        made = replace(element, schema=inner.schema)
    schema = structs.schema_of({**elements, name: made}, types, structs.is_whole(struct.schema))
    return replace(struct, schema=schema)


def _rank(typ: Type) -> int:
    found = structs.struct_of(typ) or convert.tensor_of(typ)
    if found is None or found.shape.rank is None:
        raise Unknown
    return found.shape.rank


# --- the functions --------------------------------------------------------------------

#: What a function does, given its struct.
Body = Callable[[Call, Struct], "Struct | None"]


def with_struct(body: Body) -> Result:
    def result(call: Call) -> Type | None:
        try:
            made = body(call, _given_struct(call))
        except Unknown:
            return None
        return None if made is None else structs.type_of(made, call.types)

    return result


def _promote(call: Call, struct: Struct) -> Struct:
    source = names_in(call.value("source"))
    value = get(struct, source, "source", call.types)
    goal = _goal(call, source[:-2])
    above, below = goal[:-1], source[:-1]
    if below[: len(above)] != above or above == below:
        raise OpError("tf-value", f"{_shown(goal)} is not above {_shown(source)}", "target")
    outer = _rank(get(struct, above, "target", call.types))
    inner = _rank(get(struct, below, "source", call.types))
    if outer != inner:
        joins = call.value("join", True)
        if not isinstance(joins, bool):
            raise Unknown
        last = inner if joins and _rank(value) > inner else inner - 1
        value = _merged(value, outer, last, call.types)
    return put(struct, goal, value, call.types)


def _goal(call: Call, beside: Path) -> Path:
    """`target`, or the path that `new_field_name` stands for."""
    if call.value("target") is None:
        name = call.value("new_field_name")
        if isinstance(name, str):
            return (*beside, name)
    return names_in(call.value("target")) or _unknown()


def _unknown() -> Path:
    raise Unknown


def _merged(typ: Type, first: int, last: int, types: convert.Types) -> Type:
    """The type with the dims from the first to the last in one."""
    found = structs.struct_of(typ) or convert.tensor_of(typ)
    if found is None or found.shape.dims is None:
        raise Unknown
    if first >= last:
        return typ
    dims = found.shape.dims
    sizes = dims[first : last + 1]
    size: Dim = UNKNOWN if UNKNOWN in sizes else prod(sizes)
    kind = found.layout if isinstance(found, Struct) else found.kind
    is_ragged = kind == "ragged"
    shape = Shape.of(*dims[:first], UNKNOWN if is_ragged else size, *dims[last + 1 :])
    if is_ragged and first == 0 and shape.rank != 1:
        raise Unknown  # the dims after the last may be ragged or not
    if isinstance(found, Struct):
        layout: Layout = "dense" if shape.rank == 1 else found.layout
        return structs.type_of(structs_ranks.reshaped(found, shape, layout, types), types)
    made = TensorType(found.dtype, shape, "tensor" if shape.rank == 1 else found.kind)
    return convert.type_of_tensor(made, types)


def _broadcast(call: Call, struct: Struct) -> Struct:
    source = names_in(call.value("source"))
    value = get(struct, source, "source", call.types)
    sibling = call.value("sibling_field")
    goal = _goal(call, (*source[:-1], sibling) if isinstance(sibling, str) else ())
    above, below = source[:-1], goal[:-1]
    if below[: len(above)] != above or above == below:
        raise OpError("tf-value", f"{_shown(goal)} is not below {_shown(source)}", "target")
    parent = known(get(struct, above, "source", call.types))
    like = known(get(struct, below, "target", call.types))
    element = (structs.elements_of(parent) or {}).get(source[-1])
    if isinstance(element, Struct) and parent.shape.rank == 0:
        whole = structs_ranks.reshaped(known(value), like.shape + element.shape, None, call.types)
        element = replace(element, schema=whole.schema)
    return put_element(struct, goal, lambda _: element, call.types)


def _sources(call: Call) -> list[Path]:
    return paths_in(call.value("sources"))


def _given(call: Call) -> Sequence[Type] | None:
    """What the function of `apply` is called with."""
    try:
        struct = _given_struct(call)
        return [get(struct, path, "sources", call.types) for path in _sources(call)]
    except (Unknown, OpError):
        return None


def _apply(call: Call, struct: Struct) -> Struct:
    sources = _sources(call)
    given = [get(struct, path, "sources", call.types) for path in sources]
    goal = sources[0] if call.value("target") is None else names_in(call.value("target"))
    get(struct, goal[:-1], "target", call.types)
    made = call.result("function", given) or convert.unknown()
    try:
        return put(struct, goal, made, call.types)
    except OpError as error:
        raise OpError(error.code, error.message, "function") from None


def _flat(call: Call) -> Sequence[Type] | None:
    """What the function of `map_values` is called with: flat values, one after the other."""
    try:
        struct = _given_struct(call)
        return [_flat_values(struct, path, call.types) for path in _sources(call)]
    except (Unknown, OpError):
        return None


def _flat_values(struct: Struct, path: Path, types: convert.Types) -> Type:
    found = convert.tensor_of(get(struct, path, "sources", types))
    parent = structs.struct_of(get(struct, path[:-1], "sources", types))
    if found is None or parent is None:
        return convert.unknown()
    if found.kind == "ragged":
        inner = (structs.elements_of(parent) or {}).get(path[-1])
        is_dense = isinstance(inner, TensorType) and inner.kind == "tensor"
        shape = Shape.of(UNKNOWN) if found.shape.rank == 2 else Shape.unknown()
        if is_dense and inner is not None:
            shape = Shape.of(UNKNOWN) + inner.shape
        found = TensorType(found.dtype, shape)
    return convert.type_of_tensor(found, types)


def _map_values(call: Call, struct: Struct) -> Struct:
    sources = _sources(call)
    first = convert.tensor_of(get(struct, sources[0], "sources", call.types))
    beside = call.value("new_field_name")
    goal = sources[0]
    if call.value("target") is not None or isinstance(beside, str):
        goal = _goal(call, sources[0][:-1])
    made = convert.tensor_of(call.result("function", _flat(call)) or convert.unknown())
    typ = (
        convert.unknown() if first is None or made is None else _values_of(first, made, call.types)
    )
    return put(struct, goal, typ, call.types)


def _values_of(first: TensorType, made: TensorType, types: convert.Types) -> Type:
    """As many values as there were, where each was one and is one."""
    if first.kind == "tensor":
        return convert.type_of_tensor(made, types)
    if first.kind != "ragged" or first.shape.rank != 2 or made.shape.rank is None:
        return convert.unknown()
    shape = first.shape + made.shape.slice(1)
    return convert.type_of_tensor(TensorType(made.dtype, shape, "ragged"), types)


def _project(call: Call, struct: Struct) -> Struct:
    paths = paths_in(call.value("paths"))
    for path in paths:
        get(struct, path, "paths", call.types)
    return _projected(struct, paths, call.types)


def _projected(struct: Struct, paths: Sequence[Path], types: convert.Types) -> Struct:
    elements = structs.elements_of(struct)
    if () in paths or elements is None:
        return struct
    kept: dict[str, Element] = {}
    for name, element in elements.items():
        rest = [path[1:] for path in paths if path[0] == name]
        if not rest:
            continue
        if isinstance(element, Struct) and () not in rest:
            inner = _projected(known(structs.lifted(element, struct, types)), rest, types)
            element = replace(element, schema=inner.schema)
        kept[name] = element
    return replace(struct, schema=structs.schema_of(kept, types))


def _reroot(call: Call, struct: Struct) -> Struct:
    path = names_in(call.value("path"))
    found = structs.struct_of(get(struct, path, "path", call.types))
    if found is None:
        raise Unknown
    rows = structs_ranks.reshaped(found, Shape.of(UNKNOWN), "dense", call.types)
    index = call.value("index")
    if index is None:
        return rows
    elements = structs.elements_of(rows)
    if elements is None or not isinstance(index, str):
        raise Unknown
    made: dict[str, Element] = {**elements, index: TensorType(_INT64, Shape.of())}
    return replace(rows, schema=structs.schema_of(made, call.types, structs.is_whole(rows.schema)))


def _counted(dtype: DType) -> Body:
    """`size` and `has`: a number, or a bool, for each structure that holds the field."""

    def body(call: Call, struct: Struct) -> Struct:
        path = names_in(call.value("path"))
        get(struct, path, "path", call.types)
        goal = _goal(call, path[:-1])
        return put_element(struct, goal, lambda _: TensorType(dtype, Shape.of()), call.types)

    return body


def _filter(call: Call, struct: Struct) -> Struct:
    path = names_in(call.value("path")) if call.value("path") != "" else ()
    value = get(struct, path, "path", call.types)
    by = call.value("by")
    if isinstance(by, (str, tuple)):
        mask = get(struct, names_in(by), "by", call.types)
    else:
        mask = call.result("by", [value]) or convert.unknown()
    goal = path
    if call.value("target") is not None or isinstance(call.value("new_field_name"), str):
        goal = _goal(call, path[:-1])
    kept = _kept(value, _rank(mask), call.types)
    return put(struct, goal, kept, call.types) if goal else known(kept)


def _kept(typ: Type, ndims: int, types: convert.Types) -> Type:
    """Some elements along the last of so many dims."""
    found = structs.struct_of(typ) or convert.tensor_of(typ)
    if found is None or found.shape.rank is None or not 0 < ndims <= found.shape.rank:
        raise Unknown
    shape = found.shape.replace(ndims - 1, UNKNOWN)
    if isinstance(found, Struct):
        layout: Layout = "ragged" if ndims > 1 else found.layout
        return structs.type_of(replace(found, shape=shape, layout=layout), types)
    kind = "ragged" if ndims > 1 else found.kind
    return convert.type_of_tensor(TensorType(found.dtype, shape, kind), types)


def _filtered(call: Call) -> Sequence[Type] | None:
    """What the function of `filter` is called with."""
    try:
        struct = _given_struct(call)
        return [get(struct, names_in(call.value("path")), "path", call.types)]
    except (Unknown, OpError):
        return None


RESULTS: Final[dict[str, Result]] = {
    name: with_struct(body)
    for name, body in {
        "apply": _apply,
        "broadcast": _broadcast,
        "filter": _filter,
        "has": _counted(DType.of("bool")),
        "map_values": _map_values,
        "project": _project,
        "promote": _promote,
        "reroot": _reroot,
        "size": _counted(_INT64),
    }.items()
}

CALLBACKS: Final[dict[str, Callbacks]] = {
    "apply": {"function": _given},
    "map_values": {"function": _flat},
    "filter": {"by": _filtered},
}
