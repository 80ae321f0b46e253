"""The program's own classes in what was read from a file: found, never imported and never called.

A SavedModel names the NamedTuples and dataclasses in its signatures. Whoever wrote the file chose
these names, so a name is looked up among the classes that the program has, and a class counts only
if it is made of exactly the fields that the file gives. A value is put together field by field:
no code that the file names runs with data that the file gives.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from tftypes.runtime.records import fields_of


class SavedClasses:
    """The classes that a file names.

    Args:
      places: by name, `module:qualified.name`, as `place_of` gives it; from the file.
      given: classes that the program gives; these are taken first, by their names.

    Raises:
      TypeError: if one of `given` is no NamedTuple, dataclass or attrs class.
    """

    def __init__(self, places: Mapping[str, str], given: Iterable[type] = ()) -> None:
        self._places = places
        self._given: dict[str, type] = {}
        for cls in given:
            if not isinstance(cls, type) or _fields(cls) is None:
                raise TypeError(
                    "argument 'classes': expected NamedTuples, dataclasses and attrs classes, "
                    f"got {cls!r}"
                )
            self._given[cls.__name__] = cls

    def find(self, name: str, fields: Iterable[str]) -> type | None:
        """The class of this name; None where the program has none, having not imported its module.

        Raises:
          ValueError: if what has the name is no class of exactly these fields.
        """
        found: Any = self._given.get(name)
        place = self._places.get(name, "")
        if found is None:
            found = _loaded(place)
        if found is None:
            return None
        own = _fields(found) if isinstance(found, type) else None
        # The order of the fields is part of a tuple; those of other classes are sorted in the file.
        same = sorted if own is None or not issubclass(found, tuple) else tuple
        if own is None or same(own) != same(fields):
            raise ValueError(
                f"{name} is {place or found!r} in the model: expected a NamedTuple, dataclass or "
                f"attrs class with the fields {', '.join(fields)}, got {_described(found, own)}"
            )
        return found  # type: ignore[no-any-return]


def place_of(cls: type) -> str:
    """Where a class is defined, for the file.

    >>> place_of(SavedClasses)
    'tftypes.runtime.saved_classes:SavedClasses'
    """
    return f"{cls.__module__}:{cls.__qualname__}"


def _loaded(place: str) -> Any:
    """What is at a place in the modules that are imported already; None if nothing is.

    Names are looked up in the dicts alone: a module's `__getattr__` may import others.
    """
    module, _, path = place.partition(":")
    found: Any = sys.modules.get(module)
    for name in path.split("."):
        if found is None:
            return None
        found = getattr(found, "__dict__", {}).get(name)
    return found


def _fields(cls: type) -> tuple[str, ...] | None:
    if issubclass(cls, tuple):
        fields = getattr(cls, "_fields", None)
        return fields if isinstance(fields, tuple) else None
    return fields_of(cls)


def _described(found: Any, fields: tuple[str, ...] | None) -> str:
    if fields is not None:
        return f"one with the fields {', '.join(fields)}"
    return f"{found!r:.60}"
