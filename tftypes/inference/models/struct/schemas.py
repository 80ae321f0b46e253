"""Schemas as arguments: a class, `st.schema`, or a dict of dtypes, classes, dicts and `[item]`."""

from __future__ import annotations

from dataclasses import replace

from tftypes.algebra import DType, TensorType
from tftypes.inference.annotations import schemas
from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow.element_specs import struct_in
from tftypes.inference.objects import Class, External, Value, resolve
from tftypes.inference.structs import ANY_SCHEMA, Field, Schema, Struct, several
from tftypes.inference.values import Annotation, unlisted, whole_dict


def schema_in(interpreter: Interpreter, value: Value, rank: int | None) -> Schema:
    """The schema that an argument is, in a collection of so many dims; one of which nothing is known for another."""
    value = resolve(value)
    if isinstance(value, Schema):
        return value
    struct = struct_in(value)
    if struct is not None:
        return _of_spec(struct, rank)
    if isinstance(value, (Class, Annotation)):
        said = as_annotation(value)
        schema: Annotation = said.args[1] if said.kind == "struct" else said
        return schemas.schema_of(interpreter, schema, rank)
    return _written(interpreter, value, rank) or ANY_SCHEMA


def _of_spec(struct: Struct, rank: int | None) -> Schema:
    """The schema that a spec says: that of one structure is one for several, where open sizes may differ."""
    own = struct.shape.rank
    if own is None or rank is None or own not in (0, rank):
        return ANY_SCHEMA
    return struct.schema if own == rank else _of_several(struct.schema)


def _of_several(schema: Schema) -> Schema:
    def spread(field: Field | None) -> Field | None:
        if field is not None and isinstance(field.content, Schema) and not field.shape.rank:
            return replace(field, content=_of_several(field.content))
        return None if field is None else several(field)

    return schema.changed({name: spread(field) for name, field in schema.fields})


def _written(interpreter: Interpreter, value: Value, rank: int | None) -> Schema | None:
    """`{"title": tf.string, "tags": [tf.string]}`."""
    known = whole_dict(value)
    if known is None or not all(isinstance(key, str) for key in known):
        return None
    fields = {
        name: schemas.settled(_field(interpreter, each, rank), rank) for name, each in known.items()
    }
    return Schema(tuple(fields.items()))


def _field(interpreter: Interpreter, value: Value, rank: int | None) -> Field | None:
    """What a schema says of a field in one structure."""
    value = resolve(value)
    if isinstance(value, DType):
        return None if value.name is None else Field(value)
    if isinstance(value, TensorType):
        told = value.kind == "spec" and value.dtype.name and value.shape.dims is not None
        return Field(value.dtype, value.shape) if told else None
    if isinstance(value, (Class, Annotation, External)):
        return schemas.field_of(interpreter, as_annotation(value), rank)
    items = unlisted(value)
    if isinstance(items, tuple) and len(items) == 1:
        return schemas.in_list(_field(interpreter, items[0], 1))
    found = _written(interpreter, value, rank)
    return None if found is None else Field(found)
