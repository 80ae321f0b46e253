"""What a type spec serializes to, compared: all that is static about a type is derived from it.

A serialization is a nest of tuples, lists and dicts whose leaves are bools, ints, floats, strings,
bytes, None, `tf.DType`s, `tf.TensorShape`s, type specs and NumPy arrays (RFC 269, `serialize`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

_PLAIN = (bool, int, float, complex, str, bytes, type(None), np.generic)


class NoCommonType(Exception):
    """The serializations differ in something that has no common supertype."""


def key(value: Any, where: str = "serialize()") -> Any:
    """A hashable that is equal for equal serializations only; `1`, `True` and `1.0` differ.

    >>> key((1, [2])) == key((1, [2])), key((1,)) == key((True,))
    (True, False)

    Raises:
      TypeError: naming what cannot be serialized, and where it stands.
    """
    if isinstance(value, _PLAIN):
        return type(value), value
    if isinstance(value, (tuple, list)):
        return type(value).__name__, tuple(key(v, f"{where}[{i}]") for i, v in enumerate(value))
    if isinstance(value, dict):
        items = ((k, key(v, f"{where}[{k!r}]")) for k, v in value.items())
        return "dict", tuple(sorted(items, key=lambda item: str(item[0])))
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, tf.TensorShape):
        return "shape", None if value.rank is None else tuple(value.as_list())
    if isinstance(value, tf.TensorSpec):
        return type(value), key(value.shape), value.dtype  # its name is no part of a type
    if isinstance(value, tf.types.experimental.TraceType):  # as dtypes and specs are
        return value
    raise TypeError(
        f"{where} is {_named(value)}; it may hold bool, int, float, str, bytes, None, "
        "tf.DType, tf.TensorShape, tf.TypeSpec, NumPy arrays, and tuples, lists and dicts of them"
    )


def same(a: Any, b: Any) -> bool:
    """Whether two serializations, or parts of them, are equal."""
    return bool(key(a) == key(b))


def agree(a: Any, b: Any, leaf: Callable[[Any, Any], bool]) -> bool:
    """Whether the structures are the same and `leaf` holds for each shape, dtype and spec in them."""
    if isinstance(a, tf.types.experimental.TraceType):
        return type(a) is type(b) and leaf(nameless(a), nameless(b))
    if isinstance(a, (tuple, list)):
        return (
            _same_kind(a, b) and len(a) == len(b) and all(agree(x, y, leaf) for x, y in zip(a, b))
        )
    if isinstance(a, dict):
        return (
            isinstance(b, dict) and a.keys() == b.keys() and all(agree(a[k], b[k], leaf) for k in a)
        )
    return same(a, b)


def nameless(spec: Any) -> Any:
    """A spec without its name, which is no part of a type; TensorFlow compares it all the same.

    >>> nameless(tf.TensorSpec([3], name="x"))
    TensorSpec(shape=(3,), dtype=tf.float32, name=None)
    """
    if type(spec) is tf.TensorSpec and spec.name is not None:
        return tf.TensorSpec(spec.shape, spec.dtype)
    return spec


def mapped(function: Callable[[Any], Any], value: Any) -> Any:
    """The serialization with `function` applied to each shape and spec in it."""
    if isinstance(value, (tf.TensorShape, tf.TypeSpec)):
        return function(value)
    if isinstance(value, (tuple, list)):
        return _rebuilt(value, [mapped(function, item) for item in value])
    if isinstance(value, dict):
        return {k: mapped(function, v) for k, v in value.items()}
    return value


def supertype(values: Sequence[Any]) -> Any:
    """What is common to serializations: shapes and specs are widened, all else must be equal.

    >>> supertype([(tf.TensorShape([8, 3]), "a"), (tf.TensorShape([8, 5]), "a")])
    (TensorShape([8, None]), 'a')

    Raises:
      NoCommonType: if they differ in anything else.
    """
    first, *others = values
    if isinstance(first, tf.types.experimental.TraceType) and not isinstance(first, tf.DType):
        if any(type(other) is not type(first) for other in others):
            raise NoCommonType
        first, *others = map(nameless, values)
        common = first.most_specific_common_supertype(others) if others else first
        if common is None:
            raise NoCommonType
        return common
    if isinstance(first, (tuple, list)):
        if any(not _same_kind(first, other) or len(first) != len(other) for other in others):
            raise NoCommonType
        return _rebuilt(first, [supertype(items) for items in zip(*values)])
    if isinstance(first, dict):
        if any(not isinstance(other, dict) or first.keys() != other.keys() for other in others):
            raise NoCommonType
        return {k: supertype([value[k] for value in values]) for k in first}
    if not all(same(first, other) for other in others):
        raise NoCommonType
    return first


def difference(a: Any, b: Any) -> str:
    """The first place where two serializations differ, for messages."""
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)) and len(a) == len(b):
        for x, y in zip(a, b):
            if not same(x, y):
                return difference(x, y)
    return f"{a!r} is not {b!r}"


def _same_kind(a: Any, b: Any) -> bool:
    """Whether both are lists, or tuples: named ones need the same names.

    A named tuple read back from a SavedModel is of a class that was made on the spot.
    """
    if isinstance(a, tuple):
        return isinstance(b, tuple) and getattr(a, "_fields", ()) == getattr(b, "_fields", ())
    return isinstance(b, list)


def _rebuilt(like: Any, items: list[Any]) -> Any:
    if hasattr(like, "_fields"):
        return type(like)(*items)
    return type(like)(items)


def _named(value: Any) -> str:
    return f"a {type(value).__module__}.{type(value).__qualname__}"
