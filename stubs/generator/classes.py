"""Run-time classes as stub classes: bases among public classes, members of their own and of their private bases."""

from __future__ import annotations

import abc
import collections.abc
import contextlib
import enum
import functools
import inspect
import threading
import unittest
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

import typing_extensions

from . import api, assigned, hints, keras, protos, returns, signatures
from . import members as table
from .hints import Named
from .signatures import ANYTHING, default_text

# What a class body may define besides public names. __eq__ and __hash__ are object's already.
SPECIAL = {
    f"__{name}__"
    for name in [
        "init",
        "new",
        "call",
        "enter",
        "exit",
        "iter",
        "next",
        "len",
        "getitem",
        "setitem",
        "delitem",
        "contains",
        "bool",
        "int",
        "float",
        "complex",
        "index",
        "array",
        "add",
        "radd",
        "sub",
        "rsub",
        "mul",
        "rmul",
        "matmul",
        "rmatmul",
        "truediv",
        "rtruediv",
        "floordiv",
        "rfloordiv",
        "mod",
        "rmod",
        "pow",
        "rpow",
        "neg",
        "pos",
        "abs",
        "invert",
        "and",
        "rand",
        "or",
        "ror",
        "xor",
        "rxor",
        "lt",
        "le",
        "gt",
        "ge",
        "reversed",
        "round",
        "tf_tensor",
        "tf_tracing_type",
        "getattr",
    ]
}
# Bases outside TensorFlow and Keras that a stub can name.
KNOWN_BASES: dict[Any, str] = {
    cls: f"builtins.{cls.__name__}"
    for cls in (BaseException, Exception, RuntimeError, ValueError, TypeError, int, float)
} | {
    tuple: "builtins.tuple[Any, ...]",
    list: "builtins.list[Any]",
    dict: "builtins.dict[Any, Any]",
    collections.abc.MutableMapping: "collections.abc.MutableMapping[Any, Any]",
    collections.abc.Iterable: "collections.abc.Iterable[Any]",
    collections.abc.Iterator: "collections.abc.Iterator[Any]",
    contextlib.AbstractContextManager: "contextlib.AbstractContextManager[Any]",
    inspect.Signature: "tf.types.experimental._Signature",
    threading.Thread: "threading.Thread",
    typing_extensions.Protocol: "typing.Protocol",
    unittest.TestCase: "tf.test._TestCase",
}


#: The modules of today's Keras, and of the one of before that the cells of tf.nn derive from.
KERAS = ("keras.", "tensorflow.python.keras.")

Member = api.Function | api.Constant | api.Class | api.Alias


@dataclass(frozen=True, eq=False)
class Places:
    """Where each public object is defined, by its identity: of a class, its id."""

    canonical: dict[Hashable, str]

    def of(self, value: Any) -> str | None:
        return self.canonical.get(id(value))

    def named(self, value: Any) -> str | None:
        path = self.of(value)
        return reference(path) if path else None

    def named_for(self, definition: Any) -> Named | None:
        """What names the classes in the hints of TensorFlow's own functions; Keras's take more than they say."""
        module = getattr(inspect.unwrap(definition), "__module__", None) or ""
        return self.named if module.startswith("tensorflow.") else None


def type_of(value: Any, places: Places) -> str:
    """The type of a constant, as far as the stub's reader can name it."""
    if value is None:
        return "None"
    if type(value) in (bool, int, float, str, bytes, complex):
        return f"builtins.{type(value).__name__}"
    path = places.of(type(value))
    return reference(path) if path else "Any"


def reference(path: str) -> str:
    """A public path as the text of a stub, in which TensorFlow is `tf`."""
    return path.replace("tensorflow.", "tf.", 1)


def public_bases(cls: type, places: Places) -> list[tuple[str, type]]:
    """The nearest ancestors that a stub can name, in order, with those left out that another one derives from."""
    found: list[tuple[str, type]] = []
    for base in cls.__bases__:
        if places.of(base):
            found.append((reference(places.of(base) or ""), base))
        elif base in KNOWN_BASES:
            found.append((KNOWN_BASES[base], base))
        elif base is not object:
            found.extend(public_bases(base, places))
    return [
        (text, base)
        for i, (text, base) in enumerate(found)
        if base not in [b for _, b in found[:i]]
        and not any(other is not base and issubclass(other, base) for _, other in found)
    ]


