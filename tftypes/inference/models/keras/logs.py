"""The logs of a step: a number for each loss and metric, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule
from tftypes.inference.models.keras.config import floatx
from tftypes.inference.objects import TOP, External, Instance, Value
from tftypes.inference.values import Mapped, whole_dict

#: The slot of a model with a name or dots for each of the logs of the last step.
_NUMBERS: Final = "keras numbers"


def logs_of(interpreter: Interpreter, model: Instance, names: Sequence[str | None] | None) -> Value:
    """The logs of a step of Keras' own; None where their names, or one of them, are not known."""
    interpreter.write(model, _NUMBERS, names and tuple(each or "..." for each in names))
    scalar = from_rule(interpreter, TensorType(floatx(interpreter), Shape.scalar()))
    if names is None or None in names:
        return interpreter.list(Mapped({}, frozenset(), TOP), "dict")
    return interpreter.list(Mapped(dict.fromkeys(names, scalar)), "dict")


def numbers_of(model: Instance, logs: Value) -> Sequence[str] | None:
    """What stands for each of the logs of the last step, whether all of their names are known or not."""
    found, kept = names_of(logs), model.read(_NUMBERS)
    is_kept = isinstance(model.cls, External) and isinstance(kept, tuple)
    return kept if found is None and is_kept else found


def names_of(logs: Value) -> list[str] | None:
    """The names of the logs that a step has returned."""
    known = whole_dict(logs)
    return None if known is None else list(known)
