"""`struct.promote`, `broadcast`, `apply` and the other functions that take paths.

Source: StructTensor RFC, "Path-Based Manipulation"; struct2tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.struct.dims import Whole, flat, layout, merged, rank_of, shortened
from tftypes.inference.models.struct.fields import (
    Path,
    as_field,
    at_path,
    path_in,
    put,
    put_value,
    shown,
    struct_at,
)
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.objects import TOP, Container, Value, resolve
from tftypes.inference.structs import ANY_SCHEMA, DENSE, Field, Schema, Struct, value_in
from tftypes.inference.values import Tensor, whole_dict

_INT64: Final = DType.of("int64")
#: What a function does, given the struct.
Body = Callable[[Interpreter, Call, Struct], Value]


def model(body: Body) -> Model:
    """A function of a struct; where too little is known of its arguments, the fields of the result are not known."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        struct = resolve(call.get(0, "struct", call.kwargs.get("st")))
        if not isinstance(struct, Struct):
            return TOP
        return body(interpreter, call, struct)

    return run


def _with_fields(body: Body) -> Model:
    """A function that changes fields alone."""

    def run(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
        try:
            return body(interpreter, call, struct)
        except Unsure:
            return replace(struct, schema=ANY_SCHEMA)

    return model(run)


def paths_in(value: Value) -> list[Path]:
    """The paths of a list, or the only one. Raises Unsure where they are not known."""
    value = resolve(value)
    if not isinstance(value, Container):
        return [path_in(value)]
    if value.kind != "list" or not isinstance(value.contents, tuple):
        raise Unsure
    return [path_in(each) for each in value.contents]


def _name(call: Call, name: str) -> str | None:
    """A name among the arguments. Raises Unsure where it is not known."""
    found = resolve(call.kwargs.get(name))
    if found is None or isinstance(found, str):
        return found
    raise Unsure


def _target(call: Call, position: int, beside: Path | None) -> Path | None:
    """`target`, or the path that `new_field_name` stands for beside another."""
    if resolve(call.get(position, "target")) is not None:
        return path_in(call.get(position, "target"))
    name = _name(call, "new_field_name")
    return None if name is None or beside is None else (*beside, name)


def _known(path: Path | None) -> Path:
    if not path:
        raise Unsure
    return path


# -- other depths -------------------------------------------------------------------------------------------------------


def _promote(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    source = path_in(call.get(1, "source"))
    value = at_path(struct, source, "source")
    goal = _known(_target(call, 2, source[:-2]))
    above, below = goal[:-1], source[:-1]
    if below[: len(above)] != above or above == below:
        raise OpError("tf-value", f"{shown(goal)} is not above {shown(source)}", "target")
    outer = struct_at(struct, above, "target").shape.rank
    inner = struct_at(struct, below, "source").shape.rank
    joins = interpreter.truth(call.kwargs.get("join", True))
    if joins is None:
        raise Unsure
    return put_value(struct, goal, _raised(value, outer, inner, joins))


def _raised(value: Value, outer: int | None, inner: int | None, joins: bool = True) -> Whole:
    """A value of structs of rank `inner` for those of rank `outer` around them, in one list each."""
    if outer is None or inner is None or not isinstance(value, (TensorType, Struct)):
        raise Unsure
    if outer == inner:
        return value
    return merged(value, outer, inner if joins and rank_of(value) > inner else inner - 1)


def _broadcast(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    source = path_in(call.get(1, "source"))
    at_path(struct, source, "source")
    sibling = _name(call, "sibling_field")
    goal = _known(_target(call, 2, None if sibling is None else (*source[:-1], sibling)))
    above, below = source[:-1], goal[:-1]
    if below[: len(above)] != above or above == below:
        raise OpError("tf-value", f"{shown(goal)} is not below {shown(source)}", "target")
    parent = struct_at(struct, above, "source")
    like = struct_at(struct, below, "target")
    field = _repeated(parent.schema.find(source[-1]), parent.shape.rank, like.shape.rank)
    return put(struct, goal, lambda _: field)


def _repeated(field: Field | None, outer: int | None, inner: int | None) -> Field | None:
    """The field of each of the structures below: what single structures have of one length is dense in them."""
    if field is None or outer == inner or outer != 0:
        return field
    if isinstance(field.content, Schema) and UNKNOWN in (field.shape.dims or ()):
        return None
    return replace(field, ragged=(0, field.shape.rank or 0)) if field.ragged != DENSE else field


def _promote_and_broadcast(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    parent = resolve(call.get(2, "parent"))
    goal = path_in(parent) if parent not in ("", ()) else ()
    like = struct_at(struct, goal, "parent")
    for name, path in _sources(call.get(1, "sources")).items():
        value = at_path(struct, path, "sources")
        common = 0
        while common < min(len(path) - 1, len(goal)) and path[common] == goal[common]:
            common += 1
        around = struct_at(struct, path[:common])
        inner = struct_at(struct, path[:-1]).shape.rank
        raised = _raised(value, around.shape.rank, inner)
        made = put_value(around, (name,), raised).schema.find(name)
        field = _repeated(made, around.shape.rank, like.shape.rank)
        struct = put(struct, (*goal, name), lambda _: field)  # noqa: B023
    return struct


def _sources(value: Value) -> dict[str, Path]:
    """The paths of fields by the names that their copies get. Raises Unsure where they are not known."""
    known = whole_dict(value)
    if known is None:
        raise Unsure
    return {name: path_in(each) for name, each in known.items()}


# -- computed fields ----------------------------------------------------------------------------------------------------


def _apply(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    sources = paths_in(call.get(1, "sources"))
    values = [at_path(struct, path, "sources") for path in sources]
    goal = sources[0] if resolve(call.get(3, "target")) is None else path_in(call.get(3, "target"))
    struct_at(struct, goal[:-1], "target")
    made = interpreter.call(call.get(2, "function"), values, {}, call.node)
    try:
        return put_value(struct, goal, made)
    except OpError as error:
        raise OpError(error.code, error.message, "function") from None


def _map_values(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    sources = paths_in(call.get(1, "sources"))
    given = [_flat_values(struct, path) for path in sources]
    goal = _target(call, 3, sources[0][:-1]) or sources[0]
    made = as_field(interpreter.call(call.get(2, "function"), given, {}, call.node))
    return put_value(struct, goal, _in_place(at_path(struct, sources[0]), given[0], made))


def _flat_values(struct: Struct, path: Path) -> Value:
    """The values at a path, one after the other: those of a ragged tensor, or the tensor itself."""
    value, parent = at_path(struct, path, "sources"), struct_at(struct, path[:-1])
    if not isinstance(value, TensorType) or value.kind != "ragged":
        return value if isinstance(value, TensorType) else TOP
    field = parent.schema.find(path[-1])
    shape = Shape.unknown() if field is None else _flat_shape(field, parent.shape.rank)
    return Tensor(value.dtype, shape, trace=struct.trace)


def _flat_shape(field: Field, rank: int | None) -> Shape:
    """The shape of the flat values of a field that is ragged: no dim that is, but one."""
    least, most = field.ragged
    if least != most or most == 0 and rank != 2:
        return Shape.unknown()
    return Shape.of(UNKNOWN) + field.shape.slice(most)


def _in_place(first: Value, flat_values: Value, made: TensorType | Struct | None) -> Value:
    """As many values as there were, each where it was."""
    if not isinstance(first, TensorType) or not isinstance(made, TensorType):
        return TOP
    if first.kind == "tensor":
        return made
    rank, own = first.shape.rank, flat_values.shape.rank
    if rank is None or own is None or made.kind != "tensor" or not made.shape.rank:
        return TOP
    return TensorType(
        made.dtype, first.shape.slice(0, rank - own + 1) + made.shape.slice(1), "ragged"
    )


def _counted(dtype: DType) -> Body:
    """`size` and `has`: a number, or a bool, for each structure that holds the field."""

    def body(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
        path = path_in(call.get(1, "path"))
        value = at_path(struct, path, "path")
        parent, goal = struct_at(struct, path[:-1]), _known(_target(call, 2, path[:-1]))
        # Of lists in several dims the lengths are in the rows of the lists, ragged though none differs.
        alike = rank_of(parent) < 2 or parent.shape.rank == 2 and parent.layout == "ragged"
        in_rows = not alike and layout(value) != "dense"
        return put(struct, goal, lambda _: None if in_rows else Field(dtype))

    return body


# -- parts --------------------------------------------------------------------------------------------------------------


def _project(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    paths = paths_in(call.get(1, "paths"))
    for path in paths:
        at_path(struct, path, "paths")
    return _projected(struct, paths)


def _projected(struct: Struct, paths: Sequence[Path]) -> Struct:
    if () in paths:
        return struct
    kept: dict[str, Field | None] = {}
    for name, field in struct.schema.fields:
        rest = [path[1:] for path in paths if path[0] == name]
        inner = value_in(struct, field)
        if rest and field is not None and isinstance(inner, Struct) and () not in rest:
            field = replace(field, content=_projected(inner, rest).schema)
        if rest:
            kept[name] = field
    return replace(struct, schema=struct.schema.changed(kept))


def _reroot(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    found = flat(struct_at(struct, path_in(call.get(1, "path")), "path"))
    index = _name(call, "index")
    if index is None:
        return found
    if index in found.schema.names:
        raise OpError("tf-value", f"there is a field {index!r} already", "index")
    return put(found, (index,), lambda _: Field(_INT64))


def _filter(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    given = resolve(call.get(1, "path"))
    path = path_in(given) if given not in ("", ()) else ()
    value, by = at_path(struct, path, "path"), resolve(call.get(2, "by"))
    if isinstance(by, (str, tuple)):
        mask = at_path(struct, path_in(by), "by")
    else:
        mask = as_field(interpreter.call(by, [value], {}, call.node))
    goal = _target(call, 3, path[:-1]) or path
    if not isinstance(value, (TensorType, Struct)):
        raise Unsure
    if isinstance(mask, TensorType) and mask.dtype.is_bool is False:
        raise OpError("tf-dtype", f"expected booleans, got {mask.dtype}{mask.shape}", "by")
    depth = min(rank_of(mask), rank_of(value)) if isinstance(value, Struct) else rank_of(mask)
    kept = shortened(value, depth)
    return put_value(struct, goal, kept) if goal else kept


FUNCTIONS: Final[dict[str, Model]] = {
    **{
        f"tftypes.struct.{name}": _with_fields(body)
        for name, body in {
            "apply": _apply,
            "broadcast": _broadcast,
            "has": _counted(DType.of("bool")),
            "map_values": _map_values,
            "project": _project,
            "promote": _promote,
            "promote_and_broadcast": _promote_and_broadcast,
            "size": _counted(_INT64),
        }.items()
    },
    "tftypes.struct.filter": model(_filter),
    "tftypes.struct.reroot": model(_reroot),
}
