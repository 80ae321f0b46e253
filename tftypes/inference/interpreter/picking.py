"""What a sequence or a dict holds under an index or a key, where that is known and where it is not."""

from __future__ import annotations

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import is_constant, key_in
from tftypes.inference.interpreter.tables import Raised
from tftypes.inference.lattice import all_items, any_of
from tftypes.inference.objects import TOP, Container, Value, plain, python_type, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, OneOf


def one_of(interpreter: Interpreter, items: Value) -> Value:
    """One of some items."""
    found = any_of(items)
    if found is TOP:
        blur(interpreter, items)
    return found


def blur(interpreter: Interpreter, items: Value) -> None:
    """Somebody gets some of these and may change them, and nobody knows which."""
    parts = () if items is None else all_items(items)
    interpreter.tables.forget(interpreter, [each for each in parts if isinstance(each, Container)])


def at(items: Value, index: int) -> Value:
    if isinstance(items, tuple):
        if -len(items) <= index < len(items):
            return items[index]
        raise Raised("builtins.IndexError")
    if 0 <= index < len(items.prefix):
        return items.prefix[index]
    return any_of(items) if index < 0 else items.rest


def of_mapping(contents: Mapped, key: Value) -> Value:
    """What a dict holds under a key. Raises Raised where it holds nothing for sure."""
    key = resolve(key)
    if (found := key_in(contents.known, key)) is not ABSENT:
        if found in contents.known:
            return contents.known[found]
        if (
            contents.rest is ABSENT
            and is_constant(plain(key))
            and all(map(is_constant, contents.known))
        ):
            raise Raised("builtins.KeyError", repr(key))
        return TOP if contents.rest is ABSENT else contents.rest
    if python_type(key) is None and not isinstance(key, OneOf):
        # What stands under all keys is one object: what the program changes of it, it changes here.
        is_object = not contents.known and isinstance(contents.rest, Container)
        return contents.rest if is_object else TOP
    rest = () if contents.rest is ABSENT else (contents.rest,)
    return any_of((*contents.known.values(), *rest))
