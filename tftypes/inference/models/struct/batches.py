"""Batches of structs of different sizes: `struct.padded`, `struct.padded_batch`."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.struct.dims import padded
from tftypes.inference.models.tensorflow.dataset_elements import (
    known_count,
    new_batch,
    on_tensors,
    settled,
)
from tftypes.inference.models.tensorflow.ops import data as components
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.structs import Struct
from tftypes.inference.values import TOP, Dataset, Value, resolve


def _padded(interpreter: Interpreter, call: Call) -> Value:
    """`struct.padded(st)`: rows as long as the longest."""
    return _as_padded(resolve(call.get(0, "value")))


def _as_padded(value: Value) -> Value:
    return padded(value) if isinstance(value, (TensorType, Struct)) else TOP


def _padded_batch(interpreter: Interpreter, call: Call) -> Value:
    """`struct.padded_batch(dataset, 2)`: batches whose rows are."""
    dataset, size = resolve(call.get(0, "dataset")), known_count(call.get(1, "batch_size"))
    if not isinstance(dataset, Dataset):
        return Dataset(TOP)
    drops = interpreter.truth(call.get(3, "drop_remainder", False))
    rows = size if drops and size is not None else new_batch(interpreter)
    elements = settled(interpreter, dataset)
    batch = on_tensors(interpreter, lambda each: components.batched(each, rows), elements)
    return Dataset(map_leaves(interpreter, _as_padded, batch))


FUNCTIONS: Final[dict[str, Model]] = {
    "tftypes.struct.padded": _padded,
    "tftypes.struct.padded_batch": _padded_batch,
}
