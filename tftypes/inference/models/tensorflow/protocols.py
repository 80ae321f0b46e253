"""`tftypes.runtime`'s decorators and questions for classes that follow the protocols of RFC 269 and RFC 437."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, argument
from tftypes.inference.models.tensorflow.composites import COMPOSITE, is_composite
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.specs import FUNCTIONS as SPECS
from tftypes.inference.objects import Class, Value, is_unknown, resolve
from tftypes.inference.values import Native

#: A decorator that checks a class where it is defined.
_SAME: Final = argument(0, "cls")


def _traceable(interpreter: Interpreter, call: Call) -> Value:
    cls = resolve(call.get(0, "cls"))
    if isinstance(cls, Class):
        cls.facts[COMPOSITE] = True
    return cls


def _register(interpreter: Interpreter, call: Call) -> Value:
    """`register_type_spec`, with or without a name."""
    spec = resolve(call.get(0, "spec"))
    return spec if isinstance(spec, Class) else Native("register_type_spec", _SAME)


def _is_extension_type(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "value"))
    return PyValue("bool") if is_unknown(value) else is_composite(value) or PyValue("bool")


_RUNTIME: Final = "tftypes.runtime."
FUNCTIONS: Final[dict[str, Model]] = {
    f"{_RUNTIME}extension_type": _SAME,
    f"{_RUNTIME}supports_tensor": _SAME,
    f"{_RUNTIME}traceable": _traceable,
    f"{_RUNTIME}register_type_spec": _register,
    f"{_RUNTIME}is_extension_type": _is_extension_type,
    f"{_RUNTIME}type_spec_of": SPECS["tensorflow.type_spec_from_value"],
}
