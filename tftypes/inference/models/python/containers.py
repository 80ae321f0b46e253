"""Methods of lists, tuples, sets, dicts and iterators."""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.comparisons import check_compared, contains
from tftypes.inference.interpreter.comprehensions import distinct
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import is_constant, is_key
from tftypes.inference.interpreter.item_writes import set_contents, with_item
from tftypes.inference.interpreter.iteration import view_items
from tftypes.inference.interpreter.mixed_texts import are_mixed, decoded
from tftypes.inference.interpreter.operators import binary, by_sign
from tftypes.inference.interpreter.picking import of_mapping
from tftypes.inference.interpreter.python_values import kind_of
from tftypes.inference.interpreter.refusals import explained
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.sequences import concatenated
from tftypes.inference.interpreter.signs import COMPARISONS
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised
from tftypes.inference.lattice import all_items, any_of, join, join_all, same
from tftypes.inference.models.python.builtins import FUNCTIONS as BUILTINS
from tftypes.inference.models.python.builtins import with_items_of
from tftypes.inference.models.python.ordering import in_order
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import (
    EXPLAINED,
    INDEXED,
    LENGTH,
    OWNER,
    TOP,
    VIEWED,
    Container,
    Value,
    is_iterator,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq


def _items(interpreter: Interpreter, value: Value) -> Value:
    found = interpreter.some_items(value)
    interpreter.drain(value)
    return found


def _append(interpreter: Interpreter, call: Call) -> Value:
    items = concatenated(call.receiver.contents, (call.args[0],))
    interpreter.write(call.receiver, "contents", limited(call.receiver, items))
    return None


def limited(deque: Container, items: Value, left: bool = False) -> Value:
    """What of these items a deque with a greatest length keeps."""
    most = deque.read(LENGTH, None)
    if most is None:
        return items
    if not isinstance(items, tuple) or not isinstance(most, int):
        return Seq((), any_of(items))
    return items[:most] if left else items[max(len(items) - most, 0) :]


def _extend(interpreter: Interpreter, call: Call) -> Value:
    items = concatenated(call.receiver.contents, _items(interpreter, call.args[0]))
    interpreter.write(call.receiver, "contents", limited(call.receiver, items))
    return None


def _insert(interpreter: Interpreter, call: Call) -> Value:
    items, place = call.receiver.contents, resolve(call.args[0])
    if isinstance(items, tuple) and isinstance(place, int):
        changed = list(items)
        changed.insert(place, call.args[1])
        new: Value = tuple(changed)
    else:
        new = Seq((), join_all((*all_items(items), call.get(1, "object"))))
    interpreter.write(call.receiver, "contents", new)
    return None


def _pop(interpreter: Interpreter, call: Call) -> Value:
    items, place = call.receiver.contents, resolve(call.get(0, "index", -1))
    if isinstance(items, tuple) and isinstance(place, int):
        if not -len(items) <= place < len(items):
            raise Raised("builtins.IndexError")
        changed = list(items)
        value = changed.pop(place)
        interpreter.write(call.receiver, "contents", tuple(changed))
        return value
    if isinstance(items, Seq) and place == 0 and items.prefix:
        interpreter.write(call.receiver, "contents", Seq(items.prefix[1:], items.rest))
        return items.prefix[0]
    value = any_of(items)
    interpreter.write(call.receiver, "contents", Seq((), value))
    return value


def _remove(interpreter: Interpreter, call: Call) -> Value:
    items = call.receiver.contents
    known = isinstance(items, tuple) and all(
        is_key(each) or is_iterator(each) for each in (*items, call.args[0])
    )
    if known and call.args[0] in items:
        place = items.index(call.args[0])
        interpreter.write(call.receiver, "contents", items[:place] + items[place + 1 :])
    elif known:
        if not call.name.endswith(".discard"):
            is_set = call.receiver.kind == "set"
            raise Raised("builtins.KeyError" if is_set else "builtins.ValueError")
    else:
        interpreter.write(call.receiver, "contents", Seq((), any_of(items)))
    return None


def _clear(interpreter: Interpreter, call: Call) -> Value:
    empty: Value = Mapped({}) if call.receiver.kind == "dict" else ()
    set_contents(interpreter, call.receiver, empty)
    return None


def _reverse(interpreter: Interpreter, call: Call) -> Value:
    items = call.receiver.contents
    interpreter.write(
        call.receiver,
        "contents",
        items[::-1] if isinstance(items, tuple) else Seq((), any_of(items)),
    )
    return None


def _sort(interpreter: Interpreter, call: Call) -> Value:
    made = in_order(interpreter, Call([call.receiver], call.kwargs, call.node))
    interpreter.write(call.receiver, "contents", made.contents)
    return None


def _copy(interpreter: Interpreter, call: Call) -> Value:
    made = interpreter.list(call.receiver.contents, call.receiver.kind)
    for slot in call.receiver.written():
        if slot != OWNER:
            interpreter.write(made, slot, call.receiver.read(slot))
    return made


def _index(interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.some_items(call.receiver)
    function = call.node.func if isinstance(call.node, ast.Call) else None
    if isinstance(function, ast.Attribute) and isinstance(call.node, ast.Call) and call.node.args:
        one, several = ast.unparse(call.node.args[0]), ast.unparse(function.value)
        instead = f"tf.argmax(tf.cast({one} == tf.constant({several}), tf.int32))"
        wanted = resolve(call.args[0])
        check_compared(interpreter, items, wanted, call.node, "index()", instead)
    wanted = resolve(call.get(0, "value"))
    if isinstance(items, tuple) and items and all(are_mixed(each, wanted) for each in items):
        given, code = kind_of(wanted), argument_of(call.node, 0, "value")
        hint = f"; {decoded(code)} is text" if given == "bytes" and code is not None else ""
        words = f".index(): no item is {given}: the items are {kind_of(items[0])}{hint}"
        interpreter.refuse(call.node, "tf-value", words, "builtins.ValueError")
    if isinstance(items, tuple) and all(is_key(each) for each in (*items, call.args[0])):
        for i, each in enumerate(items):
            if same(each, call.args[0]):
                return i
        if (words := call.receiver.read(EXPLAINED)) is ABSENT:
            raise Raised("builtins.ValueError")
        owner = getattr(getattr(function, "value", None), "value", None)
        written = "model" if owner is None else ast.unparse(owner)
        code = call.receiver.read(INDEXED, "").format(written, repr(wanted))
        words = f".index(): no item is {wanted!r}: {words}{code and f'; {code}'}"
        interpreter.refuse(call.node, "tf-value", words, "builtins.ValueError")
    return PyValue("int")


def _count(interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.known_items(call.receiver)
    wanted = resolve(call.args[0])
    if items is None or not all(is_constant(resolve(each)) for each in (*items, wanted)):
        return PyValue("int")
    return [resolve(each) for each in items].count(wanted)


# -- dicts --------------------------------------------------------------------------------------------------------------


def _get(interpreter: Interpreter, call: Call) -> Value:
    contents, key = call.receiver.contents, resolve(call.args[0])
    default = call.get(1, "default")
    found = contains(interpreter, call.receiver, key, call.node)
    words = call.receiver.read(EXPLAINED)
    is_nothing = found is False and default is None and words is not ABSENT
    why = explained(interpreter, words, to_rule(key), contents) if is_nothing else None
    interpreter.tell_nothing(call.node, why)
    if found is False:
        return default
    value = of_mapping(contents, key)
    return value if found else join(value, default)


def _set_default(interpreter: Interpreter, call: Call) -> Value:
    value = _get(interpreter, call)
    new = with_item(call.receiver.contents, resolve(call.args[0]), value)
    set_contents(interpreter, call.receiver, new)
    return value


def _pop_key(interpreter: Interpreter, call: Call) -> Value:
    contents, key = call.receiver.contents, resolve(call.args[0])
    value = _get(interpreter, call) if len(call.args) > 1 else of_mapping(contents, key)
    set_contents(interpreter, call.receiver, with_item(contents, key, ABSENT))
    return value


def _pop_item(interpreter: Interpreter, call: Call) -> Value:
    contents = call.receiver.contents
    if contents.is_whole:
        if not contents.known:
            raise Raised("builtins.KeyError")
        last = interpreter.truth(call.get(0, "last", True))  # of an OrderedDict
        if last is None:
            raise Unsure
        key = next(reversed(contents.known) if last else iter(contents.known))
        set_contents(interpreter, call.receiver, with_item(contents, key, ABSENT))
        return key, contents.known[key]
    interpreter.write(
        call.receiver, "contents", Mapped(contents.known, frozenset(contents.known), contents.rest)
    )
    return TOP, join_all((*contents.known.values(), contents.rest))


def _update(interpreter: Interpreter, call: Call) -> Value:
    contents = with_items_of(interpreter, call.receiver.contents, call)
    set_contents(interpreter, call.receiver, contents)
    return None


def _view(kind: str, interpreter: Interpreter, call: Call) -> Value:
    made = interpreter.list(view_items(kind, call.receiver.contents), kind)
    interpreter.write(made, VIEWED, call.receiver)
    return made


def _from_keys(interpreter: Interpreter, call: Call) -> Value:
    keys, value = interpreter.known_items(call.args[0]), call.get(1, "value")
    if keys is None or not all(map(is_key, keys)):
        return interpreter.list(Mapped({}, frozenset(), value), "dict")
    return interpreter.list(Mapped(dict.fromkeys(keys, value)), "dict")


# -- sets ---------------------------------------------------------------------------------------------------------------


def _add(interpreter: Interpreter, call: Call) -> Value:
    known = concatenated(call.receiver.contents, (resolve(call.args[0]),))
    interpreter.write(call.receiver, "contents", distinct(known))
    return None


def _extend_set(interpreter: Interpreter, call: Call) -> Value:
    for other in call.args:
        known = concatenated(call.receiver.contents, _items(interpreter, other))
        interpreter.write(call.receiver, "contents", distinct(known))
    return None


def _pop_any(interpreter: Interpreter, call: Call) -> Value:
    """Nobody knows which item a set gives."""
    value = any_of(call.receiver.contents)
    interpreter.write(call.receiver, "contents", Seq((), value))
    return value


def _combined(sign: str, interpreter: Interpreter, call: Call) -> Value:
    result: Value = call.receiver
    for each in call.args:
        other = interpreter.list(_items(interpreter, each), "set")
        result = binary(interpreter, sign, result, other, call.node)
    return result


def _compared(sign: str, interpreter: Interpreter, call: Call) -> Value:
    """`issubset`, `issuperset`: unlike the operators, the methods take any iterable."""
    other = interpreter.list(_items(interpreter, call.args[0]), "set")
    return binary(interpreter, sign, call.receiver, other, call.node)


def _of_receiver(name: str) -> Model:
    """A method that does what a builtin function does."""
    return lambda interpreter, call: BUILTINS[name](
        interpreter, Call([call.receiver], {}, call.node)
    )


def _write(interpreter: Interpreter, call: Call) -> Value:
    new = call.args[1] if len(call.args) > 1 else ABSENT
    interpreter.set_item(call.receiver, call.args[0], new, call.node)
    return None


def _contains(interpreter: Interpreter, call: Call) -> Value:
    found = contains(interpreter, call.receiver, resolve(call.args[0]), call.node)
    return PyValue("bool") if found is None else found


#: What Python's syntax calls on any sequence or mapping.
_SPECIAL: Final[dict[str, Model]] = {
    "__len__": _of_receiver("builtins.len"),
    "__iter__": _of_receiver("builtins.iter"),
    "__getitem__": lambda interpreter, call: interpreter.item(
        call.receiver, call.args[0], call.node
    ),
    "__contains__": _contains,
    **{f"__{name}__": by_sign(sign) for sign, name in COMPARISONS.items()},
}
_WRITING: Final[dict[str, Model]] = {
    **_SPECIAL,
    **dict.fromkeys(("__setitem__", "__delitem__"), _write),
}
_SEQUENCE: Final[dict[str, Model]] = {
    **_SPECIAL,
    "index": _index,
    "count": _count,
    "__add__": by_sign("+"),
    "__mul__": by_sign("*"),
}
LIST: Final[dict[str, Model]] = {
    **_SEQUENCE,
    **_WRITING,
    "append": _append,
    "extend": _extend,
    "insert": _insert,
    "pop": _pop,
    "remove": _remove,
    "clear": _clear,
    "reverse": _reverse,
    "sort": _sort,
    "copy": _copy,
}
_DICT: Final[dict[str, Model]] = {
    **_WRITING,
    "get": _get,
    "setdefault": _set_default,
    "pop": _pop_key,
    "popitem": _pop_item,
    "update": _update,
    **{name: partial(_view, f"dict_{name}") for name in ("keys", "values", "items")},
    "copy": _copy,
    "clear": _clear,
}
_SET: Final[dict[str, Model]] = {
    **_SPECIAL,
    "add": _add,
    "discard": _remove,
    "remove": _remove,
    "update": _extend_set,
    "clear": _clear,
    "copy": _copy,
    "pop": _pop_any,
    "union": partial(_combined, "|"),
    "intersection": partial(_combined, "&"),
    "difference": partial(_combined, "-"),
    "symmetric_difference": partial(_combined, "^"),
    "issubset": partial(_compared, "<="),
    "issuperset": partial(_compared, ">="),
}


def _indices(interpreter: Interpreter, call: Call) -> Value:
    """`slice(1, None, 2).indices(size)`."""
    value, size = call.receiver, resolve(call.args[0])
    parts = [resolve(each) for each in (value.start, value.stop, value.step)]
    if type(size) is int and all(each is None or type(each) is int for each in parts):
        return slice(*parts).indices(size)
    return (PyValue("int"),) * 3


CLASSES: Final = {
    "builtins.slice": LibraryClass(
        methods={"indices": _indices},
        attributes={
            name: lambda _, value, name=name: getattr(value, name)
            for name in ("start", "stop", "step")
        },
    ),
    "builtins.tuple": LibraryClass(methods=_SEQUENCE),
    "builtins.range": LibraryClass(methods=_SEQUENCE),
    "builtins.list": LibraryClass(methods=LIST),
    "builtins.dict": LibraryClass(methods=_DICT),
    "builtins.set": LibraryClass(methods=_SET),
    **{
        f"builtins.dict_{name}": LibraryClass(methods=_SPECIAL)
        for name in ("keys", "values", "items")
    },
    "builtins.frozenset": LibraryClass(methods=_SET),
}
FUNCTIONS: Final[dict[str, Model]] = {"builtins.dict.fromkeys": _from_keys}
