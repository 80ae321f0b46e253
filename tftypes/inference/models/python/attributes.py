"""`hasattr`, `getattr` and `setattr`: attributes by their names."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import library, members
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import tried
from tftypes.inference.interpreter.library_classes import line
from tftypes.inference.interpreter.namespaces import set_some
from tftypes.inference.interpreter.open_modules import lacks
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    OPEN,
    TOP,
    Class,
    External,
    Function,
    Instance,
    Module,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Changed, Dataset, has_no_value

#: What Python gives all objects, and all classes.
_SHARED: Final = {
    Instance: frozenset((*dir(object), "__annotations__", "__dict__", "__module__", "__weakref__")),
    Class: frozenset(dir(type)),
}


def find(interpreter: Interpreter, value: Value, name: str, call: Call) -> Value:
    """An attribute: ABSENT where there is none for sure, TOP where that is not known.

    An AttributeError is an answer: code of the program's, or a part that an object gets later, may raise it.
    """
    read = partial(_read, interpreter, resolve(value), name, call)
    raises, found = tried(interpreter, read, External("builtins.AttributeError"))
    found = found if raises is False else ABSENT if raises else TOP
    is_private = name.startswith("_") and not name.startswith("__")
    if found is ABSENT and is_private and line(interpreter, resolve(value)):
        return TOP  # no stub says what a library keeps for itself
    return found


def _read(interpreter: Interpreter, value: Value, name: str, call: Call) -> Value:
    if isinstance(value, External) and name.startswith("__"):
        return TOP
    if isinstance(value, (Instance, Class)):
        found = members.special(interpreter, value, name)
        if found is ABSENT:
            found = members.find_attribute(interpreter, value, name, call.node)
        return TOP if found is ABSENT and name in _SHARED[type(value)] else found
    if isinstance(value, Module):
        found = value.read(name)
        return found if found is not ABSENT or "__getattr__" in set(value.written()) else ABSENT
    if isinstance(value, External):
        return (
            ABSENT
            if lacks(interpreter, f"{value.name}.{name}")
            else interpreter.attribute(value, name, call.node)
        )
    if isinstance(value, (Function, Bound)):
        found = interpreter.attribute(value, name, call.node)
        is_closed = isinstance(value, Function) and (
            value.birth > interpreter.escaped and value.read(OPEN) is ABSENT
        )
        return ABSENT if found is TOP and is_closed and name[:2] != "__" else found
    if name == "numpy" and has_no_value(value) and value.kind == "tensor":
        return ABSENT  # programs ask so whether they run in a graph
    return TOP if is_unknown(value) else library.find_attribute(interpreter, value, name, call.node)


def _hasattr(interpreter: Interpreter, call: Call) -> Value:
    name = resolve(call.get(1, "name"))
    if not isinstance(name, str):
        return PyValue("bool")
    found = find(interpreter, call.args[0], name, call)
    return PyValue("bool") if found is TOP else found is not ABSENT


def _getattr(interpreter: Interpreter, call: Call) -> Value:
    name = resolve(call.get(1, "name"))
    if not isinstance(name, str):
        return TOP
    if len(call.args) == 2:
        return interpreter.attribute(call.args[0], name, call.node)
    found = find(interpreter, call.args[0], name, call)
    return call.args[2] if found is ABSENT else found


def _setattr(interpreter: Interpreter, call: Call) -> Value:
    """`setattr(x, name, value)`, and `delattr(x, name)`."""
    name, new = resolve(call.get(1, "name")), call.get(2, "value", ABSENT)
    if isinstance(name, str):
        interpreter.set_attribute(call.args[0], name, new, call.node)
    target = resolve(call.args[0])
    if new is not ABSENT and isinstance(target, (TensorType, Dataset)):
        return Changed(TOP, call.node)  # nobody knows what an attribute of its own changes
    if isinstance(name, str):
        return None
    if new is not ABSENT and isinstance(target, (Class, Instance, Module)):
        set_some(interpreter, target, new)
        library.on_attribute_write(interpreter, target, "", new, call.node)
    elif isinstance(target, (Function, Instance, Module)):
        interpreter.write(target, OPEN, True)
    return None


FUNCTIONS: Final[dict[str, Model]] = {
    "builtins.hasattr": _hasattr,
    "builtins.getattr": _getattr,
    "builtins.setattr": _setattr,
    "builtins.delattr": _setattr,
}
