"""Classes of the standard library and what their methods and its functions take, as the running Python has them."""

from __future__ import annotations

import builtins
import inspect
import types
from collections import namedtuple
from collections.abc import Callable
from functools import cache
from importlib import import_module

from . import numpy_functions
from .entries import Function, FunctionKind, Parameter, Signature

#: Only of these; what another module has, nobody here knows.
MODULES = frozenset([
    "abc", "argparse", "builtins", "collections", "collections.abc", "contextlib", "dataclasses", "datetime",
    "decimal", "enum", "fractions", "functools", "io", "itertools", "numbers", "pathlib", "queue", "random", "string",
    "threading", "time", "types", "typing",
])  # fmt: skip
#: `typing.NamedTuple` is a function that makes classes: this one has what all of them have.
_NamedTuple = namedtuple("_NamedTuple", ())
_MADE: dict[str, type] = {"typing.NamedTuple": _NamedTuple}

#: The parameters of functions of which not every Python tells them.
_UNTOLD: dict[str, Callable[..., object]] = {
    "builtins.filter": lambda function, iterable, /: ...,
    "builtins.iter": lambda object, sentinel=..., /: ...,
    "builtins.map": lambda function, iterable, /, *iterables: ...,
    "builtins.max": lambda first, /, *others, key=..., default=...: ...,
    "builtins.min": lambda first, /, *others, key=..., default=...: ...,
    "builtins.next": lambda iterator, default=..., /: ...,
    "builtins.range": lambda start, stop=..., step=..., /: ...,
    "builtins.reversed": lambda sequence, /: ...,
    "builtins.type": lambda object, bases=..., dict=..., /, **kwds: ...,
    "builtins.dict.pop": lambda self, key, default=..., /: ...,
    **{
        f"builtins.{cls}.{name}": lambda self, object, /: ...
        for cls in ("set", "frozenset")
        for name in ("issubset", "issuperset", "isdisjoint", "add", "discard", "remove")
        if name in vars(getattr(builtins, cls))
    },
    "builtins.str.format_map": lambda self, mapping, /: ...,
    **dict.fromkeys(
        [f"collections.deque.{name}" for name in ("append", "appendleft", "count", "remove")],
        lambda self, item, /: ...,
    ),
    **dict.fromkeys(
        [f"collections.deque.{name}" for name in ("extend", "extendleft")],
        lambda self, iterable, /: ...,
    ),
    "collections.deque.index": lambda self, value, start=..., stop=..., /: ...,
    "collections.deque.insert": lambda self, index, value, /: ...,
    "itertools.compress": lambda data, selectors: ...,
    "itertools.cycle": lambda iterable, /: ...,
    "itertools.dropwhile": lambda predicate, iterable, /: ...,
    "itertools.filterfalse": lambda function, iterable, /: ...,
    "itertools.islice": lambda iterable, start, stop=..., step=..., /: ...,
    "itertools.pairwise": lambda iterable, /: ...,
    "itertools.starmap": lambda function, iterable, /: ...,
    "itertools.takewhile": lambda predicate, iterable, /: ...,
}

#: Methods that are given no instance.
_OF_CLASSES = (classmethod, staticmethod, types.ClassMethodDescriptorType)


class _Plain:
    """Has what every instance has beside what `object` has: `__dict__`, `__module__`."""


@cache
def find(name: str) -> type | None:
    """A class by its full name.

    >>> find("collections.abc.Sized").__name__, find("typing.Sequence").__name__, find("numpy.ndarray")
    ('Sized', 'Sequence', None)
    """
    if name in _MADE:
        return _MADE[name]
    module, _, last = name.rpartition(".")
    found = getattr(import_module(module), last, None) if module in MODULES else None
    found = getattr(found, "__origin__", found)  # typing.Sequence
    return found if isinstance(found, type) and name != "typing.Any" else None


@cache
def function(name: str) -> Function | None:
    """A function, or a method of a class, where Python tells its parameters.

    >>> [each.name for each in function("builtins.list.append").overloads[0].parameters]
    ['self', 'object']
    """
    owner, _, last = name.rpartition(".")
    if name.startswith("numpy."):
        return numpy_functions.function(name)
    module = import_module(owner) if owner in MODULES else None
    found = inspect.getattr_static(module or find(owner), last, None)
    is_plain = inspect.isroutine(found) and not isinstance(found, _OF_CLASSES)
    told = _signature(found) if is_plain or name in _UNTOLD else None
    told = _signature(_UNTOLD[name]) if told is None and name in _UNTOLD else told
    if told is None:
        return None
    parameters = (
        Parameter(each.name, each.kind, None if each.default is each.empty else "...")
        for each in told.parameters.values()
    )
    kind: FunctionKind = "function" if module else "method"
    return Function(name, kind, (Signature(tuple(parameters)),))


def _signature(called: object) -> inspect.Signature | None:
    try:
        return inspect.signature(called) if callable(called) else None
    except ValueError:
        return None


def mro(cls: type) -> tuple[str, ...]:
    """The full names of a class and of all its bases.

    >>> mro(find("io.TextIOWrapper"))[0]
    'io.TextIOWrapper'
    >>> mro(KeyError)
    ('builtins.KeyError', 'builtins.LookupError', 'builtins.Exception', 'builtins.BaseException', 'builtins.object')
    """
    names: dict[type, str] = {made: name for name, made in _MADE.items()}
    names.update((each, f"io.{each.__name__}") for each in cls.__mro__ if each.__module__ == "_io")
    return tuple(names.get(each, f"{each.__module__}.{each.__qualname__}") for each in cls.__mro__)


def members(cls: type) -> tuple[str, ...]:
    """The names that the class itself gives its instances.

    >>> "upper" in members(str), "__class__" in members(str), "__class__" in members(object)
    (True, False, True)
    """
    return (*vars(cls), *(vars(_Plain) if cls is object else ()))