def shared_bases(homes: dict[type, str]) -> dict[type, str]:
    """Private classes of Keras, today's and the old one, from which three or more public ones derive, with paths in
    the modules of those.

    Written out in each of them, their members would be a fifth of Keras.
    """
    named = Places({id(cls): path for cls, path in homes.items()})
    users: dict[type, list[str]] = {}
    for cls, path in homes.items():
        inherited = {a for _, base in public_bases(cls, named) for a in base.__mro__}
        for ancestor in cls.__mro__[1:]:
            own = any(is_wanted(ancestor, name) for name in vars(ancestor))
            if own and ancestor.__module__.startswith(KERAS) and ancestor not in inherited:
                users.setdefault(ancestor, []).append(path)
    return {
        cls: f"{min(paths, key=oldest_last).rpartition('.')[0]}._{cls.__name__.lstrip('_')}"
        for cls, paths in users.items()
        if len(paths) > 2
    }


def oldest_last(path: str) -> tuple[bool, str]:
    return path.startswith("tensorflow.compat."), path


def own_namespace(cls: type, bases: list[type]) -> dict[str, Any]:
    """What the class and its private ancestors define; what a named base gives is left to that base."""
    inherited = {ancestor for base in bases for ancestor in base.__mro__}
    namespace: dict[str, Any] = {}
    for ancestor in cls.__mro__:
        if ancestor is not object and ancestor not in inherited:
            for name, value in vars(ancestor).items():
                namespace.setdefault(name, value)
    return namespace


def is_wanted(cls: type, name: str) -> bool:
    if is_protocol(cls) and name == "__init__":
        return False
    return name in SPECIAL or not name.startswith("_")


def read(name: str, cls: type, places: Places) -> api.Class:
    if isinstance(cls, enum.EnumMeta):
        return enumeration(name, cls)
    if protos.is_message(cls):
        return protos.read(name, cls, lambda other: reference(places.of(other) or "") or None)
    bases = public_bases(cls, places)
    members = own_members(cls, places)
    known = {
        name: found
        for _, base in reversed(bases)
        for name, found in members_of(base, places).items()
    }
    new = [n for n in members if members[n] != known.get(n)]
    in_order = sorted(new, key=lambda n: (n not in ("__new__", "__init__"), n))
    every = tuple(m for n in in_order for m in members[n])
    return api.Class(name, (*(text for text, _ in bases), *metaclass(cls, bases)), every)


def own_members(cls: type, places: Places) -> dict[str, list[Member]]:
    """The stubs of what the class, or a private ancestor of it, defines."""
    bases = [base for _, base in public_bases(cls, places)]
    namespace = own_namespace(cls, bases)
    members = {
        n: member(cls, n, namespace[n], places) for n in sorted(namespace) if is_wanted(cls, n)
    }
    for attribute in sorted(assigned.instance_attributes(cls, tuple(bases))):
        members.setdefault(attribute, [api.Constant(attribute, "Any")])
    for attribute in keras.ATTRIBUTES.get(places.of(cls) or "", ()):
        members[attribute] = [api.Constant(attribute, "Any")]
    known = {name: typ for a in reversed(cls.__mro__) for name, typ in table.members(places.of(a))}
    return {name: [typed(m, known.get(name)) for m in found] for name, found in members.items()}


def typed(member: Member, typ: str | None) -> Member:
    """The member with the type that is known of it: of the attribute, or of what the method returns."""
    if typ is None or isinstance(member, (api.Class, api.Alias)):
        return member
    if isinstance(
        member, api.Constant
    ):  # None is what a method returns, that an object may replace.
        return member if typ == "None" else replace(member, annotation=typ)
    return member if member.decorator == "setter" else replace(member, returns=typ)


@functools.cache
def members_of(cls: type, places: Places) -> dict[str, list[Member]]:
    """All members with those of the named bases: what a subclass need not repeat."""
    if not places.of(cls):
        return {}
    inherited = (members_of(base, places) for _, base in reversed(public_bases(cls, places)))
    return {
        name: found
        for members in (*inherited, own_members(cls, places))
        for name, found in members.items()
    }


def metaclass(cls: type, bases: list[tuple[str, type]]) -> tuple[str, ...]:
    """`metaclass=abc.ABCMeta`, where no base has it or mypy wants to read that the class is abstract."""
    if not isinstance(cls, abc.ABCMeta) or is_protocol(cls):
        return ()
    given = any(isinstance(base, abc.ABCMeta) for _, base in bases)
    return () if given and not cls.__abstractmethods__ else ("metaclass=abc.ABCMeta",)


