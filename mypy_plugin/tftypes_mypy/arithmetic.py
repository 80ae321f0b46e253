"""What Python's operators make of values as the checker knows them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, array_functions, operators

_BINARY: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "/": operator.truediv,
    "**": operator.pow,
}
_UNARY: Final[dict[str, Callable[[Any], Any]]] = {
    "-": operator.neg,
    "+": operator.pos,
    "not": operator.not_,
    "~": operator.invert,
}


def binary(sign: str, left: Any, right: Any) -> Any:
    """`left + right`, of numbers, sequences and small tensors."""
    if isinstance(left, TensorType) or isinstance(right, TensorType):
        return _tensor(sign, left, right)
    apply = _BINARY.get(sign)
    if apply is None or not (_is_computable(left) and _is_computable(right)):
        return _number(sign, left, right)
    if _may_explode(sign, left, right):
        return UNKNOWN
    try:
        return apply(left, right)
    except (TypeError, ValueError, ArithmeticError):
        return UNKNOWN


def unary(sign: str, value: Any) -> Any:
    """`-value`, of a number."""
    apply = _UNARY.get(sign)
    if apply is None or not _is_computable(value) or isinstance(value, (tuple, list)):
        return UNKNOWN
    try:
        return apply(value)
    except TypeError:
        return UNKNOWN


def _is_computable(value: object) -> bool:
    if isinstance(value, (tuple, list)):
        return True
    return isinstance(value, (int, float, complex, Expr))


def _tensor(sign: str, left: Any, right: Any) -> Any:
    """Arithmetic on small tensors whose contents are known, such as sizes, and on the scalars of NumPy."""
    if array_functions.is_scalar(left) or array_functions.is_scalar(right):
        return array_functions.combined(sign, left, right)
    known = [not isinstance(v, TensorType) or v.value is not None for v in (left, right)]
    if sign not in _BINARY or not all(known):
        return UNKNOWN
    try:
        return operators.binary(sign, left, right)
    except OpError:
        return UNKNOWN


_KINDS: Final = ("bool", "int", "float", "complex")


def _number(sign: str, left: object, right: object) -> Any:
    """A number of which only the type is known."""
    kinds = [_kind(value) for value in (left, right)]
    if sign not in _BINARY or None in kinds:
        return UNKNOWN
    widest = max(_KINDS.index(kind) for kind in kinds if kind is not None)
    if sign == "**" and widest < 2:
        return PyValue("int") if isinstance(right, int) and right >= 0 else UNKNOWN
    made = _KINDS[max(widest, 2 if sign == "/" else 1)]
    is_sure = made != "float" or sign == "/" or any(map(_is_float, (left, right)))
    return PyValue(made, sure=is_sure)


def _is_float(value: object) -> bool:
    """Whether a number is a float, and no int that mypy calls one."""
    return (
        (value.type == "float" and value.sure)
        if isinstance(value, PyValue)
        else isinstance(value, float)
    )


def _kind(value: object) -> str | None:
    name = value.type if isinstance(value, PyValue) else type(value).__name__
    return "int" if isinstance(value, Expr) else name if name in _KINDS else None


def _may_explode(sign: str, left: object, right: object) -> bool:
    """Whether computing it could cost more than a checker may spend."""
    if sign == "**":
        return any(isinstance(value, int) and abs(value) > 64 for value in (left, right))
    sequences = isinstance(left, (tuple, list)), isinstance(right, (tuple, list))
    if sign != "*" or not any(sequences):
        return False
    times, items = (left, right) if sequences[1] else (right, left)
    return not isinstance(times, int) or times * len(items) > 1000  # type: ignore[arg-type]


def index_shape(shape: Shape, index: Any) -> Any:
    """`shape[index]`: a dim, or a shape for a slice."""
    if type(index) is int:
        try:
            return shape[index]
        except IndexError:
            return UNKNOWN
    if isinstance(index, slice) and shape.dims is not None:
        dims = index_sequence(shape.dims, index)
        return Shape.of(*dims) if isinstance(dims, tuple) else UNKNOWN
    return UNKNOWN


def index_sequence(items: Any, index: Any) -> Any:
    """`items[index]` of a list or tuple."""
    parts = (index.start, index.stop, index.step) if isinstance(index, slice) else (index,)
    if not all(part is None or type(part) is int for part in parts):
        return UNKNOWN
    try:
        return items[index]
    except (IndexError, ValueError):
        return UNKNOWN
