"""Columns of nested Python values whose types a schema gives."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.columns import Column, Leaf, Lists, Stack, Structs, objects, splits_of
from tftypes.struct.inferred import check_text, described, flattened, is_extension_type_class
from tftypes.struct.places import Place
from tftypes.struct.schemas import Type, last_open


def column(values: Any, kind: Type, several: bool, place: Place) -> Column:
    """The column of values of one type that stand at one place.

    Args:
      values: a list or an array.
      kind: their type.
      several: whether they are in several structures, which may have sizes of their own.
      place: for errors.

    Raises:
      TypeError, ValueError: naming the path of a value that is not of the type.
    """
    if kind.spec is not None or _are_tensors(values):
        return _stack(values, kind, place)
    ragged = kind.ragged
    if ragged is None:
        ragged = last_open(kind.dims) if several else 0
    return _level(values, kind, 0, ragged, several, place)


def _level(values: Any, kind: Type, level: int, ragged: int, several: bool, place: Place) -> Column:
    if level == len(kind.dims):
        if kind.fields is not None:
            return _structs(values, kind.fields, several or level > 0, place)
        assert kind.dtype is not None
        return Leaf(_leaf(values, kind.dtype, place))
    size = kind.dims[level]
    lengths = lengths_of(values, place, size, level >= ragged)
    flat = elements_of(values)
    inner = _level(flat, kind, level + 1, ragged, several, place.rows(lengths))
    if level < ragged:
        return Lists(inner, splits_of(lengths, kind.splits.as_numpy_dtype), size)
    common = int(lengths[0]) if len(lengths) else size or 0
    return inner.shaped((len(lengths), common))  # type: ignore[no-any-return]


def lengths_of(values: Any, place: Place, size: int | None = None, dense: bool = False) -> Any:
    """The lengths of lists: as declared, and the same where the dim is dense."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        if values.ndim < 2:
            raise place.error(0, f"expected a list, got {described(values[:1].tolist()[0])}")
        lengths = np.full(len(values), values.shape[1], np.int64)
    else:
        for kind in set(map(type, values)) - {list, tuple}:
            _check_lists(values, kind, place)
        lengths = np.fromiter(map(len, values), np.int64, len(values))
    if size is not None or (dense and len(lengths)):
        expected = size if size is not None else int(lengths[0])
        wrong = np.flatnonzero(lengths != expected)
        if len(wrong):
            index = int(wrong[0])
            as_first = "" if size is not None else f" as at {place.path(0)}"
            text = f"expected {expected} values{as_first}, got {lengths[index]}"
            raise place.error(index, text, ValueError)
    return lengths


def _check_lists(values: Any, kind: type, place: Place) -> None:
    """Raises unless values of this class are sequences of their elements."""
    sized = hasattr(kind, "__len__") and hasattr(kind, "__iter__")
    if not sized or issubclass(kind, (str, Mapping, np.generic)):
        index = next(i for i, value in enumerate(values) if type(value) is kind)
        raise place.error(index, f"expected a list, got {described(values[index])}")
    for index, value in enumerate(values if issubclass(kind, np.ndarray) else ()):
        if isinstance(value, np.ndarray) and not value.ndim:
            raise place.error(index, f"expected a list, got {described(value[()])}")


def elements_of(values: Any) -> Any:
    """The elements of all lists, one after the other."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        return values.reshape(-1, *values.shape[2:])
    return flattened(values, set(map(type, values)))


def _structs(values: Any, fields: Mapping[str, Type], several: bool, place: Place) -> Column:
    if set(map(type, values)) - {dict}:
        values = [_mapping(value, fields, i, place) for i, value in enumerate(values)]
    columns = {}
    for name, kind in fields.items():
        try:
            found = list(map(itemgetter(name), values))
        except KeyError:
            index = next(i for i, value in enumerate(values) if name not in value)
            listed = ", ".join(map(repr, values[index])) or "none"
            text = f"expected a field {name!r}, got the fields {listed}"
            raise place.error(index, text, ValueError) from None
        columns[name] = column(found, kind, several, place.field(name))
    return Structs(columns, (len(values),))


def _mapping(value: Any, fields: Mapping[str, Type], index: int, place: Place) -> Any:
    """A structure as a mapping: a dict, dataclass, tuple in the order of the fields, or pairs."""
    if isinstance(value, Mapping):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return vars(value)
    if isinstance(value, tuple) and len(value) == len(fields):
        return dict(zip(fields, value))
    if isinstance(value, list) and all(isinstance(v, tuple) and len(v) == 2 for v in value):
        return dict(value)
    listed = ", ".join(map(repr, fields)) or "none"
    raise place.error(index, f"expected a dict with the fields {listed}, got {described(value)}")


def _leaf(values: Any, dtype: tf.DType, place: Place) -> Any:
    """The values as an array of the dtype; each keeps its value, but for rounding to floats."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        if values.ndim > 1:
            raise place.error(0, f"expected {dtype.name}, got {described(values[0])}")
        kinds = {values.dtype.type}
    else:
        kinds = set(map(type, values))
    for kind in kinds:
        if not _fits(kind, dtype):
            raise _unfit(values, lambda v, kind=kind: type(v) is kind, dtype, place)
    if dtype == tf.string:
        return _texts(values, kinds, place)
    if dtype.is_integer:
        return _integers(values, kinds, dtype, place)
    with np.errstate(over="ignore"):  # what is too large becomes infinite, as in tf.constant
        return np.array(values, dtype.as_numpy_dtype)


