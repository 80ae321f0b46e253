"""Columns of nested Python values whose types are inferred, as `tf.constant` infers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.columns import Column, Leaf, Stack, Structs, in_rows, objects
from tftypes.struct.fields import shown
from tftypes.struct.places import Place


def column(values: Any, place: Place) -> Column:
    """The column of values that stand at one place.

    Raises:
      TypeError, ValueError: naming the path of a value that is not like the others.
    """
    if isinstance(values, np.ndarray) and values.dtype != object:
        return Leaf(_supported(values, place))
    if not len(values):
        return Leaf(np.zeros([0], np.float32))  # as tf.constant([])
    kinds = set(map(type, values))
    group = _group_of(values, kinds, place)
    return _COLUMNS[group](values, kinds, place)


def _group_of(values: Any, kinds: set[type], place: Place) -> str:
    """What the values are; all the same."""
    groups = {kind: _group(kind) for kind in kinds}
    if np.ndarray in kinds:
        found = [_group(type(v)) if not _is_scalar_array(v) else "number" for v in values]
    elif len(set(groups.values())) == 1:
        return groups[type(values[0])]
    else:
        found = [groups[type(v)] for v in values]
    first = found[0]
    for index, group in enumerate(found):
        if group != first:
            expected = f"expected {_article(values[0])} as at {place.path(0)}"
            raise place.error(index, f"{expected}, got {described(values[index])}")
    return first


def _is_scalar_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 0


def _group(kind: type) -> str:
    for base, group in _GROUPS:
        if issubclass(kind, base):
            return group
    return "tensor" if is_extension_type_class(kind) else "other"


def is_extension_type_class(kind: type) -> bool:
    """Whether values of a class are tensors or extension types."""
    return issubclass(kind, (tf.Tensor, tf.Variable, tf.__internal__.CompositeTensor))


#: In this order: np.bool_ and bool first, since bool is an int.
_GROUPS: tuple[tuple[Any, str], ...] = (
    (Mapping, "dict"),
    ((list, tuple, np.ndarray), "list"),
    ((bool, np.bool_), "bool"),
    ((str, bytes), "string"),
    ((int, float, complex, np.number), "number"),
)


def _structs(values: Any, kinds: set[type], place: Place) -> Column:
    names = list(values[0])
    for name in names:
        if not isinstance(name, str):
            raise place.error(0, f"expected strings as field names, got {name!r}")
    try:
        found = [list(map(itemgetter(name), values)) for name in names]
    except KeyError:
        raise _other_fields(values, names, place) from None
    if set(map(len, values)) != {len(names)}:
        raise _other_fields(values, names, place)
    fields = {n: column(parts, place.field(n)) for n, parts in zip(names, found)}
    return Structs(fields, (len(values),))


def _other_fields(values: Any, names: list[str], place: Place) -> Exception:
    index = next(i for i, value in enumerate(values) if value.keys() != values[0].keys())
    expected = f"expected the fields {_listed(names)} as at {place.path(0)}"
    return place.error(index, f"{expected}, got {_listed(values[index])}", ValueError)


def _listed(names: Any) -> str:
    return ", ".join(map(repr, names)) or "none"


def _lists(values: Any, kinds: set[type], place: Place) -> Column:
    lengths = np.fromiter(map(len, values), np.int64, len(values))
    return in_rows(column(flattened(values, kinds), place.rows(lengths)), lengths)


def flattened(values: Any, kinds: set[type]) -> Any:
    """The elements of all lists, one after the other; of like arrays, an array."""
    if kinds == {np.ndarray} and len({(v.dtype, v.shape[1:]) for v in values}) == 1:
        return np.concatenate(values)
    return list(chain.from_iterable(values))


def _bools(values: Any, kinds: set[type], place: Place) -> Column:
    return Leaf(np.array(values, np.bool_))


def _strings(values: Any, kinds: set[type], place: Place) -> Column:
    for index, value in enumerate(values if str in kinds else ()):
        if isinstance(value, str):
            check_text(value, index, place)
    return Leaf(objects(values))


def check_text(value: str, index: int, place: Place) -> None:
    """Raises unless a string can be encoded."""
    try:
        value.isascii() or value.encode()
    except UnicodeEncodeError as error:
        raise place.error(
            index, f"expected text that UTF-8 can encode: {error}", ValueError
        ) from None


def _numbers(values: Any, kinds: set[type], place: Place) -> Column:
    if kinds == {int}:
        return Leaf(_ints(values, place))
    if kinds <= {int, float}:
        return Leaf(np.array(values, np.float32))
    if kinds <= {int, float, complex}:
        return Leaf(np.array(values, np.complex128))
    if np.ndarray in kinds:
        values = [v[()] if isinstance(v, np.ndarray) else v for v in values]
        kinds = set(map(type, values))
    arrays = [np.dtype(kind) for kind in kinds if issubclass(kind, np.generic)]
    weak: list[Any] = [_plain_type(k)(0) for k in kinds if not issubclass(k, np.generic)]
    if not arrays:  # subclasses of int and float
        return _numbers([_plain(v) for v in values], {_plain_type(kind) for kind in kinds}, place)
    return Leaf(_supported(np.array(values, np.result_type(*arrays, *weak)), place))


def _plain_type(kind: type) -> Any:
    return next(base for base in (int, float, complex) if issubclass(kind, base))


def _plain(value: Any) -> Any:
    return _plain_type(type(value))(value)


def _ints(values: Any, place: Place) -> Any:
    """int32, or int64 where one of them needs it."""
    try:
        array = np.array(values, np.int64)
    except OverflowError:
        index = next(i for i, v in enumerate(values) if not -(2**63) <= v < 2**63)
        raise place.error(
            index, f"expected an int of 64 bits at most, got {values[index]}", ValueError
        ) from None
    narrow = array.astype(np.int32)
    return narrow if (narrow == array).all() else array


def _tensors(values: Any, kinds: set[type], place: Place) -> Column:
    items = [tf.convert_to_tensor(v) if isinstance(v, tf.Variable) else v for v in values]
    return Stack(items, (len(items),), place.path(0))


def _others(values: Any, kinds: set[type], place: Place) -> Column:
    expected = "expected a dict, a list, a number, a bool, a string, an array or a tensor"
    raise place.error(0, f"{expected}, got {described(values[0])}")


def _supported(array: Any, place: Place) -> Any:
    """An array of a dtype that TensorFlow has; text as objects."""
    if array.dtype.kind in "US":
        return array.astype(object)
    try:
        tf.as_dtype(array.dtype)
    except TypeError:
        raise place.error(0, f"there are no tensors of NumPy's {array.dtype}") from None
    return array


_COLUMNS: dict[str, Callable[[Any, set[type], Place], Column]] = {
    "dict": _structs,
    "list": _lists,
    "bool": _bools,
    "string": _strings,
    "number": _numbers,
    "tensor": _tensors,
    "other": _others,
}


def described(value: Any) -> str:
    """A value as messages show it."""
    if isinstance(value, Mapping):
        return f"a dict with the fields {_listed(value)}"
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {list(value.shape)}"
    plain = isinstance(value, (str, bytes, int, float, type(None)))
    return shown(value) if plain else f"a {type(value).__name__}: {shown(value)}"


def _article(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a dict"
    if isinstance(value, (list, tuple, np.ndarray)):
        return "a list"
    if isinstance(value, (str, bytes)):
        return "a string"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
