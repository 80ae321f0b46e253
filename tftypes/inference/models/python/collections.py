"""`collections`: deques, and dicts with a default, an order or counts."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.inference.interpreter.comprehensions import is_constant
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.sequences import merged
from tftypes.inference.interpreter.subscripts import of_mapping
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.lattice import join_all
from tftypes.inference.models.python.builtins import as_mapping
from tftypes.inference.models.python.containers import LIST, limited
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    CLASS,
    DEFAULT,
    HELD,
    LENGTH,
    TOP,
    Container,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq


def _deque(interpreter: Interpreter, call: Call) -> Value:
    made = interpreter.list(interpreter.some_items(call.args[0]) if call.args else (), "deque")
    length = resolve(call.get(1, "maxlen"))
    if length is not None:
        interpreter.write(made, LENGTH, length)
        interpreter.write(made, "contents", limited(made, made.contents))
    return made


def _dict(cls: str, interpreter: Interpreter, call: Call) -> Container:
    contents = as_mapping(interpreter, call.args[0]) if call.args else Mapped({})
    named = {name: value for name, value in call.kwargs.items() if name != "**"}
    more = Mapped(named, frozenset(), call.kwargs.get("**", ABSENT))
    made = interpreter.list(merged(contents, more), "dict")
    interpreter.write(made, CLASS, f"collections.{cls}")
    return made


def _default_dict(interpreter: Interpreter, call: Call) -> Value:
    factory = call.args[0] if call.args else None
    made = _dict("defaultdict", interpreter, call.without_first())
    if factory is not None:
        interpreter.write(made, DEFAULT, factory)
    return made


def _counter(interpreter: Interpreter, call: Call) -> Value:
    counts: Value = Mapped(dict(call.kwargs))
    given = resolve(call.args[0]) if call.args else None
    if isinstance(given, Container) and given.kind == "dict":
        counts = given.contents
    elif given is not None:
        items = interpreter.known_items(given)
        if items is None or not all(map(is_constant, items)):
            counts = Mapped({}, frozenset(), PyValue("int"))
        else:
            counts = Mapped({each: items.count(each) for each in items})
    made = interpreter.list(counts, "dict")
    interpreter.write(made, CLASS, "collections.Counter")
    return made


def _update_counts(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(call.receiver, "contents", Mapped({}, frozenset(), PyValue("int")))
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
    return interpreter.list(Seq((), TOP), "iterator")


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


def _length(interpreter: Interpreter, value: Container) -> Value:
    return value.read(LENGTH, None)


def _data(interpreter: Interpreter, value: Instance) -> Value:
    return value.read(HELD, TOP)


def _default_factory(interpreter: Interpreter, value: Container) -> Value:
    return value.read(DEFAULT, None)


def _chain_map(interpreter: Interpreter, call: Call) -> Value:
    """The first map that has a key: what is in them is not followed further."""
    parts = [resolve(each) for each in call.args]
    if any(is_unknown(each) or not isinstance(each, Container) for each in parts):
        return TOP
    values = join_all(
        value for each in parts for value in (*each.contents.known.values(), each.contents.rest)
    )
    return interpreter.list(Mapped({}, frozenset(), values), "dict")


FUNCTIONS: Final[dict[str, Model]] = {
    "collections.deque": _deque,
    "collections.OrderedDict": partial(_dict, "OrderedDict"),
    "collections.UserDict": partial(_dict, "UserDict"),
    "collections.UserList": lambda interpreter, call: interpreter.list(
        interpreter.items(call.args[0]) if call.args else ()
    ),
    "collections.defaultdict": _default_dict,
    "collections.Counter": _counter,
    "collections.ChainMap": _chain_map,
}
CLASSES: Final = {
    "collections.deque": LibraryClass(
        methods={
            **LIST,
            "appendleft": _append_left,
            "extendleft": _extend_left,
            "popleft": _pop_left,
            "rotate": _rotate,
        },
        attributes={"maxlen": _length},
    ),
    "collections.OrderedDict": LibraryClass(methods={"move_to_end": _move_to_end}),
    "collections.defaultdict": LibraryClass(attributes={"default_factory": _default_factory}),
    "collections.Counter": LibraryClass(
        methods={
            "most_common": _most_common,
            "elements": _elements,
            "update": _update_counts,
            "subtract": _update_counts,
        }
    ),
    **{
        f"collections.{name}": LibraryClass(attributes={"data": _data})
        for name in ("UserDict", "UserList")
    },
}
