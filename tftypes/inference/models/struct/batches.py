"""Batches of structs of different sizes: `struct.padded`, `struct.padded_batch`, `struct.ragged_batch`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tftypes.algebra import Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.struct.dims import padded
from tftypes.inference.models.tensorflow.dataset_batches import ragged_batch
from tftypes.inference.models.tensorflow.dataset_elements import (
    known_count,
    new_batch,
    on_tensors,
    settled,
)
from tftypes.inference.models.tensorflow.ops import data as components
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.structs import DENSE, Field, Schema, Struct
from tftypes.inference.values import Dataset


def _padded(interpreter: Interpreter, call: Call) -> Value:
    """`struct.padded(st)`: rows as long as the longest."""
    return _as_padded(resolve(call.get(0, "value")))


def _as_padded(value: Value) -> Value:
    return padded(value) if isinstance(value, (TensorType, Struct)) else TOP


def _batch(
    interpreter: Interpreter, call: Call, drops: Value, make: Callable[[Value, Dim], Value]
) -> Value:
    dataset, size = resolve(call.get(0, "dataset")), known_count(call.get(1, "batch_size"))
    if not isinstance(dataset, Dataset):
        return Dataset(TOP)
    rows = size if interpreter.truth(drops) and size is not None else new_batch(interpreter)
    elements = settled(interpreter, dataset)
    return Dataset(map_leaves(interpreter, lambda each: make(each, rows), elements))


def _padded_batch(interpreter: Interpreter, call: Call) -> Value:
    """`struct.padded_batch(dataset, 2)`: batches whose rows are as long as the longest."""

    def make(each: Value, rows: Dim) -> Value:
        return _as_padded(_batched(interpreter, each, rows))

    return _batch(interpreter, call, call.get(3, "drop_remainder", False), make)


def _ragged_batch(interpreter: Interpreter, call: Call) -> Value:
    """`struct.ragged_batch(dataset, 2)`: batches that are ragged where a size is not static."""

    def make(each: Value, rows: Dim) -> Value:
        if isinstance(each, Struct):
            made = _batched(interpreter, _with_ragged_rows(each), rows)
            unsure = each.shape.rank == 1 and not each.is_row and _open_axes(each.shape)
            return replace(made, layout=None) if unsure and isinstance(made, Struct) else made
        is_tensor = isinstance(each, TensorType) and each.kind == "tensor"
        return ragged_batch(each, rows) if is_tensor else _batched(interpreter, each, rows)

    return _batch(interpreter, call, call.get(2, "drop_remainder", False), make)


def _batched(interpreter: Interpreter, value: Value, rows: Dim) -> Value:
    return on_tensors(interpreter, lambda each: components.batched(each, rows), value)


def _with_ragged_rows(struct: Struct) -> Struct:
    """A struct whose batches may be ragged where the size of a field of a single structure is open."""
    if struct.shape.rank != 0:
        return struct
    return replace(struct, schema=_ragged_fields(struct.schema))


def _ragged_fields(schema: Schema) -> Schema:
    return schema.changed({name: _ragged_field(field) for name, field in schema.fields})


def _ragged_field(field: Field | None) -> Field | None:
    """The field, ragged or not where a size is open: of what is eager each size is static when it runs."""
    if field is None or field.sparse or field.ragged != DENSE:
        return field
    if isinstance(field.content, Schema):
        if not field.shape.rank:
            return replace(field, content=_ragged_fields(field.content))
        if field.shape.rank > 1:
            return field if not _open_axes(field.shape) else None
    open_axes = _open_axes(field.shape)
    return replace(field, ragged=(0, open_axes)) if open_axes else field


def _open_axes(shape: Shape) -> int:
    """How many dims there are up to the last one that is not static."""
    return max(
        (axis for axis, dim in enumerate(shape.dims or (), 1) if not isinstance(dim, int)),
        default=0,
    )


FUNCTIONS: Final[dict[str, Model]] = {
    "tftypes.struct.padded": _padded,
    "tftypes.struct.padded_batch": _padded_batch,
    "tftypes.struct.ragged_batch": _ragged_batch,
}
