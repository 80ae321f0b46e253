"""`typing`: what matters while a program runs."""

from __future__ import annotations

from typing import Final

from tftypes.inference.findings import Place
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.show import show
from tftypes.inference.values import TypeVariable, Value, resolve


def _reveal(interpreter: Interpreter, call: Call) -> Value:
    value = call.get(0, "obj")
    if interpreter.path in interpreter.mains:
        shown = interpreter.revealed.setdefault(Place.of(interpreter.path, call.node), [])
        text = show(value)
        if text not in shown:
            shown.append(text)
    return value


def _first(position: int) -> Model:
    return lambda interpreter, call: call.args[position] if len(call.args) > position else None


def _type_variable(interpreter: Interpreter, call: Call) -> Value:
    name = resolve(call.get(0, "name", "T"))
    return TypeVariable(str(name), call.kwargs.get("bound"), call.name.endswith("TypeVarTuple"))


FUNCTIONS: Final[dict[str, Model]] = {
    "builtins.reveal_type": _reveal,
    "builtins.assert_type": _first(0),
    **{
        f"{module}.{name}": model
        for module in ("typing", "typing_extensions")
        for name, model in {
            "reveal_type": _reveal,
            "assert_type": _first(0),
            "cast": _first(1),
            "TypeVar": _type_variable,
            "TypeVarTuple": _type_variable,
            "overload": _first(0),
            "final": _first(0),
            "override": _first(0),
            "no_type_check": _first(0),
            "runtime_checkable": _first(0),
        }.items()
    },
}
