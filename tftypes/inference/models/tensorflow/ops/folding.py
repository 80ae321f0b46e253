"""What ops on each element make of contents that are known."""

from __future__ import annotations

import struct
from collections.abc import Callable
from math import prod
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Expr, TensorType, Unknown

from .values import CARRIED, FLOAT64, Among, contents, is_number, numbers_in

#: The dtypes whose numbers Python's compute as TensorFlow does: ints up to 32 bits, and floats that are rounded.
_FOLDED: Final = frozenset(("int32", "int64", "bool", "float32", "float64"))


def folded(compute: Callable[[Any, Any], Any], a: TensorType, b: TensorType) -> Any:
    """The contents of an elementwise op on two tensors of known contents, or None."""
    if not all(each.dtype.names <= _FOLDED for each in (a, b)):
        return None
    x, y = contents(a), contents(b)
    for found, one in ((a.value, y), (b.value, x)):
        if isinstance(found, Among) and is_number(one):
            pairs = [(one, each) if one is x else (each, one) for each in numbers_in(found)]
            return Among(tuple(_one(compute, a.dtype, *pair) for pair in pairs))
    i, j = (each.shape.dims for each in (a, b))
    if i is None or j is None or prod(filter(is_number, (*i, *j))) > CARRIED**2:
        return None
    made = _over(lambda *pair: _one(compute, a.dtype, *pair), x, y, len(i), len(j))
    return None if made is UNKNOWN else made


def _over(compute: Callable[[Any, Any], Any], x: Any, y: Any, i: int, j: int) -> Any:
    """The same of contents of the ranks `i` and `j`, which broadcast."""
    if isinstance(x, Unknown) or isinstance(y, Unknown):
        return UNKNOWN
    if i == j == 0:
        return compute(x, y)
    left, right = x if i >= j else (x,), y if j >= i else (y,)
    count = len(right) if len(left) == 1 else len(left)
    if {len(left), len(right)} - {1, count}:
        return UNKNOWN
    left, right = (each * count if len(each) == 1 else each for each in (left, right))
    pairs = zip(left, right)
    return tuple(_over(compute, *pair, i - (i >= j), j - (j >= i)) for pair in pairs)


def _one(compute: Callable[[Any, Any], Any], dtype: DType, x: Any, y: Any) -> Any:
    if dtype.is_floating:
        x, y = (_rounded(each, dtype) for each in (x, y))
    if not all(isinstance(each, (int, float, Expr)) for each in (x, y)):
        return UNKNOWN
    try:
        made = compute(x, y)
    except ZeroDivisionError:
        return UNKNOWN
    if isinstance(made, float):
        return _rounded(made, dtype)
    return UNKNOWN if is_number(made) and abs(made) >= 2**31 else made


def _rounded(value: Any, dtype: DType) -> Any:
    """A number as a float dtype holds it; UNKNOWN for any other value."""
    if not isinstance(value, (int, float)) or not abs(value) < 1e30:
        return UNKNOWN
    return float(value) if dtype == FLOAT64 else struct.unpack("f", struct.pack("f", value))[0]


def converted(value: TensorType, dtype: DType) -> Any:
    """The contents of a tensor in another dtype, None where nothing is known of them."""
    if dtype.is_integer and value.dtype.is_integer:
        return value.value
    inside = contents(value) if (value.dtype.names | dtype.names) <= _FOLDED else UNKNOWN
    return None if inside is UNKNOWN else _converted(inside, dtype)


def _converted(item: Any, dtype: DType) -> Any:
    if isinstance(item, tuple):
        return tuple(_converted(each, dtype) for each in item)
    if not isinstance(item, (int, float)) or not abs(item) < 2**31:
        return UNKNOWN
    if dtype.is_floating:
        return _rounded(item, dtype)
    return bool(item) if dtype.is_bool else int(item)
