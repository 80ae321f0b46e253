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
    """A value that is pickled when it leaves the process, and unpickled when first asked for.

    >>> pickle.loads(pickle.dumps(Packed.of((1, "a")))).value
    (1, 'a')
    """

    @classmethod
    def of(cls, value: object) -> Packed:
        """The value, as it is."""
        packed = cls()
        packed.value = value
        return packed

    @cached_property
    def value(self) -> Any:
        """The value, the same object each time.

        Raises:
            pickle.UnpicklingError: it is broken, or not of plain values and classes of this package.
        """
        return read_pickle(self._blob)

    @cached_property
    def _blob(self) -> bytes:
        return pickle.dumps(self.value, pickle.HIGHEST_PROTOCOL)

    def __getstate__(self) -> bytes:
        return self._blob

    def __setstate__(self, blob: bytes) -> None:
        self._blob = blob


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