def is_protocol(cls: type) -> bool:
    return bool(vars(cls).get("_is_protocol"))


def enumeration(name: str, cls: enum.EnumMeta) -> api.Class:
    members: dict[str, enum.Enum] = dict(cls.__members__)
    values = tuple(api.Constant(n, "", default_text(m.value)) for n, m in members.items())
    base = "enum.IntEnum" if issubclass(cls, int) else "enum.Enum"
    return api.Class(name, (base,), values)


def member(cls: type, name: str, value: Any, places: Places) -> list[Member]:
    """The stub of one entry of a class's namespace."""
    found = plain_member(cls, name, value, places)
    if getattr(value, "__isabstractmethod__", False):
        return [replace(f, abstract=True) if isinstance(f, api.Function) else f for f in found]
    return found


def plain_member(cls: type, name: str, value: Any, places: Places) -> list[Member]:
    if isinstance(value, property) or type(value).__name__ in (
        "cached_property",
        "_tuplegetter",
        "ClassProperty",
    ):
        getter_function = getattr(value, "fget", None) or getattr(value, "func", None)
        returns = result(getter_function, places) if getter_function else "Any"
        returns, taken = hints.option(value, places.named) or (returns, "Any")
        getter = api.Function(name, (api.Parameter("self", "both", ""),), returns, "property")
        settable = getattr(value, "fset", None) is not None and is_settable(cls, name)
        setter = api.Function(
            name,
            (api.Parameter("self", "both", ""), api.Parameter("value", "both", taken)),
            "None",
            "setter",
        )
        return [getter, setter] if settable else [getter]
    if isinstance(value, staticmethod) and name == "__new__":
        return [method(cls, name, value.__func__, places)]
    if isinstance(value, staticmethod):
        return [replace(function(name, value.__func__, places), decorator="staticmethod")]
    if isinstance(value, classmethod):
        plain = function(name, value.__func__, places)
        received = with_receiver("cls", plain.parameters)
        if cls.__module__.startswith("keras.") and name in keras.OVERRIDDEN:
            received = (received[0], *ANYTHING)
            plain = replace(plain, returns=keras.OVERRIDDEN[name])
        return [replace(plain, parameters=received, decorator="classmethod")]
    if isinstance(value, type):
        return [api.Constant(name, "Any")]
    if callable(value):
        return [method(cls, name, value, places)]
    return [api.Constant(name, type_of(value, places))]


def is_settable(cls: type, name: str) -> bool:
    """Whether a setter, of the class or of one it derives from, does more than say that the attribute cannot be set."""
    setters = (getattr(vars(c).get(name), "fset", None) for c in cls.__mro__)
    sources = (returns.definition(setter) for setter in setters if setter is not None)
    return any(source is None or not returns.raises(source) for source in sources)


def function(name: str, value: Any, places: Places) -> api.Function:
    return signatures.function(name, value, places.named_for(value))


def result(value: Any, places: Places) -> str:
    return function("", value, places).returns


def method(cls: type, name: str, value: Any, places: Places) -> api.Function:
    known = {
        "__init__": "typing.NoReturn" if is_refused(cls, value) else "None",
        "__new__": "Self",
        "__len__": "builtins.int",
        "__bool__": "builtins.bool",
    }
    plain = function(name, value, places)
    returns = known.get(name, plain.returns)
    if cls.__module__.startswith("keras.") and name in keras.OVERRIDDEN:
        received = (api.Parameter("self", "both", ""), *ANYTHING)
        return api.Function(name, received, keras.OVERRIDDEN[name])
    if name == "__exit__" and returns != "None":
        returns = "Any"  # A bool would say that it swallows exceptions.
    first = plain.parameters[0] if plain.parameters else api.Parameter("cls", "*")
    receiver = "self" if name != "__new__" else first.name if first.kind == "both" else "cls"
    return api.Function(name, with_receiver(receiver, plain.parameters), returns)


def is_refused(cls: type, init: Any) -> bool:
    """Whether a class is there for the error alone that making an instance raises."""
    source = returns.definition(inspect.unwrap(init)) if type(cls) is type else None
    return source is not None and returns.raises(source)


def with_receiver(receiver: str, rest: tuple[api.Parameter, ...]) -> tuple[api.Parameter, ...]:
    """The parameters with a plain `self` or `cls` in front, whatever the source calls it."""
    if rest and rest[0].kind in ("both", "positional"):
        return (api.Parameter(receiver, "both", ""), *rest[1:])
    return (api.Parameter(receiver, "both", ""), *rest)
