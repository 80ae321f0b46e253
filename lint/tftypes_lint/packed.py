"""Facts on their way between processes and into the cache."""

from __future__ import annotations

import builtins
import importlib
import io
import pickle
from functools import cached_property, lru_cache
from typing import Any, Final

_PLAIN: Final = frozenset({"set", "frozenset", "complex", "bytearray"})


class Packed:
    """A value as it is pickled, unpickled when first asked for, and passed on as it is.

    >>> Packed.of((1, "a")).value
    (1, 'a')
    """

    def __init__(self, blob: bytes) -> None:
        self._blob = blob

    @classmethod
    def of(cls, value: object) -> Packed:
        """The value, pickled."""
        return cls(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))

    @cached_property
    def value(self) -> Any:
        """The value, the same object each time.

        Raises:
            pickle.UnpicklingError: it is broken, or not of plain values and classes of this package.
        """
        return read_pickle(self._blob)

    def __reduce__(self) -> tuple[type[Packed], tuple[bytes]]:
        return Packed, (self._blob,)


class _Reader(pickle.Unpickler):
    """Makes nothing but plain values and the classes of this package: a cache runs no code."""

    def find_class(self, module: str, name: str) -> Any:
        return _class(module, name)


@lru_cache
def _class(module: str, name: str) -> Any:
    if module == "builtins" and name in _PLAIN:
        return getattr(builtins, name)
    found = getattr(importlib.import_module(module), name) if _is_ours(module) else None
    if isinstance(found, type) and found.__module__ == module:
        return found
    raise pickle.UnpicklingError(f"{module}.{name} has no place in a cache")


def _is_ours(module: str) -> bool:
    return module == "tftypes_lint" or module.startswith("tftypes_lint.")


def read_pickle(blob: bytes) -> Any:
    """What was pickled, when it is of plain values and classes of this package.

    Raises:
        pickle.UnpicklingError: it is not, or is broken.
    """
    return _Reader(io.BytesIO(blob)).load()
