"""Dtypes as values, their promotion, and facts about them.

>>> promote(DType.of("int32"), DType.of("int64"), "safe")
int64
>>> promote(DType.of("int32"), DType.of("int64"))
Traceback (most recent call last):
tftypes.algebra.dtype.DTypeMismatch: dtypes int32 and int64 differ
"""

from __future__ import annotations

from tftypes.algebra.dtype import (
    DType,
    DTypeMismatch,
    DTypeSymbol,
    compatible,
    join,
    join_all,
    meet,
    same,
)
from tftypes.algebra.dtype_tables import LIMITS, SIZES
from tftypes.algebra.promotion import Mode, Scalar, can_hold, from_python, promote, promote_python


def limits(dtype: DType | str) -> tuple[int | float, int | float] | None:
    """Lowest and highest finite value; None where unknown or not a real number.

    >>> limits("int8"), limits("bool")
    ((-128, 127), None)
    """
    name = _name(dtype)
    return None if name is None else LIMITS.get(name)


def size(dtype: DType | str) -> int | None:
    """Bytes an element takes; None where unknown or of variable size.

    >>> size("complex64"), size("string")
    (8, None)
    """
    name = _name(dtype)
    return None if name is None else SIZES.get(name)


def _name(dtype: DType | str) -> str | None:
    return dtype.name if isinstance(dtype, DType) else DType.of(dtype).name


__all__ = [
    "DType",
    "DTypeMismatch",
    "DTypeSymbol",
    "Mode",
    "Scalar",
    "can_hold",
    "compatible",
    "from_python",
    "join",
    "join_all",
    "limits",
    "meet",
    "promote",
    "promote_python",
    "same",
    "size",
]
