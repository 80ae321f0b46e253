"""Dtype policies: objects that say what layers compute in, and what their weights have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras.config import (
    DTYPES,
    KERAS,
    configure,
    dtypes,
    dtypes_of,
    is_legacy,
)
from tftypes.inference.models.tensorflow.ops import PyValue, keras_names
from tftypes.inference.models.tensorflow.ops.values import ANY
from tftypes.inference.objects import Value

_CLASS: Final = f"{KERAS}DTypePolicy"


def dtype_name(which: int) -> Callable[[Interpreter, Value], Value]:
    """The name of what a layer or a policy computes in (0), or of what weights have (1)."""

    def read(interpreter: Interpreter, value: Value) -> Value:
        return dtypes_of(interpreter, value)[which].name or PyValue("str")

    return read


def policy_of(interpreter: Interpreter, layer: Value) -> Value:
    """The policy of a layer, and of the process where the layer has none."""
    return interpreter.instance(_CLASS, {DTYPES: dtypes_of(interpreter, layer)})


def _construct(interpreter: Interpreter, call: Call) -> None:
    """`DTypePolicy(name)`; a policy that quantizes is made of other things."""
    name = configure(interpreter, call).get("name")
    if isinstance(name, str) and not is_legacy(interpreter):
        keras_names.check("policy", name, "name")
    pair = dtypes(interpreter, name) if isinstance(name, str) else (ANY, ANY)
    interpreter.write(call.receiver, DTYPES, pair)


def _global(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.instance(_CLASS, {DTYPES: dtypes(interpreter, None)})


def _name(interpreter: Interpreter, policy: Value) -> Value:
    computed, kept = (each.name for each in dtypes_of(interpreter, policy))
    if computed is None or kept is None:
        return PyValue("str")
    return computed if computed == kept else f"mixed_{computed}"


FUNCTIONS: Final = {f"{KERAS}config.dtype_policy": _global}
CLASSES: Final = {
    _CLASS: LibraryClass(
        construct=_construct,
        attributes={
            "name": _name,
            "compute_dtype": dtype_name(0),
            "variable_dtype": dtype_name(1),
        },
    )
}
