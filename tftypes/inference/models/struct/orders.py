"""`struct.sort`, `argsort`, `unique` and `group_by`: by the fields at some paths."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.struct.dims import shortened
from tftypes.inference.models.struct.fields import (
    Path,
    at_path,
    path_in,
    put_value,
    shown,
    struct_at,
)
from tftypes.inference.models.struct.transforms import model, paths_in
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.objects import Value, resolve
from tftypes.inference.structs import Field, Schema, Struct
from tftypes.inference.values import Named


def _place(call: Call) -> Path:
    """The path of the struct that is put in order, in the one that is given."""
    at = resolve(call.kwargs.get("at", ()))
    return () if at in ((), "") else path_in(at)


def _keys(call: Call, struct: Struct) -> dict[Path, TensorType]:
    """The fields to go by. Raises OpError where there is no such field."""
    if struct.shape.rank == 0:
        raise OpError("tf-rank", "expected a struct of rank 1 at least, got a single structure")
    found: dict[Path, TensorType] = {}
    for path in paths_in(call.get(1, "by")):
        value = at_path(struct, path, "by")
        if isinstance(value, Struct):
            raise OpError("tf-field", f"{shown(path)} is a struct, expected a tensor", "by")
        if not isinstance(value, TensorType):
            raise Unsure
        if (
            None not in (value.shape.rank, struct.shape.rank)
            and value.shape.rank != struct.shape.rank
        ):
            text = f"{shown(path)} has more than one value for each structure"
            raise OpError("tf-rank", text, "by")
        found[path] = value
    return found


def _sort(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    _keys(call, struct_at(struct, _place(call), "at"))
    return struct


def _argsort(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    _keys(call, struct)
    if struct.layout is None:
        raise Unsure
    kind = "ragged" if struct.layout == "ragged" else "tensor"
    return from_rule(interpreter, TensorType(DType.of("int32"), struct.shape, kind))  # type: ignore[arg-type]


def _unique(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    """One structure for each key: of a vector fewer, else rows of which each has fewer."""
    place = _place(call)
    inner = struct_at(struct, place, "at")
    _keys(call, inner)
    kept = shortened(inner, inner.shape.rank or 0)
    return put_value(struct, place, kept) if place else kept


def _group_by(interpreter: Interpreter, call: Call, struct: Struct) -> Value:
    """The keys of the groups, and the members of each."""
    found = _keys(call, struct)
    if struct.shape.rank != 1:
        raise Unsure
    fields = {".".join(path): Field(key.dtype) for path, key in found.items()}
    keys = Struct(Schema(tuple(fields.items())), Shape.of(UNKNOWN), "dense", interpreter.trace)
    members = replace(struct, shape=Shape.of(UNKNOWN, UNKNOWN), layout="ragged")
    return Named((keys, members), ("keys", "values"))


FUNCTIONS: Final[dict[str, Model]] = {
    f"tftypes.struct.{name}": model(body)
    for name, body in {
        "argsort": _argsort,
        "group_by": _group_by,
        "sort": _sort,
        "unique": _unique,
    }.items()
}
