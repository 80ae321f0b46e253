"""Structs held against `StructTensor[Schema, Shape[...]]`: they need the fields that are asked for, by name.

What their schema is called does not matter, nor what other fields they have.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.annotations import schemas
from tftypes.inference.contracts.bindings import Bindings, Place, Problem
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.lattice import refined
from tftypes.inference.objects import Value
from tftypes.inference.structs import (
    ANY_SCHEMA,
    STANDING_IN,
    Field,
    Schema,
    Struct,
    layout_of,
    listed,
    mapped,
)
from tftypes.inference.values import Annotation

_DEPTH: Final = 16


def declared_struct(
    interpreter: Interpreter, said: Annotation, bindings: Bindings | None
) -> Struct:
    """What an annotation says, with what is bound in place of type variables; without bindings they stand for themselves."""
    declared = schemas.declared(interpreter, said)
    if bindings is None:
        return declared
    schema = bindings.values.get(_variable(said) or "", declared.schema)
    return _resolved(replace(declared, schema=schema), bindings)


def _variable(said: Annotation) -> str | None:
    """Under which name a call binds the schema, where it is a type variable."""
    schema: Annotation = said.args[1]
    return f"schema {schema.args[0].name}" if schema.kind == "variable" else None


def _resolved(struct: Struct, bindings: Bindings) -> Struct:
    def resolved(field: Field) -> Field:
        return replace(field, shape=bindings.shape(field.shape))

    schema = mapped(struct.schema, resolved, named=True)
    return replace(struct, schema=schema, shape=bindings.shape(struct.shape))


def hold_struct(
    interpreter: Interpreter, said: Annotation, value: Value, bindings: Bindings, place: Place
) -> tuple[Value, Problem | None]:
    """A value where the annotation of a struct stands: what both say of it, or what refutes it and what is declared."""
    if not isinstance(value, Struct):
        return value, None
    declared = schemas.declared(interpreter, said)
    variable = _variable(said)
    if variable is not None:
        bindings.values.setdefault(variable, value.schema)
    problem = bindings.take(_standing(declared.shape), _standing(value.shape), place)
    if problem is None:
        problem = _difference(value.schema, declared.schema, bindings)
    expected = declared_struct(interpreter, said, bindings)
    return (_narrowed(value, expected), None) if problem is None else (expected, problem)


def _standing(shape: Shape) -> TensorType:
    return TensorType(STANDING_IN, shape)


def _difference(got: Schema, wanted: Schema, bindings: Bindings, depth: int = 0) -> Problem | None:
    """What refutes the first field that is wrong."""
    if got == wanted or depth > _DEPTH:
        return None
    ours = dict(got.fields)
    for name, field in wanted.fields:
        if name not in ours:
            if got.whole and name not in wanted.optional:
                return Problem("tf-field", f"no field {name!r}: the fields are {listed(got.names)}")
            continue
        problem = _unlike(name, ours[name], field, bindings, depth)
        if problem is not None:
            return Problem(problem.code, f"field {name!r}: {problem.words}")
    return None


def _unlike(
    name: str, got: Field | None, wanted: Field | None, bindings: Bindings, depth: int
) -> Problem | None:
    if got is None or wanted is None or got.sparse or wanted.sparse:
        return None
    kinds = got.content, wanted.content
    if isinstance(kinds[0], Schema) is not isinstance(kinds[1], Schema):
        shown = ["a struct" if isinstance(e.content, Schema) else str(e.in_one) for e in (wanted, got)]  # fmt: skip
        return Problem("tf-field", f"expected {shown[0]}, got {shown[1]}")
    if isinstance(kinds[0], Schema) and isinstance(kinds[1], Schema):
        problem = _difference(kinds[0], kinds[1], bindings, depth + 1)
        if problem is not None:
            return problem
    dtypes = [each if isinstance(each, DType) else STANDING_IN for each in kinds]
    declared, found = TensorType(dtypes[1], wanted.shape), TensorType(dtypes[0], got.shape)
    return bindings.take(declared, found, f"field {name!r}")


def _narrowed(value: Struct, expected: Struct) -> Struct:
    """A struct with what is declared of it where it says less itself."""
    shape = refined(_standing(value.shape), _standing(expected.shape)).shape
    layout = layout_of(shape, value.layout or expected.layout)
    return replace(value, schema=_known(value.schema, expected.schema), shape=shape, layout=layout)


def converted(
    interpreter: Interpreter, said: Annotation, value: Struct, bindings: Bindings
) -> Struct:
    """What the run-time library makes of a struct that fits: its fields are of the types of the schema."""
    expected = declared_struct(interpreter, said, bindings)
    if expected.schema == ANY_SCHEMA:
        return value
    return replace(_narrowed(value, expected), schema=expected.schema)


def _known(got: Schema, declared: Schema) -> Schema:
    """The schema that a value has; one of the same fields is called as the declared one is."""
    if got == ANY_SCHEMA:
        return declared
    if not declared.whole or set(got.names) != set(declared.names):
        return got
    said = dict(declared.fields)
    fields = tuple((name, said[name] if each is None else each) for name, each in got.fields)
    return Schema(fields, declared.name, got.whole, got.optional)
