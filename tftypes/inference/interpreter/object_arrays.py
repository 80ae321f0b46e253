"""NumPy's arrays of Python's objects: what makes them, and what is in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.objects import Container, External, Value, resolve
from tftypes.inference.state import ABSENT, Heap, Trail

#: The slot of an array's memory that says that something has written to it.
WRITTEN: Final = "written"
#: What gives an array of the same items.
_KEEPING: Final = ("copy", "expand_dims", "flatten", "ravel", "reshape", "resize", "squeeze")
#: What takes a dtype after what an array is made of.
_WITH_DTYPE: Final = ("array", "asarray", "asanyarray", "astype")
_OBJECTS: Final = ("object", "O", External("builtins.object"), External("numpy.object_"))


class Objects(Heap):
    """The memory of an array of Python's objects, and why it is one of objects."""

    __slots__ = ("kind",)

    def __init__(self, trail: Trail, kind: str) -> None:
        super().__init__(trail)
        self.kind = kind


def of_objects(value: Value) -> str | None:
    """Why an array is one of Python's objects for sure: "ragged", "mixed", "missing", "asked", "view", or "texts" alone.

    Rows of different lengths are "ragged floats" where one has a float.
    """
    memory = getattr(value, "history", None)
    if not isinstance(memory, Objects):
        return None
    is_other = memory.kind == "texts" and memory.read(WRITTEN) is not ABSENT
    return None if is_other else memory.kind


def kind_of_objects(name: str, call: Call, value: Value) -> str | None:
    """Why an array is one of objects: its `dtype`, or a None in it; of a set or a view of a dict it is the one item."""
    dtype = resolve(call.get(1, "dtype")) if name in _WITH_DTYPE else None
    is_same = name in _KEEPING or name in _WITH_DTYPE and dtype is None
    kept = of_objects(resolve(call.args[0])) if is_same and call.args else None
    if kept is not None or name in _KEEPING:
        return kept
    if is_view(name, call) and dtype is None:
        return "view"
    if dtype in _OBJECTS and _are_texts(value):
        return "texts"
    if name not in _WITH_DTYPE or not _has(value, _is_number):
        return None
    is_missing = _has(value, lambda each: each is None)
    if dtype not in _OBJECTS and (dtype is not None or not is_missing):
        return None
    sizes = set(map(_length, value if isinstance(value, (list, tuple)) else ()))
    if len(sizes) > 1 and None not in sizes and not is_missing:
        return "ragged floats" if _has(value, _is_float) else "ragged"
    if _has(value, lambda each: isinstance(each, str)):
        return "mixed"
    return "missing" if is_missing and len(sizes) == 1 else "asked"


def is_view(name: str, call: Call) -> bool:
    given = resolve(call.args[0]) if call.args else None
    is_view = isinstance(given, Container) and given.kind in ("set", "dict_keys", "dict_values")
    return is_view and name in _WITH_DTYPE


def _length(row: Value) -> int | None:
    if isinstance(row, (list, tuple)):
        return len(row)
    size = row.shape[0] if isinstance(row, TensorType) and row.shape.rank else None
    return size if isinstance(size, int) else None


def _has(value: Value, wanted: Callable[[Value], bool]) -> bool:
    """Whether such a value is sure to be somewhere in a list."""
    if isinstance(value, (list, tuple)):
        return any(_has(each, wanted) for each in value)
    return wanted(value)


def _are_texts(value: Value) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(map(_are_texts, value))
    return isinstance(value, str) or isinstance(value, TensorType) and value.dtype.is_string is True


def _is_number(value: Value) -> bool:
    if isinstance(value, TensorType):
        return bool(value.dtype.is_floating or value.dtype.is_integer)
    return isinstance(value, (int, float))


def _is_float(value: Value) -> bool:
    is_array = isinstance(value, TensorType) and value.dtype.is_floating is True
    return is_array or isinstance(value, float)
