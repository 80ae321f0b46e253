"""Whether layers train: what Keras hands on from the call of a layer to those that are called within it.

A call that is told no `training` takes it from the call around it, and at last from its own default. What the last of
the nested calls was told holds for those behind it, until the outermost call ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import call_arguments
from tftypes.inference.models.keras.config import is_legacy
from tftypes.inference.objects import TOP, Function, Value, resolve
from tftypes.inference.state import ABSENT

#: The name of the argument that says so.
TRAINING: Final = "training"
#: The slot with what the calls that are running were told; without it no layer is called.
_MODE: Final = "keras training"


@contextmanager
def told(interpreter: Interpreter, function: Value, call: Call, is_lost: bool) -> Iterator[None]:
    """Runs the `call` of a layer with what it is told, or takes from the call around it, unless that `is_lost`."""
    outer = interpreter.switches.read(_MODE)
    around = TOP if is_lost and outer is not ABSENT else outer
    interpreter.write(interpreter.switches, _MODE, _of_call(interpreter, function, call, around))
    try:
        yield
    finally:
        if outer is ABSENT:
            interpreter.write(interpreter.switches, _MODE, ABSENT)


def now(interpreter: Interpreter) -> Value:
    """What the innermost call was told: None where it was told nothing, TOP where that is not known."""
    return interpreter.switches.read(_MODE, None)


def _of_call(interpreter: Interpreter, function: Value, call: Call, outer: Value) -> Value:
    if is_legacy(interpreter):
        return TOP
    names = _names(function)
    place = names.index(TRAINING) if TRAINING in names else len(call.args) + 1
    if call.is_open:
        return TOP
    if TRAINING in call.kwargs or place < len(call.args):
        return resolve(call.get(place, TRAINING))
    if outer is ABSENT and interpreter.hidden_graphs:
        return TOP  # nobody knows who calls the function that calls it
    if outer is not ABSENT and outer is not None:
        return outer
    inner = call_arguments.inner_of(function)
    return resolve(inner.defaults.get(TRAINING)) if isinstance(inner, Function) else None


def _names(function: Value) -> list[str]:
    """The parameters of `call`, without `self`."""
    code = call_arguments.code_of(function)
    return [] if code is None else [*code.positional[1:]]
