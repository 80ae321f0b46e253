"""Classes of the standard library that declared classes derive from, as the running Python has them."""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from importlib import import_module

#: Only of these; what another module has, nobody here knows.
MODULES = frozenset(
    [
        "abc",
        "argparse",
        "builtins",
        "collections",
        "collections.abc",
        "contextlib",
        "dataclasses",
        "datetime",
        "decimal",
        "enum",
        "fractions",
        "functools",
        "io",
        "itertools",
        "numbers",
        "pathlib",
        "queue",
        "random",
        "string",
        "threading",
        "time",
        "types",
        "typing",
    ]
)
#: `typing.NamedTuple` is a function that makes classes: this one has what all of them have.
_NamedTuple = namedtuple("_NamedTuple", ())
_MADE: dict[str, type] = {"typing.NamedTuple": _NamedTuple}


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


def mro(cls: type) -> tuple[str, ...]:
    """The full names of a class and of all its bases.

    >>> mro(KeyError)
    ('builtins.KeyError', 'builtins.LookupError', 'builtins.Exception', 'builtins.BaseException', 'builtins.object')
    """
    names: dict[type, str] = {made: name for name, made in _MADE.items()}
    return tuple(names.get(each, f"{each.__module__}.{each.__qualname__}") for each in cls.__mro__)


def members(cls: type) -> tuple[str, ...]:
    """The names that the class itself gives its instances.

    >>> "upper" in members(str), "__class__" in members(str), "__class__" in members(object)
    (True, False, True)
    """
    return (*vars(cls), *(vars(_Plain) if cls is object else ()))
