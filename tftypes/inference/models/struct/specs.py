"""Specs of structs: what they are made of, and what they say of the structs that they are of."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.annotations import schemas
from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.struct.schemas import schema_in
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.element_specs import spec_of_struct, struct_in
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import TOP, Class, Value, resolve
from tftypes.inference.structs import Field, Schema, Struct, field_of, reshaped
from tftypes.inference.values import Annotation, whole_dict

_MODULE: Final = "tftypes.struct"


def _spec_of(interpreter: Interpreter, call: Call) -> Value:
    """`struct.spec_of(Recipe, [None])`; the shape is that of a schema which says none itself."""
    schema, shape = resolve(call.get(0, "schema")), specs.as_shape(call.get(1, "shape", ()))
    known = struct_in(schema)
    if known is not None and (known.shape.rank or shape.rank == 0):
        return schema
    if isinstance(schema, (Class, Annotation)):
        said = as_annotation(schema)
        if said.kind == "struct" and said.args[2].dims is not None:
            return spec_of_struct(interpreter, schemas.declared(interpreter, said))
    if isinstance(schema, Schema) or shape.rank is None:
        return TOP  # of what shape the structs are, a schema does not tell
    struct = Struct(schema_in(interpreter, schema, shape.rank), shape, "dense")
    return spec_of_struct(interpreter, struct)


def _dense(interpreter: Interpreter, call: Call) -> Value:
    """`DenseStructTensorSpec([None], {"title": tf.TensorSpec([None], tf.string)})`."""
    shape, given = specs.as_shape(call.get(0, "shape")), whole_dict(call.get(1, "field_specs"))
    if given is None:
        return TOP
    fields = {str(name): _field(resolve(each), shape) for name, each in given.items()}
    return spec_of_struct(interpreter, Struct(Schema(tuple(fields.items())), shape, "dense"))


def _field(spec: Value, shape: Shape) -> Field | None:
    """What a field is whose spec this is; None where too little is known of it."""
    struct = struct_in(spec)
    if struct is not None:
        return field_of(struct, shape, "dense")
    if not isinstance(spec, TensorType) or not specs.is_spec(spec):
        return None
    kind = specs.spec_kind(spec)
    if kind == "ragged" and not specs.is_ragged(spec):
        kind = "tensor"
    return field_of(TensorType(spec.dtype, spec.shape, kind), shape, "dense")


def _ragged(interpreter: Interpreter, call: Call) -> Value:
    """`RaggedStructTensorSpec([None, None], values_spec)`."""
    values, shape = struct_in(resolve(call.get(1, "values_spec"))), specs.as_shape(call.get(0, "shape"))  # fmt: skip
    if values is None or not shape.rank or shape.rank < 2:
        return TOP
    return spec_of_struct(interpreter, reshaped(values, shape, "ragged"))


def _rank(interpreter: Interpreter, spec: Value) -> Value:
    rank = _known(spec).shape.rank
    return PyValue("int") if rank is None else rank


def _known(spec: Value) -> Struct:
    struct = struct_in(spec)
    if struct is None:
        raise Unsure
    return struct


def _field_names(interpreter: Interpreter, call: Call) -> Value:
    schema = _known(call.receiver).schema
    if not schema.whole:
        raise Unsure
    return schema.names


FUNCTIONS: Final[dict[str, Model]] = {f"{_MODULE}.spec_of": _spec_of}
CLASSES: Final = {
    f"{_MODULE}.{kind}StructTensorSpec": LibraryClass(
        construct=construct,
        methods={"field_names": _field_names},
        attributes={"shape": lambda _, spec: _known(spec).shape, "rank": _rank},
    )
    for kind, construct in (("", None), ("Dense", _dense), ("Ragged", _ragged))
}
