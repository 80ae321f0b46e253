"""Specs of what holds a value of another spec: `tf.data.DatasetSpec`, `tf.OptionalSpec`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.objects import ELEMENT, TOP, External, Instance, Value
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Dataset

_DATASET: Final = "tensorflow.data.DatasetSpec"


def element_of(spec: Value) -> Value:
    """The spec of what is held; ABSENT for any other value."""
    return spec.read(ELEMENT) if isinstance(spec, Instance) else ABSENT


def value_from(spec: Instance, made: Callable[[Value], Value]) -> Value:
    """What a traced function gets for such a spec."""
    of_dataset = spec.cls == External(_DATASET)
    return Dataset(made(spec.read(ELEMENT))) if of_dataset else TOP


def _spec(interpreter: Interpreter, call: Call) -> Value:
    made = Instance(interpreter.trail, External(call.name))
    interpreter.write(made, ELEMENT, call.get(0, "element_spec", call.get(0, "value_spec")))
    return made


FUNCTIONS: Final[dict[str, Model]] = dict.fromkeys((_DATASET, "tensorflow.OptionalSpec"), _spec)
