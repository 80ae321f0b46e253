"""`tftypes` itself: its annotations that are values, its run-time functions, and its classes of RFC 269 and RFC 437."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tftypes.algebra import Shape
from tftypes.inference.contracts.functions import enforce
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, argument, giving
from tftypes.inference.models.tensorflow import functions
from tftypes.inference.models.tensorflow.annotated_signatures import DERIVED, check, derived
from tftypes.inference.models.tensorflow.composites import COMPOSITE, is_composite
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.specs import FUNCTIONS as SPECS
from tftypes.inference.objects import Class, External, Value, is_unknown, resolve
from tftypes.inference.values import Annotation, Descriptor, Native


def _function(interpreter: Interpreter, call: Call) -> Value:
    """`tftypes.runtime.function`: a tf.function with the signature that its annotations give."""

    def made(interpreter: Interpreter, call: Call) -> Value:
        function = resolve(call.get(0, "func"))
        if isinstance(function, Descriptor) and function.kind in ("classmethod", "staticmethod"):
            return replace(function, get=made(interpreter, replace(call, args=[function.get])))
        enforce(function)
        check(interpreter, function, options.get("input_signature"), call.node)
        settings = {**options, "input_signature": derived(interpreter, function), DERIVED: True}
        return functions.made(interpreter, function, settings, call.node)

    options = {name: value for name, value in call.kwargs.items() if name != "func"}
    return made(interpreter, call) if call.args else Native("tftypes.runtime.function", made)


def _checked(interpreter: Interpreter, call: Call) -> Value:
    """`tftypes.runtime.checked`: annotations are held whether a function is checked at run time or not."""
    function = resolve(call.get(0, "function"))
    if function is None:
        return Native("tftypes.runtime.checked", _checked)
    enforce(function)
    return function


CONSTANTS: Final[dict[str, Callable[[Interpreter], Value]]] = {
    "tftypes.Dim": giving(External("tftypes.Dim")),
    # Any sizes, of which subscribing says more.
    **{
        f"tftypes.Shape{rank}D": giving(
            Annotation("shape", (Shape.of(*[None] * rank), f"Shape{rank}D"))
        )
        for rank in range(7)
    },
}
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
    f"{_RUNTIME}function": _function,
    f"{_RUNTIME}checked": _checked,
    f"{_RUNTIME}extension_type": _SAME,
    f"{_RUNTIME}supports_tensor": _SAME,
    f"{_RUNTIME}traceable": _traceable,
    f"{_RUNTIME}register_type_spec": _register,
    f"{_RUNTIME}is_extension_type": _is_extension_type,
    f"{_RUNTIME}type_spec_of": SPECS["tensorflow.type_spec_from_value"],
}
