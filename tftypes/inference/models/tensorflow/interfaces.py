"""`tftypes` itself: the names of its annotations that are values, and its run-time functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tftypes.algebra import Shape
from tftypes.inference.contracts.functions import enforce
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, giving
from tftypes.inference.models.tensorflow import functions
from tftypes.inference.models.tensorflow.annotated_signatures import DERIVED, check, derived
from tftypes.inference.objects import External, Value, resolve
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
FUNCTIONS: Final[dict[str, Model]] = {
    "tftypes.runtime.function": _function,
    "tftypes.runtime.checked": _checked,
}
