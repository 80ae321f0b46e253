"""Fields of structs: what one is, what becomes of a struct with others, and the errors that name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.algebra import shapes as algebra
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.spelling import misspelt
from tftypes.inference.structs import Field, Struct, field_of, listed, value_in
from tftypes.inference.values import Tensor
from tftypes.inference.widening import soften

#: The names that lead from a struct to a field in it.
Path = tuple[str, ...]


class NoField(OpError):
    """There is no field of that name: a `FieldError`."""

    exception = "builtins.KeyError"

    def __init__(self, message: str, argument: str | None = None) -> None:
        super().__init__("tf-field", message, argument)


def no_field(name: str, known: Iterable[str]) -> NoField:
    """The error that names the fields there are, and the one that was meant."""
    known = list(known)
    there = f"the fields are {listed(known)}" if known else "there are no fields"
    close = misspelt(name, known)
    hint = f"; did you mean {close!r}?" if close else ""
    return NoField(f"no field {name!r}: {there}{hint}")


def read(struct: Struct, name: str) -> Value:
    """The value of a field: of the graph that the struct is of. Raises NoField where there is no such field."""
    known = dict(struct.schema.fields)
    if name not in known:
        if struct.schema.whole:
            raise no_field(name, known)
        return TOP
    value = value_in(struct, known[name])
    if isinstance(value, TensorType):
        return Tensor(value.dtype, value.shape, value.kind, trace=struct.trace)
    return TOP if value is None else value


# -- paths --------------------------------------------------------------------------------------------------------------


def path_in(value: Value) -> Path:
    """The names along a path: a tuple of them, or one text with dots. Raises Unsure where it is not known."""
    value = resolve(value)
    if isinstance(value, str):
        return tuple(value.split("."))
    if isinstance(value, tuple):
        names = tuple(map(resolve, value))
        if all(isinstance(each, str) for each in names):
            return names
    raise Unsure


def shown(path: Path) -> str:
    return repr(".".join(path))


def at_path(struct: Struct, path: Path, argument: str | None = None) -> Value:
    """The value at a path. Raises OpError where there is no such field."""
    value: Value = struct
    for depth, name in enumerate(path):
        if not isinstance(value, Struct):
            if not isinstance(value, TensorType):
                raise Unsure
            raise NoField(f"no field {name!r}: {shown(path[:depth])} is no struct", argument)
        try:
            value = read(value, name)
        except NoField as error:
            where = f"{shown(path[:depth])} has " if depth else ""
            raise NoField(where + error.message, argument) from None
    return value


def struct_at(struct: Struct, path: Path, argument: str | None = None) -> Struct:
    """The struct at a path. Raises NoField where it is none, Unsure where it is not known to be one."""
    found = at_path(struct, path, argument)
    if isinstance(found, TensorType):
        raise NoField(f"{shown(path)} is no struct", argument)
    if not isinstance(found, Struct):
        raise Unsure
    return found


def put(struct: Struct, path: Path, make: Callable[[Struct], Field | None]) -> Struct:
    """The struct with another field at a path: what `make` says of the struct that holds it."""
    name = path[0]
    if len(path) == 1:
        made = make(struct)
    else:
        inner, field = struct_at(struct, (name,)), struct.schema.find(name)
        if field is None:
            raise Unsure
        made = replace(field, content=put(inner, path[1:], make).schema)
    schema = struct.schema.changed({**dict(struct.schema.fields), name: made})
    return replace(struct, schema=schema)


def put_value(struct: Struct, path: Path, value: Value) -> Struct:
    """The struct with a value at a path. Raises OpError where that does not begin with the dims of its struct."""
    return put(struct, path, lambda parent: given(value, parent))


def removed(struct: Struct, paths: Sequence[Path]) -> Struct:
    """The struct without the fields at some paths. Raises OpError where there is none."""
    for path in paths:
        at_path(struct, path)
    fields = dict(struct.schema.fields)
    for name in {path[0] for path in paths}:
        deeper = [path[1:] for path in paths if path[0] == name]
        field = fields.get(name)
        inner = value_in(struct, field)
        if () in deeper:
            fields.pop(name, None)
        elif field is not None and isinstance(inner, Struct):
            fields[name] = replace(field, content=removed(inner, deeper).schema)
        elif name in fields:
            fields[name] = None
    return replace(struct, schema=struct.schema.changed(fields))


# -- values that are given ----------------------------------------------------------------------------------------------


def given(value: Value, struct: Struct) -> Field | None:
    """The field that a value is which somebody gives for all structures; None where too little is known of it.

    Raises OpError where the value cannot begin with the dims of the struct.
    """
    found = as_field(value)
    if found is None:
        return None
    check_prefix(found, struct.shape)
    return field_of(found, struct.shape, struct.layout)


def as_field(value: Value) -> TensorType | Struct | None:
    """A value as a struct keeps it: tensors of any kind and structs as they are, numbers and lists as tensors."""
    found = resolve(value)
    if isinstance(found, Struct) or isinstance(found, TensorType) and found.kind in _KEPT:
        return found
    return tensor_of(found)


_KEPT: Final = ("ragged", "sparse")


def check_prefix(value: TensorType | Struct, outer: Shape) -> None:
    """Raises OpError for a value whose first dims cannot be those of the struct."""
    rank, expected = value.shape.rank, f"expected a shape that begins with {outer}"
    if outer.rank is None or rank is None:
        return
    text = f"{expected}, got {_shown(value)}"
    if rank < outer.rank:
        raise OpError("tf-rank", f"{text}: rank {rank}")
    got, wanted = soften(value.shape.slice(0, outer.rank)), soften(outer)
    if algebra.compatible(got, wanted) is False:
        raise OpError("tf-shape", f"{text}: {algebra.mismatch(got, wanted)}")


def _shown(value: TensorType | Struct) -> str:
    if isinstance(value, Struct):
        return f"StructTensor{value.shape}"
    return str(TensorType(value.dtype, value.shape, value.kind))
