"""`collections`: deques, and dicts with a default, an order or counts."""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import is_constant
from tftypes.inference.interpreter.picking import of_mapping
from tftypes.inference.interpreter.sequences import LONGEST, merged
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, reading
from tftypes.inference.interpreter.value_operators import on_values
from tftypes.inference.models.python.builtins import new_dict
from tftypes.inference.models.python.containers import LIST, limited
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import (
    CLASS,
    DEFAULT,
    HELD,
    LENGTH,
    TOP,
    Container,
    External,
    Instance,
    Value,
    resolve,
)
from tftypes.inference.values import Mapped, Seq


def _deque(interpreter: Interpreter, call: Call) -> Value:
    made = interpreter.list(interpreter.some_items(call.args[0]) if call.args else (), "deque")
    length = resolve(call.get(1, "maxlen"))
    if length is not None:
        interpreter.write(made, LENGTH, length)
        interpreter.write(made, "contents", limited(made, made.contents))
    return made


def _dict(cls: str, interpreter: Interpreter, call: Call) -> Container:
    made = new_dict(interpreter, call)
    interpreter.write(made, CLASS, f"collections.{cls}")
    return made


def _default_dict(interpreter: Interpreter, call: Call) -> Value:
    factory = call.args[0] if call.args else None
    made = _dict("defaultdict", interpreter, call.without_first())
    if factory is not None:
        interpreter.write(made, DEFAULT, factory)
    return made


def _counts(interpreter: Interpreter, call: Call) -> Mapped:
    """How often each item is in what is given."""
    counts = Mapped(dict(call.kwargs))
    given = resolve(call.args[0]) if call.args else None
    if isinstance(given, Container) and given.kind == "dict":
        counts = given.contents
    elif given is not None:
        items = interpreter.known_items(given)
        if items is None or not all(map(is_constant, items)):
            counts = Mapped({}, frozenset(), PyValue("int"))
        else:
            counts = Mapped({each: items.count(each) for each in items})
    return counts


def _counter(interpreter: Interpreter, call: Call) -> Value:
    made = interpreter.list(_counts(interpreter, call), "dict")
    interpreter.write(made, CLASS, "collections.Counter")
    return made


def _update_counts(sign: str, interpreter: Interpreter, call: Call) -> Value:
    old, more = call.receiver.contents, _counts(interpreter, call)
    new = Mapped({}, frozenset(), PyValue("int"))
    if old.is_whole and more.is_whole:
        known = {
            key: on_values(interpreter, sign, old.known.get(key, 0), count, call.node)
            for key, count in more.known.items()
        }
        new = Mapped({**old.known, **known})
    interpreter.write(call.receiver, "contents", new)
    return None


def _most_common(interpreter: Interpreter, call: Call) -> Value:
    contents, wanted = call.receiver.contents, resolve(call.get(0, "n"))
    known = contents.is_whole
    if known and all(isinstance(each, int) for each in contents.known.values()):
        pairs = sorted(contents.known.items(), key=lambda pair: -pair[1])
        if wanted is None or isinstance(wanted, int):
            return interpreter.list(tuple(pairs[:wanted]))
    return interpreter.list(Seq((), (TOP, PyValue("int"))))


def _elements(interpreter: Interpreter, call: Call) -> Value:
    contents = call.receiver.contents
    counts = contents.known.values()
    if contents.is_whole and all(type(n) is int for n in counts):
        items = [key for key, count in contents.known.items() for _ in range(min(count, LONGEST))]
        if len(items) < LONGEST:
            return interpreter.list(tuple(items), "iterator")
    return interpreter.list(Seq((), TOP), "iterator")


def _total(interpreter: Interpreter, call: Call) -> Value:
    values = interpreter.method(call.receiver, "values", [], call.node)
    return interpreter.call(External("builtins.sum"), [values], {}, call.node)


def _move_to_end(interpreter: Interpreter, call: Call) -> Value:
    contents, key = call.receiver.contents, resolve(call.args[0])
    last = interpreter.truth(call.get(1, "last", True))
    if last is None or key not in contents.known:
        return None
    value = of_mapping(contents, key)
    others = {name: each for name, each in contents.known.items() if name != key}
    known = {**others, key: value} if last else {key: value, **others}
    interpreter.write(call.receiver, "contents", Mapped(known, contents.optional, contents.rest))
    return None


def _append_left(interpreter: Interpreter, call: Call) -> Value:
    contents = call.receiver.contents
    if isinstance(contents, tuple):
        new: Value = (call.args[0], *contents)
    else:
        new = Seq((call.args[0], *contents.prefix), contents.rest)
    interpreter.write(call.receiver, "contents", limited(call.receiver, new, left=True))
    return None


