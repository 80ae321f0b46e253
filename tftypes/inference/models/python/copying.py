"""`copy` and `weakref`: copies of containers and of the program's objects, and references to them."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.lattice import map_items
from tftypes.inference.objects import Class, Container, External, Instance, Value, resolve
from tftypes.inference.values import Mapped, Native, Seq


def _copy(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "x"))
    if isinstance(value, Instance) and _has(value, "__copy__"):
        return interpreter.method(value, "__copy__", [], call.node)
    if isinstance(value, (Container, Instance)):
        made = _blank(interpreter, value)
        for slot in value.written():
            interpreter.write(made, slot, value.read(slot))
        return made
    return value


def _deep_copy(interpreter: Interpreter, call: Call) -> Value:
    return _deep(interpreter, call.get(0, "x"), {}, call.node)


def _deep(interpreter: Interpreter, value: Value, done: dict[int, Value], node: ast.AST) -> Value:
    """A copy of a value and of all that it holds; one object has one copy."""
    value = resolve(value)
    if isinstance(value, Instance) and _has(value, "__deepcopy__"):
        memo = interpreter.list(Mapped({}), "dict")
        return interpreter.method(value, "__deepcopy__", [memo], node)
    if isinstance(value, (Container, Instance)):
        if id(value) not in done:
            done[id(value)] = made = _blank(interpreter, value)
            for slot in value.written():
                interpreter.write(made, slot, _deep(interpreter, value.read(slot), done, node))
        return done[id(value)]
    if isinstance(value, (tuple, Seq)):
        return map_items(lambda each: _deep(interpreter, each, done, node), value)
    if isinstance(value, Mapped):
        known = {key: _deep(interpreter, each, done, node) for key, each in value.known.items()}
        return Mapped(known, value.optional, _deep(interpreter, value.rest, done, node))
    return value


def _has(value: Instance, name: str) -> bool:
    return isinstance(value.cls, Class) and value.cls.find(name) is not None


def _blank(interpreter: Interpreter, value: Container | Instance) -> Container | Instance:
    if isinstance(value, Container):
        return Container(interpreter.trail, value.kind, ())
    if isinstance(value.cls, Class) and "members" in value.cls.facts:
        return value  # there is one of each member
    return Instance(interpreter.trail, value.cls)


def _reference(interpreter: Interpreter, call: Call) -> Value:
    """`weakref.ref(x)`: gives the object, which something else keeps."""
    value = call.args[0]
    return Native("weakref", lambda interpreter, call: value)


FUNCTIONS: Final[dict[str, Model]] = {
    "copy.copy": _copy,
    "copy.deepcopy": _deep_copy,
    **dict.fromkeys(("weakref.ref", "weakref.WeakMethod"), _reference),
    "weakref.proxy": lambda interpreter, call: call.args[0],
    **{
        f"weakref.Weak{kind}": lambda interpreter, call, name=name: interpreter.call(
            External(f"builtins.{name}"), call.args, call.kwargs, call.node
        )
        for kind, name in (
            ("KeyDictionary", "dict"),
            ("ValueDictionary", "dict"),
            ("Set", "set"),
        )
    },
}
