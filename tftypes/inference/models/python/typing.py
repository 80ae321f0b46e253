"""`typing`: what matters while a program runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.contracts.bindings import Bindings
from tftypes.inference.contracts.holding import hold
from tftypes.inference.findings import Place
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.show import show
from tftypes.inference.values import Annotation, TypeVariable, Value, resolve


def _reveal(interpreter: Interpreter, call: Call) -> Value:
    value = call.get(0, "obj")
    if interpreter.path in interpreter.mains:
        shown = interpreter.revealed.setdefault(Place.of(interpreter.path, call.node), [])
        text = show(value)
        if text not in shown:
            shown.append(text)
    return value


def _assert(interpreter: Interpreter, call: Call) -> Value:
    """`assert_type`: refuted where dtype, shape or class cannot be what is said."""
    value, said = call.get(0, "val"), as_annotation(resolve(call.get(1, "typ")))
    if said.kind == "tensor" and interpreter.path in interpreter.mains:
        interpreter.asserted.add(Place.of(interpreter.path, call.node))
    _, problem = hold(interpreter, said, value, Bindings(), "the expression")
    if problem is not None:
        interpreter.report(call.node, "tf-assert", f"assert_type(): {problem.words}")
    return value


def _first(position: int) -> Model:
    return lambda interpreter, call: call.args[position] if len(call.args) > position else None


def _type_variable(interpreter: Interpreter, call: Call) -> Value:
    name = resolve(call.get(0, "name", "T"))
    bound = call.kwargs.get("bound")
    if len(call.args) > 1:  # one of a few types
        bound = Annotation("union", tuple(call.args[1:]))
    return TypeVariable(str(name), bound, call.name.endswith("TypeVarTuple"))


def _new_type(interpreter: Interpreter, call: Call) -> Value:
    return Annotation("new type", (call.get(0, "name"), call.get(1, "tp")))


FUNCTIONS: Final[dict[str, Model]] = {
    "builtins.reveal_type": _reveal,
    "builtins.assert_type": _assert,
    **{
        f"{module}.{name}": model
        for module in ("typing", "typing_extensions")
        for name, model in {
            "reveal_type": _reveal,
            "assert_type": _assert,
            "cast": _first(1),
            "TypeVar": _type_variable,
            "TypeVarTuple": _type_variable,
            "NewType": _new_type,
            "overload": _first(0),
            "final": _first(0),
            "override": _first(0),
            "no_type_check": _first(0),
            "runtime_checkable": _first(0),
        }.items()
    },
}
CONSTANTS: Final[dict[str, Callable[[Interpreter], Value]]] = {
    f"{module}.TYPE_CHECKING": lambda interpreter: False
    for module in ("typing", "typing_extensions")
}