def _extend_left(interpreter: Interpreter, call: Call) -> Value:
    for each in interpreter.known_items(call.args[0]) or ():
        _append_left(interpreter, Call([each], {}, call.node, receiver=call.receiver))
    return None


def _pop_left(interpreter: Interpreter, call: Call) -> Value:
    return LIST["pop"](interpreter, Call([0], {}, call.node, call.name, call.receiver))


def _rotate(interpreter: Interpreter, call: Call) -> Value:
    contents, steps = call.receiver.contents, resolve(call.get(0, "n", 1))
    if isinstance(contents, tuple) and isinstance(steps, int):
        place = -steps % len(contents) if contents else 0
        new: Value = contents[place:] + contents[:place]
    else:
        new = Seq((), interpreter.any_item(call.receiver))
    interpreter.write(call.receiver, "contents", new)
    return None


_CHAIN: Final = "collections.ChainMap"


def _chain_map(interpreter: Interpreter, call: Call) -> Value:
    """The first map that has a key gives its value; what is written goes into the first one."""
    parts = [resolve(each) for each in call.args] or [interpreter.list(Mapped({}), "dict")]
    if not all(isinstance(each, Container) and each.kind == "dict" for each in parts):
        return TOP
    return interpreter.instance(_CHAIN, {"maps": interpreter.list(tuple(parts))})


def _maps(interpreter: Interpreter, value: Instance) -> tuple[Container, ...]:
    found = interpreter.known_items(value.read("maps"))
    if found is None:
        raise Unsure
    return found


def _flattened(interpreter: Interpreter, value: Instance) -> Container:
    """One dict with what a chain of them shows."""
    contents = Mapped({})
    for each in reversed(_maps(interpreter, value)):
        contents = merged(contents, each.contents)
    return interpreter.list(contents, "dict")


def _of_chain(name: str, interpreter: Interpreter, call: Call) -> Value:
    read = _flattened(interpreter, call.receiver)
    return interpreter.method(read, name, call.args, call.node, call.kwargs)


def _in_first(name: str, interpreter: Interpreter, call: Call) -> Value:
    first = _maps(interpreter, call.receiver)[0]
    return interpreter.method(first, name, call.args, call.node, call.kwargs)


def _new_child(interpreter: Interpreter, call: Call) -> Value:
    first = call.get(0, "m", None)
    first = interpreter.list(Mapped(dict(call.kwargs)), "dict") if first is None else first
    return _chain_map(interpreter, Call([first, *_maps(interpreter, call.receiver)], {}, call.node))


def _parents(interpreter: Interpreter, value: Instance) -> Value:
    return _chain_map(interpreter, Call(_maps(interpreter, value)[1:], {}, ast.Constant(0)))


#: Methods of a chain: those that read all of its maps, and those that change the first one.
_READING: Final = ("__getitem__", "__contains__", "__len__", "__iter__", "get", "keys", "values", "items")  # fmt: skip
_CHANGING: Final = ("__setitem__", "__delitem__", "update", "pop", "popitem", "clear", "setdefault")
FUNCTIONS: Final[dict[str, Model]] = {
    "collections.deque": _deque,
    "collections.OrderedDict": partial(_dict, "OrderedDict"),
    "collections.UserDict": partial(_dict, "UserDict"),
    "collections.UserList": lambda interpreter, call: interpreter.list(
        interpreter.items(call.args[0]) if call.args else ()
    ),
    "collections.defaultdict": _default_dict,
    "collections.Counter": _counter,
    _CHAIN: _chain_map,
}
CLASSES: Final = {
    _CHAIN: LibraryClass(
        methods={
            **{name: partial(_of_chain, name) for name in _READING},
            **{name: partial(_in_first, name) for name in _CHANGING},
            "new_child": _new_child,
        },
        attributes={"parents": _parents},
    ),
    "collections.deque": LibraryClass(
        methods={
            **LIST,
            "appendleft": _append_left,
            "extendleft": _extend_left,
            "popleft": _pop_left,
            "rotate": _rotate,
        },
        attributes={"maxlen": reading(LENGTH, None)},
    ),
    "collections.OrderedDict": LibraryClass(methods={"move_to_end": _move_to_end}),
    "collections.defaultdict": LibraryClass(attributes={"default_factory": reading(DEFAULT, None)}),
    "collections.Counter": LibraryClass(
        methods={
            "most_common": _most_common,
            "elements": _elements,
            "total": _total,
            "update": partial(_update_counts, "+"),
            "subtract": partial(_update_counts, "-"),
        }
    ),
    **{
        f"collections.{name}": LibraryClass(attributes={"data": reading(HELD)})
        for name in ("UserDict", "UserList")
    },
}
