"""Methods and attributes of structs, and how they are indexed and iterated."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library import library_attribute
from tftypes.inference.interpreter.rules import as_dtype, from_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.struct.dims import lengths, merged
from tftypes.inference.models.struct.fields import Path, given, put, read, removed
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.attributes import attribute as of_ragged
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.structs import ANY_SCHEMA, Struct, proxies, reshaped
from tftypes.inference.values import Seq, whole_dict

# -- fields -------------------------------------------------------------------------------------------------------------


def _field_value(interpreter: Interpreter, call: Call) -> Value:
    name = resolve(call.get(0, "name"))
    return read(call.receiver, name) if isinstance(name, str) else TOP


def _field_names(interpreter: Interpreter, call: Call) -> Value:
    schema = call.receiver.schema
    if not schema.whole:
        raise Unsure
    return schema.names


def _unknown_fields(struct: Struct) -> Struct:
    return replace(struct, schema=ANY_SCHEMA)


def _without(interpreter: Interpreter, call: Call) -> Value:
    """`st.without("title", ("recipe", "title"))`."""
    paths = [_key(each) for each in call.args]
    if None in paths or call.kwargs:
        return _unknown_fields(call.receiver)
    return removed(call.receiver, [path for path in paths if path is not None])


def _with_only(interpreter: Interpreter, call: Call) -> Value:
    """`st.with_only("title", "id")`: in the order of the struct."""
    names, struct = list(map(resolve, call.args)), call.receiver
    if not all(isinstance(each, str) for each in names):
        return _unknown_fields(struct)
    for name in names:
        read(struct, name)
    kept = {name: field for name, field in struct.schema.fields if name in names}
    if not struct.schema.whole:
        kept |= {name: None for name in names if name not in kept}
    return replace(struct, schema=struct.schema.changed(kept, whole=True))


def _key(value: Value) -> Path | None:
    """The path that a name, or a tuple of names, is to a method; None where it is not known."""
    value = resolve(value)
    found = value if isinstance(value, tuple) else (value,)
    names = tuple(map(resolve, found))
    return names if names and all(isinstance(each, str) for each in names) else None


def _with_updates(interpreter: Interpreter, call: Call) -> Value:
    """`st.with_updates(score=scores)`, `st.with_updates({"est time": times})`."""
    struct: Struct = call.receiver
    updates = _updates(call)
    if updates is None:
        return _unknown_fields(struct)
    for path, value in updates.items():
        made = value
        try:
            struct = put(struct, path, lambda parent: given(made, parent))  # noqa: B023
        except OpError as error:
            raise OpError(error.code, error.message, path[-1]) from None
    return struct


def _updates(call: Call) -> dict[Path, Value] | None:
    """The new fields by path; None where they are not all known."""
    found: dict[Path, Value] = {}
    mapping = resolve(call.args[0]) if call.args else None
    if mapping is not None:
        known = whole_dict(mapping)
        if known is None:
            return None
        for key, value in known.items():
            path = _key(key)
            if path is None:
                return None
            found[path] = value
    if "**" in call.kwargs:
        return None
    return found | {(name,): value for name, value in call.kwargs.items()}


# -- dims ---------------------------------------------------------------------------------------------------------------


def _merge_dims(interpreter: Interpreter, call: Call) -> Value:
    outer, inner = _axes(call, "outer_axis", "inner_axis")
    if outer > inner:
        raise OpError("tf-axis", f"expected the outer axis before the inner one, got {outer} and {inner}")  # fmt: skip
    return merged(call.receiver, outer, inner)


def _row_lengths(interpreter: Interpreter, call: Call) -> Value:
    (axis,) = _axes(call, "axis", default=1)
    if axis < 1:
        raise OpError("tf-axis", f"expected an axis from 1 on, got {axis}", "axis")
    return from_rule(interpreter, lengths(call.receiver, axis))


def _axes(call: Call, *names: str, default: Value = None) -> list[int]:
    """Axes of the struct, none negative. Raises OpError where there is none."""
    rank = call.receiver.shape.rank
    found = []
    for position, name in enumerate(names):
        axis = resolve(call.get(position, name, default))
        if not isinstance(axis, int) or rank is None:
            raise Unsure
        if not -rank <= axis < rank:
            raise OpError("tf-axis", f"axis {axis} is out of range for rank {rank}", name)
        found.append(axis + rank if axis < 0 else axis)
    return found


def _nrows(interpreter: Interpreter, call: Call) -> Value:
    struct: Struct = call.receiver
    if struct.shape.rank == 0:
        raise OpError("tf-rank", "a single structure has no rows")
    known = as_dtype(call.get(0, "out_type", DType.of("int64")))
    return interpreter.made(TensorType(known or DType.any(), Shape.scalar()))


def _values(interpreter: Interpreter, struct: Value) -> Value:
    """`ragged.values`: all rows, one after the other."""
    if struct.shape.rank is None:
        return _flat_values(interpreter, struct)
    return reshaped(struct, Shape.of(UNKNOWN) + struct.shape.slice(2))


def _flat_values(interpreter: Interpreter, struct: Value) -> Value:
    shape = Shape.of(UNKNOWN) if struct.shape.rank == 2 else Shape.unknown()
    return reshaped(struct, shape, "dense")


def _row_splits(interpreter: Interpreter, struct: Value) -> Value:
    (proxy,) = proxies(struct)
    return from_rule(interpreter, of_ragged("ragged", "row_splits", proxy))


def _rank(interpreter: Interpreter, struct: Value) -> Value:
    rank = struct.shape.rank
    return PyValue("int") if rank is None else rank


# -- iteration ----------------------------------------------------------------------------------------------------------

#: Of more structures than these a loop goes over any number.
_ROWS: Final = 16


def _items(interpreter: Interpreter, struct: Struct) -> Value:
    """The elements along the first dim."""
    rank = struct.shape.rank
    if rank == 0:
        return None
    size = struct.shape[0] if rank else UNKNOWN
    each = interpreter.item(struct, PyValue("int"), ast.Constant(0))
    if isinstance(size, int) and size <= _ROWS:
        return (each,) * size
    return Seq((), each)


def _truth(interpreter: Interpreter, struct: Struct) -> bool | None:
    if struct.shape.rank == 0:
        return bool(struct.schema.names) if struct.schema.whole else None
    size = struct.shape[0] if struct.shape.rank else UNKNOWN
    return size > 0 if isinstance(size, int) else None


METHODS: Final = {
    "field_value": _field_value,
    "field_names": _field_names,
    "without": _without,
    "with_only": _with_only,
    "with_updates": _with_updates,
    "merge_dims": _merge_dims,
    "row_lengths": _row_lengths,
    "nrows": _nrows,
    "__iter__": lambda interpreter, call: interpreter.list(
        interpreter.items(call.receiver), "iterator"
    ),
}
READS: Final = {
    "shape": lambda interpreter, struct: struct.shape,
    "rank": _rank,
    "schema": lambda interpreter, struct: struct.schema,
}
#: What ragged structs have besides.
PARTS: Final = {"values": _values, "flat_values": _flat_values, "row_splits": _row_splits}
ATTRIBUTES: Final[dict[type, Any]] = {Struct: library_attribute}
ITERABLES: Final[dict[type, Any]] = {Struct: _items}
TRUTHS: Final[dict[type, Any]] = {Struct: _truth}
