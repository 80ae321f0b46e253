"""Columns of Python values with a schema, taken apart by pyarrow where it is installed.

It does what `typed.py` does, in C++: where it cannot, or finds anything that is not of the schema,
it says nothing, and `typed.py` finds out what.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.columns import Column, Leaf, Lists, Structs
from tftypes.struct.formats import _buffers
from tftypes.struct.formats._packages import need
from tftypes.struct.schemas import Type, last_open

#: With fewer values, importing and calling it is not worth while.
LEAST = 1000
#: Integers go through float64: pyarrow would cut off fractions, and refuses what it cannot hold.
_NUMBERS: dict[Any, str] = {
    **dict.fromkeys((tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16, tf.uint32), "float64"),
    tf.float32: "float32",
    tf.float64: "float64",
    tf.bool: "bool_",
    tf.string: "binary",
}  # fmt: skip


class _Other(Exception):
    """The values are not plainly of the schema."""


def column(values: Any, kind: Type, several: bool) -> Column | None:
    """As `typed.column`; None where that must do it."""
    if _count(values) < LEAST or not _is_installed():
        return None
    pa = need("pyarrow", "constant")
    try:
        array = pa.array(values, _arrow_type(pa, kind))
        if not isinstance(array, pa.Array):  # in chunks: there is no more room in one
            return None
        _check_names(lambda: iter(values), kind)
        _check_texts(values, kind)
        return _column(array, kind, several)
    except (_Other, pa.ArrowException, TypeError, ValueError, OverflowError, KeyError):
        return None


def _count(values: Any) -> int:
    """About how many structures there are: in a list of one list or dict, those in that."""
    if len(values) != 1:
        return len(values)
    parts = values[0].values() if isinstance(values[0], dict) else values
    return max((len(part) for part in parts if isinstance(part, list)), default=1)


@cache
def _is_installed() -> bool:
    return importlib.util.find_spec("pyarrow") is not None


def _arrow_type(pa: Any, kind: Type) -> Any:
    """The Arrow type into which values are converted.

    Raises:
      _Other: if there is none that does what the schema says.
    """
    if kind.fields is not None:
        made = pa.struct([(name, _arrow_type(pa, part)) for name, part in kind.fields.items()])
    elif kind.spec is None and kind.dtype in _NUMBERS:
        made = getattr(pa, _NUMBERS[kind.dtype])()
    else:
        raise _Other
    for _ in kind.dims:
        made = pa.list_(made)
    return made


def _column(array: Any, kind: Type, several: bool) -> Column:
    ragged = kind.ragged
    if ragged is None:
        ragged = last_open(kind.dims) if several else 0
    return _level(array, kind, 0, ragged, several)


def _level(array: Any, kind: Type, level: int, ragged: int, several: bool) -> Column:
    if array.null_count:
        raise _Other
    if level == len(kind.dims):
        if kind.fields is None:
            return _leaf(array, kind.dtype)
        inside = several or level > 0
        parts = zip(kind.fields.items(), array.flatten())
        return Structs({n: _column(a, part, inside) for (n, part), a in parts}, (len(array),))
    size, offsets = kind.dims[level], array.offsets.to_numpy()
    inner = _level(array.values, kind, level + 1, ragged, several)
    lengths = np.diff(offsets)
    if level >= ragged and size is None:
        size = int(lengths[0]) if len(lengths) else 0
    if size is not None and not (lengths == size).all():
        raise _Other
    if level < ragged:
        return Lists(inner, offsets.astype(kind.splits.as_numpy_dtype), kind.dims[level])
    return inner.shaped((len(lengths), size or 0))  # type: ignore[no-any-return]


def _leaf(array: Any, dtype: Any) -> Column:
    if dtype == tf.string:
        _, offsets, data = array.buffers()
        splits = np.frombuffer(offsets, np.int32)[: len(array) + 1]
        return Texts(_buffers.strings(splits, data))
    values = array.to_numpy(zero_copy_only=dtype != tf.bool)
    if dtype.is_integer:
        with np.errstate(invalid="ignore"):  # what does not fit becomes another number
            made = values.astype(dtype.as_numpy_dtype)
        above = float(np.iinfo(made.dtype).max) + 1.0
        if not (made == values).all() or values.max(initial=0.0) >= above:
            raise _Other
        values = made
    return Numbers(values)


class Numbers(Leaf):
    """An array that nobody else has, so that a tensor may lie over it."""

    def shaped(self, shape: tuple[int, ...]) -> Numbers:
        return Numbers(self.array.reshape((*shape, *self.array.shape[1:])))

    def tensor(self) -> Any:
        return _buffers.tensor_of(self.array) if tf.executing_eagerly() else super().tensor()


class Texts(Leaf):
    """Strings that are a tensor already."""

    def shaped(self, shape: tuple[int, ...]) -> Texts:
        return Texts(tf.reshape(self.array, (*shape, *self.array.shape[1:])))

    def tensor(self) -> Any:
        return self.array

    def value(self) -> Any:
        return self.array.numpy()


def _check_names(values: Callable[[], Iterator[Any]], kind: Type) -> None:
    """Raises where names are bytes: pyarrow takes them if those of the first structure are."""
    for _ in kind.dims:
        values = partial(_elements, values)
    first = next(values(), None) if kind.fields is not None else None
    if isinstance(first, dict) and not all(isinstance(name, str) for name in first):
        raise _Other
    for name, part in (kind.fields or {}).items():
        _check_names(partial(_values_of, values, name), part)


def _elements(lists: Callable[[], Iterator[Any]]) -> Iterator[Any]:
    return chain.from_iterable(lists())


def _values_of(structs: Callable[[], Iterator[Any]], name: str) -> Iterator[Any]:
    return (value[name] for value in structs() if isinstance(value, dict))


def _check_texts(values: Sequence[Any], kind: Type) -> None:
    """Raises where a string stands for a list of strings: pyarrow takes its letters."""
    if not _has_texts(kind):
        return
    for _ in kind.dims:
        if not {str, bytes}.isdisjoint(map(type, values)):
            raise _Other
        values = list(chain.from_iterable(values))
    for name, part in (kind.fields or {}).items():
        if _has_texts(part):
            _check_texts([*map(itemgetter(name), values)], part)


def _has_texts(kind: Type) -> bool:
    """Whether there are lists of strings in a type."""
    if kind.fields is None:
        return kind.dtype == tf.string and bool(kind.dims)
    return any(map(_has_texts, kind.fields.values()))
