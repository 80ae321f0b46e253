"""Specs that hold what they are of: `tf.data.DatasetSpec`, `tf.OptionalSpec`, those of structs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tftypes.algebra import UNKNOWN, Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.objects import ELEMENT, TOP, External, Instance, Trace, Value
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Field, Struct, mapped
from tftypes.inference.values import Dataset

_DATASET: Final = "tensorflow.data.DatasetSpec"


def element_of(spec: Value) -> Value:
    """What is held, as its spec, or as a struct; ABSENT for any other value."""
    return spec.read(ELEMENT) if isinstance(spec, Instance) else ABSENT


def value_from(spec: Instance, made: Callable[[Value], Value], trace: Trace | None = None) -> Value:
    """What a traced function gets for such a spec."""
    held = spec.read(ELEMENT)
    if isinstance(held, Struct):
        return replace(held, trace=trace, is_row=False)
    return Dataset(made(held)) if spec.cls == External(_DATASET) else TOP


def spec_of_struct(interpreter: Interpreter, struct: Struct) -> Value:
    """The spec of a struct, which knows sizes and no names of them."""

    def plain(shape: Shape) -> Shape:
        dims = shape.dims
        if dims is None:
            return shape
        return Shape.of(*(dim if isinstance(dim, int) else UNKNOWN for dim in dims))

    def sized(field: Field) -> Field:
        return replace(field, shape=plain(field.shape))

    held = replace(
        struct, schema=mapped(struct.schema, sized, named=True), shape=plain(struct.shape),
        trace=None,
    )  # fmt: skip
    return _holding(interpreter, f"{held.class_name}Spec", held)


def struct_in(spec: Value) -> Struct | None:
    """The struct that a spec is of; None for any other value."""
    held = element_of(spec)
    return held if isinstance(held, Struct) else None


def _holding(interpreter: Interpreter, name: str, held: Value) -> Instance:
    return interpreter.instance(name, {ELEMENT: held})


def _spec(interpreter: Interpreter, call: Call) -> Value:
    return _holding(interpreter, call.name, call.get(0, "element_spec", call.get(0, "value_spec")))


FUNCTIONS: Final[dict[str, Model]] = dict.fromkeys((_DATASET, "tensorflow.OptionalSpec"), _spec)
