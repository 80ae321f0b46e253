"""`collections.abc`: what a class of the program gets for the few methods that it defines.

A mapping, sequence or set of its own answers as the dict, list or set of its items would.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from tftypes.inference.interpreter.comprehensions import mapped
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import tried
from tftypes.inference.interpreter.operators import binary
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised, itself
from tftypes.inference.lattice import join
from tftypes.inference.models.python.builtins import with_items_of
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import TOP, Container, External, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped

_KEY_ERROR: Final = "builtins.KeyError"


def _items(interpreter: Interpreter, value: Value) -> tuple[Value, ...]:
    found = interpreter.known_items(value)
    if found is None:
        interpreter.escape((value,))
        raise Unsure
    return found


def _length(interpreter: Interpreter, call: Call) -> int:
    found = resolve(interpreter.method(call.receiver, "__len__", [], call.node))
    if not isinstance(found, int):
        interpreter.escape((call.receiver,))
        raise Unsure
    return found


def _dict(interpreter: Interpreter, call: Call) -> Container:
    keys = _items(interpreter, call.receiver)
    pairs = [(key, interpreter.item(call.receiver, key, call.node)) for key in keys]
    return interpreter.list(mapped(pairs), "dict")


def _list(interpreter: Interpreter, call: Call) -> Container:
    places = range(_length(interpreter, call))
    return interpreter.list(
        tuple(interpreter.item(call.receiver, each, call.node) for each in places)
    )


def _set(interpreter: Interpreter, call: Call) -> Container:
    return interpreter.list(_items(interpreter, call.receiver), "set")


def _as(
    make: Callable[[Interpreter, Call], Container], name: str, interpreter: Interpreter, call: Call
) -> Value:
    """What the container of its items gives."""
    made = make(interpreter, call)
    return interpreter.method(made, name, call.args, call.node, call.kwargs)


# -- mappings -----------------------------------------------------------------------------------------------------------


def _found(interpreter: Interpreter, call: Call) -> tuple[bool | None, Value]:
    """Whether a mapping has not the key, None where that is not known, and what it has there."""
    read = partial(interpreter.item, call.receiver, call.args[0], call.node)
    return tried(interpreter, read, External(_KEY_ERROR))


def _get(interpreter: Interpreter, call: Call) -> Value:
    (lacks, item), default = _found(interpreter, call), call.get(1, "default")
    return default if lacks else item if lacks is False else join(item, default)


def _has(interpreter: Interpreter, call: Call) -> Value:
    lacks, _ = _found(interpreter, call)
    return PyValue("bool") if lacks is None else not lacks


def _pop(interpreter: Interpreter, call: Call) -> Value:
    lacks, item = _found(interpreter, call)
    if lacks and len(call.args) == 1 and not call.kwargs:
        raise Raised(_KEY_ERROR)
    if lacks is not False:
        return call.get(1, "default") if lacks else TOP
    interpreter.set_item(call.receiver, call.args[0], ABSENT, call.node)
    return item


def _pop_item(interpreter: Interpreter, call: Call) -> Value:
    keys = _items(interpreter, call.receiver)
    if not keys:
        raise Raised(_KEY_ERROR)
    return keys[0], interpreter.method(call.receiver, "pop", [keys[0]], call.node)


def _set_default(interpreter: Interpreter, call: Call) -> Value:
    lacks, item = _found(interpreter, call)
    if lacks is False:
        return item
    default = call.get(1, "default")
    interpreter.set_item(call.receiver, call.args[0], default, call.node)
    return default if lacks else join(item, default)


def _update(interpreter: Interpreter, call: Call) -> Value:
    contents = with_items_of(interpreter, Mapped({}), call)
    if not contents.is_whole:
        interpreter.escape((call.receiver,))
    for key, value in contents.known.items():
        interpreter.set_item(call.receiver, key, value, call.node)
    return None


def _clear(interpreter: Interpreter, call: Call) -> Value:
    for key in reversed(_items(interpreter, call.receiver)):
        interpreter.set_item(call.receiver, key, ABSENT, call.node)
    return None


# -- sequences and sets -------------------------------------------------------------------------------------------------


def _append(interpreter: Interpreter, call: Call) -> Value:
    place = _length(interpreter, call)
    return interpreter.method(call.receiver, "insert", [place, call.args[0]], call.node)


def _extend(interpreter: Interpreter, call: Call) -> Value:
    for each in _items(interpreter, call.args[0]):
        interpreter.method(call.receiver, "append", [each], call.node)
    interpreter.drain(call.args[0])
    return call.receiver if call.name.endswith("__iadd__") else None


def _pop_at(interpreter: Interpreter, call: Call) -> Value:
    place = call.get(0, "index", -1)
    item = interpreter.item(call.receiver, place, call.node)
    interpreter.set_item(call.receiver, place, ABSENT, call.node)
    return item


def _remove(interpreter: Interpreter, call: Call) -> Value:
    place = interpreter.method(call.receiver, "index", call.args, call.node)
    interpreter.set_item(call.receiver, place, ABSENT, call.node)
    return None


def _empty(interpreter: Interpreter, call: Call) -> Value:
    for place in reversed(range(_length(interpreter, call))):
        interpreter.set_item(call.receiver, place, ABSENT, call.node)
    return None


def _combined(sign: str, interpreter: Interpreter, call: Call) -> Value:
    """`a & b`: of the class of the first, which takes any items."""
    parts = [
        interpreter.list(_items(interpreter, each), "set") for each in (call.receiver, call.args[0])
    ]
    found = binary(interpreter, sign, parts[0], parts[1], call.node)
    cls = interpreter.attribute(call.receiver, "__class__", call.node)
    return interpreter.call(cls, [interpreter.list(_items(interpreter, found))], {}, call.node)


_MAPPING: Final[dict[str, Model]] = {
    "get": _get,
    "__contains__": _has,
    **{name: partial(_as, _dict, name) for name in ("keys", "values", "items", "__eq__", "__ne__")},
}
_SEQUENCE: Final[dict[str, Model]] = {
    name: partial(_as, _list, name) for name in ("__iter__", "__contains__", "index", "count")
}
_SEQUENCE["__reversed__"] = lambda interpreter, call: interpreter.call(
    External("builtins.reversed"), [_list(interpreter, call)], {}, call.node
)
_SET: Final[dict[str, Model]] = {
    **{f"__{name}__": partial(_combined, sign) for name, sign in {"and": "&", "or": "|", "sub": "-", "xor": "^"}.items()},
    **{name: partial(_as, _set, name) for name in ("__le__", "__lt__", "__ge__", "__gt__", "__eq__", "isdisjoint")},
}  # fmt: skip
_METHODS: Final[dict[str, dict[str, Model]]] = {
    "Mapping": _MAPPING,
    "MutableMapping": {
        **_MAPPING,
        "pop": _pop,
        "popitem": _pop_item,
        "setdefault": _set_default,
        "update": _update,
        "clear": _clear,
    },
    "Sequence": _SEQUENCE,
    "MutableSequence": {
        **_SEQUENCE,
        "append": _append,
        "extend": _extend,
        "__iadd__": _extend,
        "pop": _pop_at,
        "remove": _remove,
        "clear": _empty,
    },
    "Set": _SET,
    "MutableSet": _SET,
    "AsyncIterator": {"__aiter__": itself},
}
CLASSES: Final = {
    f"{module}.{'AbstractSet' if (module, name) == ('typing', 'Set') else name}": LibraryClass(
        methods=methods
    )
    for module in ("collections.abc", "typing")
    for name, methods in _METHODS.items()
}
