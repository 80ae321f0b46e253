"""Which values have a hash, and which are known to be the same key or another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tftypes.algebra import DType, TensorType
from tftypes.inference.interpreter.certainty import all_hold
from tftypes.inference.objects import (
    DERIVED,
    OPEN,
    Class,
    Container,
    External,
    Function,
    Instance,
    Value,
    plain,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import placeholder_of

#: What a class says of itself where its hash is that of some fields: their names.
HASHED: Final = "hashed"
_OBJECT: Final = "builtins.object"
_UNHASHED: Final = frozenset({"list", "dict", "deque"})


def has_hash(value: Value) -> bool | None:
    """Whether a value has a hash; None where that is not known.

    >>> has_hash(("a", 1)), has_hash(object())
    (True, None)
    """
    value = resolve(value)
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, Class)):
        return True
    if isinstance(value, tuple):
        return all_hold(map(has_hash, value))
    if isinstance(value, Container):
        return False if value.kind in _UNHASHED else None
    if isinstance(value, TensorType):
        is_array = value.kind == "array" and bool(value.shape.rank)  # a scalar of NumPy's has one
        return False if is_array or value.kind in ("tensor", "variable") else None
    return _has_object_hash(value) if isinstance(value, Instance) else None


def _has_object_hash(value: Instance) -> bool | None:
    cls = value.cls
    if not is_known(value) or not isinstance(cls, Class):
        return None
    if (found := cls.find("__hash__")) is None:
        return True
    method, owner = found
    if HASHED in owner.facts:
        return has_hash(tuple(value.read(name) for name in owner.facts[HASHED]))
    return False if resolve(method) is None else None


def is_known(value: Instance) -> bool:
    """Whether all is known of the class of an object: the program has written it, and what it derives from."""
    if not isinstance(value.cls, Class) or value.cls.is_open:
        return False
    if any(value.read(each, ABSENT) is not ABSENT for each in (OPEN, DERIVED)):
        return False
    return all(name == _OBJECT for name in value.cls.externals)


def is_key(value: Value) -> bool:
    """Whether a value tells one key of a dict from another: a constant, or an object that is equal to itself alone."""
    if isinstance(value, tuple):
        return all(map(is_key, value))
    if isinstance(value, Instance):
        cls = value.cls
        return isinstance(cls, Class) and not cls.is_open and cls.find("__eq__") is None
    if placeholder_of(value) is not None:
        return True
    return is_constant(value) or isinstance(value, (External, Class, Function, DType))


def compared(value: Value) -> Value:
    """What a key of a dict is compared by: what it holds, its fields or itself; ABSENT where that is not known."""
    value = plain(value)
    if isinstance(value, tuple):
        parts = tuple(map(compared, value))
        return ABSENT if ABSENT in parts else parts
    if isinstance(value, Container) and value.kind == "set" and isinstance(value.contents, tuple):
        parts = compared(value.contents)
        return ABSENT if parts is ABSENT else frozenset(parts)
    cls = value.cls if isinstance(value, Instance) and is_known(value) else None
    if isinstance(cls, Class) and (found := cls.find("__hash__")) and HASHED in found[1].facts:
        fields = compared(tuple(value.read(name) for name in found[1].facts[HASHED]))
        return ABSENT if fields is ABSENT else (cls, fields)
    return value if is_key(value) else ABSENT


def key_in(known: Mapping[Value, Value], key: Value) -> Value:
    """The key of a dict that equals a key; the key itself where there is none, ABSENT where that is not known."""
    key = resolve(key)
    wanted = compared(key)
    if wanted is ABSENT or wanted in known:
        return wanted
    skipped = is_constant(wanted)  # a constant that equals it is found by its hash
    if skipped and are_plain(known):
        return key
    others = (each for each in known if not (skipped and is_constant(each)))
    return next((each for each in others if compared(each) == wanted), key)


def first_equal(seen: dict[Value, Value], key: Value) -> Value:
    """The first key of a dict under way that equals a key, which may be itself; ABSENT where that is not known.

    `seen` has each key by what it is compared by.
    """
    key = resolve(key)
    wanted = compared(key)
    return ABSENT if wanted is ABSENT else seen.setdefault(wanted, key)


#: The types of Python's constants, None apart; most keys are of these and of no subclass.
_CONSTANTS: Final = (bool, int, float, str, bytes)
_PLAIN: Final = frozenset({type(None), *_CONSTANTS})


def are_plain(values: Iterable[Value]) -> bool:
    """Whether all are constants of these very types: a quick answer for dicts with thousands of keys."""
    return _PLAIN.issuperset(map(type, values))


def is_constant(value: Value) -> bool:
    """Whether a value is a constant of Python's, unlike any other."""
    if isinstance(value, tuple):
        return all(map(is_constant, value))
    return value is None or isinstance(value, _CONSTANTS)
