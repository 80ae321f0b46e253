"""The formats: readers make structs of the schema that is asked for, whatever they are given; writers make texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.struct.schemas import schema_in
from tftypes.inference.models.tensorflow.dataset_elements import known_count, new_batch
from tftypes.inference.models.tensorflow.element_specs import struct_in
from tftypes.inference.objects import TOP, Instance, Value, resolve
from tftypes.inference.structs import ANY_SCHEMA, Schema, Struct, layout_of
from tftypes.inference.values import Dataset

_VECTOR: Final = Shape.of(UNKNOWN)
#: The readers that take what to read and then the schema, each with the shape of what it makes.
READERS: Final[Mapping[str, Shape]] = {
    **dict.fromkeys(
        ("from_arrow", "from_arrow_ipc", "from_firestore", "from_json_lines", "from_parquet", "from_spanner"), _VECTOR
    ),
    **dict.fromkeys(("from_awkward", "from_json", "from_numpy", "from_pandas"), Shape.unknown()),
}  # fmt: skip
#: The one whose data may be rows of rows.
_ANY_RANK: Final = "tftypes.struct.from_arrow"
#: Those that decode texts in the graph: each text is one structure.
DECODERS: Final = ("from_examples", "from_sequence_examples")
#: Those that write them.
WRITERS: Final = ("to_examples", "to_protos", "to_sequence_examples")
#: What becomes of nulls without another type of a field, or another field.
_KEEP_TYPES: Final = ("error", "fill")


def _read(shape: Shape, interpreter: Interpreter, call: Call) -> Value:
    """`struct.from_arrow(batch, schema=Recipe)`; a spec says the shape too."""
    schema = resolve(call.get(1, "schema"))
    spec = struct_in(schema)
    if spec is not None and spec.shape.rank:
        known = _schema(interpreter, call, spec.shape.rank, 1)
        return replace(spec, schema=known, trace=interpreter.trace)
    if schema is None and call.name == _ANY_RANK:
        shape = Shape.unknown()
    return _struct(interpreter, call, shape, 1)


def _decoded(interpreter: Interpreter, call: Call) -> Value:
    """`struct.from_examples(serialized, Recipe)`."""
    texts = tensor_of(call.get(0, "serialized"))
    shape = Shape.unknown() if texts is None or texts.kind != "tensor" else texts.shape
    return _struct(interpreter, call, shape, 1)


def _from_protos(interpreter: Interpreter, call: Call) -> Value:
    """`struct.from_protos(serialized, Message)`: the message says what its fields are."""
    texts = tensor_of(call.get(0, "serialized"))
    shape = Shape.unknown() if texts is None or texts.kind != "tensor" else texts.shape
    return Struct(ANY_SCHEMA, shape, layout_of(shape, "dense"), interpreter.trace)


def _dataset(interpreter: Interpreter, call: Call) -> Value:
    """`struct.parquet_dataset(path, 32, schema=Recipe)`."""
    size = known_count(call.get(1, "batch_size"))
    drops = interpreter.truth(call.kwargs.get("drop_remainder", False))
    rows = size if drops and size is not None and size > 0 else new_batch(interpreter)
    return Dataset(_struct(interpreter, call, Shape.of(rows), 2))


def _struct(interpreter: Interpreter, call: Call, shape: Shape, position: int) -> Struct:
    known = layout_of(shape, "dense" if shape.rank is not None else None)
    schema = _schema(interpreter, call, shape.rank, position)
    return Struct(schema, shape, known, interpreter.trace)


def _schema(interpreter: Interpreter, call: Call, rank: int | None, position: int) -> Schema:
    schema = resolve(call.get(position, "schema"))
    if schema is None or "document_id" in call.kwargs or not _keeps_types(call):
        return ANY_SCHEMA
    return schema_in(interpreter, schema, rank)


def _keeps_types(call: Call) -> bool:
    nulls = resolve(call.kwargs.get("nulls", "error"))
    is_fill = isinstance(nulls, Instance) and nulls.cls.name == "tftypes.struct.Fill"
    return is_fill or isinstance(nulls, str) and nulls in _KEEP_TYPES


def _written(interpreter: Interpreter, call: Call) -> Value:
    """`struct.to_examples(st)`: a text for each structure."""
    struct = resolve(call.get(0, "struct", call.kwargs.get("st")))
    if not isinstance(struct, Struct) or struct.shape.rank is None or struct.layout is None:
        return TOP
    return interpreter.made(
        TensorType(
            DType.of("string"), struct.shape, "ragged" if struct.layout == "ragged" else "tensor"
        )
    )


FUNCTIONS: Final[dict[str, Model]] = {
    **{f"tftypes.struct.{name}": partial(_read, shape) for name, shape in READERS.items()},
    **{f"tftypes.struct.{name}": _decoded for name in DECODERS},
    "tftypes.struct.from_protos": _from_protos,
    **{f"tftypes.struct.{name}": _written for name in WRITERS},
    **{f"tftypes.struct.{name}": _dataset for name in ("arrow_dataset", "parquet_dataset")},
}
