"""`typing`: what matters while a program runs."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.contracts.bindings import Bindings
from tftypes.inference.contracts.holding import hold
from tftypes.inference.findings import Place
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, argument, giving
from tftypes.inference.objects import External, Function, Value, overloads_slot, resolve
from tftypes.inference.show import show
from tftypes.inference.values import Annotation, Descriptor, TypeVariable


def _reveal(interpreter: Interpreter, call: Call) -> Value:
    value = call.get(0, "obj")
    if interpreter.path in interpreter.mains:
        place = Place.of(interpreter.path, _argument(call.node))
        if interpreter.rehearsing and place not in interpreter.revealed:
            interpreter.rehearsed.add(place)
        elif interpreter.rehearsing and place not in interpreter.rehearsed:
            return value  # it is known from where it is reached
        elif not interpreter.rehearsing and place in interpreter.rehearsed:
            interpreter.rehearsed.discard(place)
            interpreter.revealed.pop(place, None)
        shown = interpreter.revealed.setdefault(place, [])
        text = show(value)
        if text not in shown:
            shown.append(text)
    return value


def _assert(interpreter: Interpreter, call: Call) -> Value:
    """`assert_type`: refuted where dtype, shape or class cannot be what is said."""
    value, said = call.get(0, "val"), as_annotation(resolve(call.get(1, "typ")))
    if _is_of_tensors(said) and interpreter.path in interpreter.mains:
        place, argument = call.node, _argument(call.node)
        interpreter.asserted[Place.of(interpreter.path, place)] = Place.of(
            interpreter.path, argument
        )
    _, problem = hold(interpreter, said, value, Bindings(), "the expression")
    if problem is not None:
        interpreter.report(call.node, "tf-assert", f"assert_type(): {problem.words}")
    return value


def _argument(node: ast.AST) -> ast.AST:
    """The first argument of a call, where it stands."""
    return node.args[0] if isinstance(node, ast.Call) and node.args else node


def _is_of_tensors(said: object) -> bool:
    """Whether dtypes or shapes may be in it: of these the engine alone decides."""
    if isinstance(said, External):
        return said.name.startswith("tftypes.")
    if isinstance(said, Annotation):
        return said.kind == "tensor" or any(map(_is_of_tensors, said.args))
    return False


def _overload(interpreter: Interpreter, call: Call) -> Value:
    """One of several signatures of a method; its class keeps them all."""
    value = resolve(call.get(0, "func"))
    function = interpreter.unbound(value.get if isinstance(value, Descriptor) else value)
    if isinstance(function, Function) and function.cls is not None:
        interpreter.note(function.cls, overloads_slot(function.code.name), function)
    return value


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
            "cast": argument(1, "val"),
            "TypeVar": _type_variable,
            "TypeVarTuple": _type_variable,
            "NewType": _new_type,
            "overload": _overload,
            "final": argument(0, "f"),
            "override": argument(0, "f"),
            "no_type_check": argument(0, "f"),
            "runtime_checkable": argument(0, "f"),
        }.items()
    },
}
CONSTANTS: Final[dict[str, Callable[[Interpreter], Value]]] = {
    f"{module}.TYPE_CHECKING": giving(False) for module in ("typing", "typing_extensions")
}
