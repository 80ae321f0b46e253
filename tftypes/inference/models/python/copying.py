"""`copy`, `pickle` and `weakref`: copies of containers and of the program's objects, and references to them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, argument, calling
from tftypes.inference.lattice import map_items
from tftypes.inference.objects import OWNER, TOP, Class, Container, Instance, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Native, Seq

#: What a class says of pickling, which copies ask it, too.
_PICKLING: Final = ("__reduce__", "__getstate__", "__setstate__")
#: The slot of bytes with what was pickled.
_PICKLED: Final = "<pickled>"


def _copy(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "x"))
    if isinstance(value, Instance) and _has(value, "__copy__"):
        return interpreter.method(value, "__copy__", [], call.node)
    if isinstance(value, Instance) and any(_has(value, each) for each in _PICKLING):
        return _rebuilt(interpreter, value, lambda each: each, call.node)
    if isinstance(value, (Container, Instance)):
        made = _blank(interpreter, value)
        for slot in _slots(value):
            interpreter.write(made, slot, value.read(slot))
        return made
    return value


def _slots(value: Container | Instance) -> list[Any]:
    """What a copy has as well: of `vars(x)` it has the items alone."""
    return [slot for slot in value.written() if slot != OWNER]


def _rebuilt(
    interpreter: Interpreter, value: Instance, copied: Callable[[Value], Value], node: ast.AST
) -> Value:
    """A copy by what the class says of pickling: what makes it, its state, and what takes the state."""
    made, state = _blank(interpreter, value), ABSENT
    if _has(value, "__reduce__"):
        parts = interpreter.known_items(interpreter.method(value, "__reduce__", [], node))
        args = None if parts is None or len(parts) < 2 else interpreter.known_items(parts[1])
        if parts is None or args is None:
            return TOP
        made = resolve(interpreter.call(parts[0], [copied(each) for each in args], {}, node))
        state = copied(parts[2]) if len(parts) > 2 else None
        if state is None or not isinstance(made, Instance):
            return made
    elif _has(value, "__getstate__"):
        state = copied(interpreter.method(value, "__getstate__", [], node))
    else:
        state = copied(interpreter.attribute(value, "__dict__", node))
    if isinstance(made, Instance) and _has(made, "__setstate__"):
        interpreter.method(made, "__setstate__", [state], node)
        return made
    items = getattr(resolve(state), "contents", None)
    if not isinstance(items, Mapped) or not items.is_whole:
        return TOP
    for name, each in items.known.items():
        interpreter.write(made, name, each)
    return made


def _deep_copy(interpreter: Interpreter, call: Call) -> Value:
    return _Copies(interpreter, call.node, ("__deepcopy__", *_PICKLING)).of(call.get(0, "x"))


def _dumped(interpreter: Interpreter, call: Call) -> Value:
    """`pickle.dumps(x)`: bytes that hold a copy; its classes are asked where it is loaded."""
    copied = _Copies(interpreter, call.node).of(call.get(0, "obj"))
    return interpreter.instance("builtins.bytes", {_PICKLED: copied})


def _loaded(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "data"))
    kept = value.read(_PICKLED) if isinstance(value, Instance) else ABSENT
    return TOP if kept is ABSENT else _Copies(interpreter, call.node, _PICKLING).of(kept)


class _Copies:
    """Copies of values and of all that they hold; one object has one copy. Classes are asked for the hooks alone."""

    def __init__(self, interpreter: Interpreter, node: ast.AST, hooks: Sequence[str] = ()) -> None:
        self.interpreter, self.node, self.hooks = interpreter, node, hooks
        self.done: dict[int, Value] = {}

    def of(self, value: Value) -> Value:
        value = resolve(value)
        if isinstance(value, (Container, Instance)):
            if id(value) not in self.done:
                self.done[id(value)] = TOP  # of a circle through a hook nothing is known
                self._object(value)
            return self.done[id(value)]
        if isinstance(value, (tuple, Seq)):
            return map_items(self.of, value)
        if isinstance(value, Mapped):
            known = {key: self.of(each) for key, each in value.known.items()}
            return Mapped(known, value.optional, self.of(value.rest))
        return value

    def _object(self, value: Container | Instance) -> None:
        interpreter, key = self.interpreter, id(value)
        hook = next((each for each in self.hooks if _has(value, each)), None)
        if hook == "__deepcopy__":
            memo = interpreter.list(Mapped({}), "dict")
            self.done[key] = interpreter.method(value, hook, [memo], self.node)
        elif hook is not None and isinstance(value, Instance):
            self.done[key] = _rebuilt(interpreter, value, self.of, self.node)
        else:
            self.done[key] = made = _blank(interpreter, value)
            for slot in _slots(value):
                interpreter.write(made, slot, self.of(value.read(slot)))


def _has(value: Value, name: str) -> bool:
    cls = value.cls if isinstance(value, Instance) else None
    return isinstance(cls, Class) and cls.find(name) is not None


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
    "pickle.dumps": _dumped,
    "pickle.loads": _loaded,
    **dict.fromkeys(("weakref.ref", "weakref.WeakMethod"), _reference),
    "weakref.proxy": argument(0, "object"),
    **{f"weakref.Weak{kind}Dictionary": calling("builtins.dict") for kind in ("Key", "Value")},
    "weakref.WeakSet": calling("builtins.set"),
}