def _fits(kind: type, dtype: tf.DType) -> bool:
    """Whether some value of a class can become one of the dtype."""
    if dtype == tf.string:
        return issubclass(kind, (str, bytes, bytearray, memoryview))
    if dtype == tf.bool:
        return issubclass(kind, (bool, np.bool_))
    if issubclass(kind, (complex, np.complexfloating)):
        return dtype.is_complex
    real = (int, float, np.bool_, np.number)
    return (dtype.is_integer or dtype.is_floating or dtype.is_complex) and issubclass(kind, real)


def _unfit(values: Any, is_wrong: Any, dtype: tf.DType, place: Place) -> Exception:
    items = values.tolist() if isinstance(values, np.ndarray) else values
    index = next((i for i, value in enumerate(items) if is_wrong(value)), 0)
    return place.error(index, f"expected {dtype.name}, got {described(items[index])}")


def _texts(values: Any, kinds: set[type], place: Place) -> Any:
    if kinds - {str, bytes}:
        values = [v if isinstance(v, (str, bytes)) else bytes(v) for v in values]
    for index, value in enumerate(values if str in kinds else ()):
        if isinstance(value, str):
            check_text(value, index, place)
    return objects(values)


def _integers(values: Any, kinds: set[type], dtype: tf.DType, place: Place) -> Any:
    limits, target = np.iinfo(dtype.as_numpy_dtype), dtype.as_numpy_dtype
    if any(issubclass(kind, (float, np.floating)) for kind in kinds):
        items = values.tolist() if isinstance(values, np.ndarray) else values
        values = [_whole(v) for v in items]
        if None in values:
            raise _unfit(items, lambda v: _whole(v) is None, dtype, place)
    low, high = int(limits.min), int(limits.max)
    if len(
        values
    ):  # asked before they are converted: NumPy lets what does not fit begin anew at the other end
        is_array = isinstance(values, np.ndarray)
        lowest, highest = (
            (np.min(values), np.max(values)) if is_array else (min(values), max(values))
        )
        if int(lowest) < low or int(highest) > high:
            raise _unfit(values, lambda v: not low <= v <= high, dtype, place)
    return np.array(values, target)


def _whole(value: Any) -> int | None:
    """A number as an int; None for a fraction, an infinity or a NaN."""
    return int(value) if value == value // 1 and abs(value) != float("inf") else None


def _are_tensors(values: Any) -> bool:
    return not isinstance(values, np.ndarray) and any(
        is_extension_type_class(kind) for kind in set(map(type, values))
    )


def _stack(values: Any, kind: Type, place: Place) -> Column:
    """Tensors and extension types are taken as they are; their dtype is not changed."""
    for index, value in enumerate(values):
        if not is_extension_type_class(type(value)):
            wanted = f"a value of {kind.spec!r}"
            if isinstance(kind.spec, (tf.TensorSpec, tf.RaggedTensorSpec)):
                wanted = (
                    f"a tensor of {kind.spec.dtype.name}, as the schema leaves the number of dims open "
                    "(a shape of known rank takes nested lists)"
                )
            raise place.error(index, f"expected {wanted}, got {described(value)}")
        dtype = getattr(value, "dtype", None)
        if kind.dtype is not None and dtype is not None and dtype != kind.dtype:
            raise place.error(index, f"expected {kind.dtype.name}, got a tensor of {dtype.name}")
    return Stack(list(values), (len(values),), place.path(0))
