"""NumPy's functions that make fewer items of many: sums, means, norms, and sums that run along an axis."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import DType, TensorType

from .arrays import array, as_array, flat, promoted, shape_by
from .rule import Unsure
from .values import FLOAT64, INT64, is_number

_ANY: Final = DType.any()


def _running(a: Any, axis: Any = None) -> TensorType:
    """`np.cumsum(x, axis=0)`; without an axis over all items in a row."""
    value = as_array(a)
    shape = flat(value) if axis is None else value.shape
    return array(_of_reduction(value.dtype, "sum"), shape)


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> TensorType:
    """`np.linalg.norm(x, axis=1)`."""
    return _reduced(x, axis, made="mean", keepdims=keepdims)


def _reduced(
    a: Any, axis: Any = None, *, made: str = "same", keepdims: Any = False, **rest: Any
) -> TensorType:
    """Sums and the like over axes."""
    if rest.keys() - {"initial", "ddof"} or (
        axis is not None and not is_number(axis) and not isinstance(axis, (tuple, list))
    ):
        raise Unsure
    value = as_array(a)
    one = TensorType(DType.of("float32"), value.shape)
    shape = shape_by("tensorflow.math.reduce_sum", one, axis, keepdims)
    return array(_of_reduction(value.dtype, made), shape)


def _of_reduction(dtype: DType, made: str) -> DType:
    if made in ("bool", "int64"):
        return DType.of(made)
    if made == "same" or dtype.is_floating:
        return dtype
    if made == "mean":
        return FLOAT64 if dtype.is_integer or dtype.is_bool else _ANY
    return INT64 if dtype.name in ("bool", "int8", "int16", "int32", "int64") else _ANY


def _average(a: Any, axis: Any = None, weights: Any = None, *, keepdims: Any = False) -> TensorType:
    made = _reduced(a, axis, made="mean", keepdims=keepdims)
    dtype = made.dtype if weights is None else promoted(made.dtype, as_array(weights).dtype)
    return array(dtype, made.shape)


_REDUCED: Final = {
    "same": ("max", "min", "amax", "amin", "nanmax", "nanmin", "ptp"),
    "mean": ("mean", "std", "var", "median", "nanmean", "nanstd", "nanmedian"),
    "sum": ("sum", "prod", "nansum"),
    "bool": ("any", "all"),
    "int64": ("argmax", "argmin", "count_nonzero"),
}
REDUCING: Final[dict[str, Callable[..., TensorType]]] = {
    **dict.fromkeys(("cumsum", "cumprod"), _running),
    "norm": _norm,
    "average": _average,
    **{name: partial(_reduced, made=made) for made, names in _REDUCED.items() for name in names},
}
