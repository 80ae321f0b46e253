"""NumPy's functions by name: arrays made, put into other shapes, reduced."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType, Unknown, broadcast

from .array_arranging import ARRANGING
from .array_numeric import NUMERIC
from .array_random import RANDOM
from .array_reductions import REDUCING
from .arrays import (
    array,
    as_array,
    binary,
    dims,
    dot,
    dtype_given,
    matmul,
    natural,
    real,
    same,
    shape_by,
    tensordot,
)
from .rule import OpError, Unsure
from .values import FLOAT64, ListOf, plain

#: A function of NumPy, from the values of its arguments.
Function = Callable[..., TensorType]

_ANY: Final = DType.any()


def apply(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> TensorType | None:
    """What a function of NumPy gives for these arguments; None where that is not known.

    >>> x = TensorType.parse("array float32[2, 3]")
    >>> apply("reshape", [x, (3, -1)], {}), apply("mean", [x], {"axis": 0}), apply("zeros", [(2, 3)], {})
    (array float32[3, 2], array float32[3], array float64[2, 3])
    """
    function = FUNCTIONS.get(name)
    if function is None:
        return None
    try:
        return function(*args, **kwargs)
    except (Unsure, OpError, ShapeMismatch, TypeError, ValueError, ArithmeticError):
        return None


# --- creation -------------------------------------------------------------------------------------------------------


def _array(object: Any, dtype: Any = None, **rest: Any) -> TensorType:
    if rest.keys() - {"copy", "order"}:
        raise Unsure
    made = as_array(object)
    return array(dtype_given(dtype, made.dtype), made.shape)


def _zeros(shape: Any, dtype: Any = None, order: Any = None) -> TensorType:
    return array(dtype_given(dtype, FLOAT64), dims(shape))


def _full(shape: Any, fill_value: Any, dtype: Any = None) -> TensorType:
    if dtype is None and as_array(fill_value).shape.rank != 0:
        raise Unsure
    return array(dtype_given(dtype, natural(fill_value)), dims(shape))


def _like(a: Any, dtype: Any = None) -> TensorType:
    value = as_array(a)
    return array(dtype_given(dtype, value.dtype), value.shape)


def _full_like(a: Any, fill_value: Any, dtype: Any = None) -> TensorType:
    return _like(a, dtype)


def _eye(N: Any, M: Any = None, k: Any = 0, dtype: Any = None) -> TensorType:
    return array(dtype_given(dtype, FLOAT64), dims(N) + dims(N if M is None else M))


def _arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> TensorType:
    first, last = (0, start) if stop is None else (start, stop)
    numbers = (first, last, step)
    usual = natural(numbers)
    if not all(isinstance(number, (int, float)) for number in numbers):
        return array(dtype_given(dtype, usual), Shape.of(UNKNOWN))
    count = max(0, math.ceil((last - first) / step))
    return array(dtype_given(dtype, usual), Shape.of(count))


def _linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
) -> TensorType:
    if retstep is not False or any(as_array(each).shape.rank != 0 for each in (start, stop)):
        raise Unsure
    return array(dtype_given(dtype, FLOAT64), dims(num))


# --- shapes ---------------------------------------------------------------------------------------------------------


def _reshape(a: Any, *shape: Any, order: Any = "C", newshape: Any = None) -> TensorType:
    value = as_array(a)
    given: Any = newshape if newshape is not None else shape[0] if len(shape) == 1 else shape
    if isinstance(given, (Unknown, ListOf)):
        return array(value.dtype, Shape.unknown())  # a number, or nobody knows how many
    is_shape = isinstance(given, TensorType) and given.shape.rank != 0
    if not is_shape and not isinstance(given, (list, tuple, Shape)):
        given = [given]
    return array(value.dtype, shape_by("tensorflow.reshape", plain(value), given))


def _astype(a: Any, dtype: Any, **rest: Any) -> TensorType:
    return array(dtype_given(dtype, _ANY), as_array(a).shape)


def _shaped(name: str, x: Any, *args: Any, **kwargs: Any) -> TensorType:
    value = as_array(x)
    return array(value.dtype, shape_by(name, plain(value), *args, **kwargs))


def _transpose(a: Any, *axes: Any) -> TensorType:
    perm = None if not axes else axes[0] if len(axes) == 1 else axes
    return _shaped("tensorflow.transpose", a, perm)


def _flat(a: Any, order: Any = "C") -> TensorType:
    return _reshape(a, -1)


def _joined(name: str, arrays: Any, axis: Any = 0) -> TensorType:
    if not isinstance(arrays, (list, tuple, ListOf)) or not arrays or axis is None:
        raise Unsure
    one, dtype = DType.of("float32"), natural(arrays)
    if isinstance(arrays, ListOf):
        given: Any = ListOf(TensorType(one, as_array(arrays.item).shape), arrays.count)
    else:
        given = [TensorType(one, as_array(each).shape) for each in arrays]
    try:
        return array(dtype, shape_by(name, given, axis))
    except OpError as error:
        if error.code == "tf-shape" and name == "tensorflow.concat":
            error.exception = "builtins.ValueError"  # its hint names an axis, which NumPy has, too
        raise


def _where(condition: Any, x: Any, y: Any) -> TensorType:
    """One of two, element by element."""
    chosen = binary(x, y, symbol="+")
    shape = broadcast(as_array(condition).shape, chosen.shape)
    return array(natural([x, y]) if not chosen.dtype.is_known else chosen.dtype, shape)


def _stacked(arrays: Any, axis: int = 0) -> TensorType:
    """`np.vstack`, `np.hstack` of matrices; of vectors `hstack` joins them."""
    if not isinstance(arrays, (list, tuple)):
        raise Unsure
    if axis == 0:
        arrays = [_row(as_array(each)) for each in arrays]
    ranks = {as_array(each).shape.rank for each in arrays}
    if ranks == {1}:
        return _joined("tensorflow.concat", arrays)
    if not ranks <= {1, 2, 3, 4}:
        raise Unsure
    return _joined("tensorflow.concat", arrays, axis)


def _row(value: TensorType) -> TensorType:
    """A vector as a matrix of one row."""
    if value.shape.rank is None or value.shape.rank > 1:
        return value
    return array(value.dtype, Shape.of(1, *(value.shape.dims or (1,))))


def _clipped(
    a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None
) -> TensorType:
    """`np.clip(x, 0, 1)`: not less than one, not more than the other."""
    made = as_array(a)
    for bound in (a_min, a_max, min, max):
        made = made if bound is None else binary(made, bound, symbol="+")
    return made


def _rounded(a: Any, decimals: Any = 0) -> TensorType:
    value = as_array(a)
    if value.dtype.is_floating is not True and value.dtype.is_integer is not True:
        raise Unsure
    return value


def _whole(x: Any) -> TensorType:
    """`np.floor(x)` of floats; of ints it depends on the version of NumPy."""
    value = as_array(x)
    if value.dtype.is_floating is not True:
        raise Unsure
    return value


def _told(x: Any) -> TensorType:
    """`np.isnan(x)`."""
    return array(DType.of("bool"), as_array(x).shape)


def _bits(x: Any, y: Any) -> TensorType:
    """`x & y` of whole numbers and bools."""
    made = binary(x, y)
    if made.dtype.is_floating is not False:
        raise Unsure
    return made


def _chosen(condlist: Any, choicelist: Any, default: Any = 0) -> TensorType:
    """`np.select([a, b], [x, y])`."""
    if not isinstance(choicelist, (list, tuple)) or not isinstance(condlist, (list, tuple)):
        raise Unsure
    made = default
    for condition, each in zip(condlist, choicelist):
        made = _where(condition, each, made)
    return as_array(made)


_BITS: Final = (
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "left_shift",
    "right_shift",
    "gcd",
    "lcm",
)
_BINARY: Final = {
    "add": "+",
    "subtract": "-",
    "multiply": "+",
    "maximum": "+",
    "minimum": "+",
    "power": "**",
    "divide": "/",
    "true_divide": "/",
    "fmax": "+",
    "fmin": "+",
    "mod": "-",
    "remainder": "-",
    "floor_divide": "-",
    "equal": "==",
    "not_equal": "!=",
    "greater": ">",
    "greater_equal": ">=",
    "less": "<",
    "less_equal": "<=",
    **dict.fromkeys(("hypot", "arctan2", "heaviside", "copysign", "logaddexp"), "/"),
    "fmod": "-",
    "isclose": "==",
    "logical_and": "==",
    "logical_or": "==",
    "logical_xor": "==",
}
_REAL: Final = (
    "exp", "exp2", "log", "log2", "log10", "log1p", "expm1", "sqrt", "sin", "cos", "tan", "tanh", "sinh", "cosh",
    "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "cbrt", "deg2rad", "rad2deg", "degrees", "radians",
)  # fmt: skip
_SAME: Final = (
    "abs",
    "absolute",
    "negative",
    "view",
    "square",
    "sign",
    "copy",
    "ascontiguousarray",
    "reciprocal",
    "positive",
    "conj",
    "nan_to_num",
)

_ROUNDED: Final = ("round", "around", "real")
_WHOLE: Final = ("floor", "ceil", "rint", "trunc")
_TOLD: Final = ("isnan", "isfinite", "isinf", "logical_not")

#: What gives an array, whatever it is given.
MAKERS: Final = frozenset(
    {
        *("array", "asarray", "zeros", "ones", "empty", "zeros_like", "ones_like", "empty_like"),
        *("full", "full_like", "eye", "identity", "arange", "linspace", "concatenate", "stack"),
        *("vstack", "hstack", "column_stack", "reshape", "astype", "flatten", "ravel", "squeeze"),
        *("expand_dims", "transpose", "swapaxes", "moveaxis", "rollaxis", "tile", "repeat", "roll"),
        *("pad", "flip", "flipud", "fliplr", "delete", "append", "insert"),
    }
)

#: NumPy's functions and the methods of its arrays, by name.
FUNCTIONS: Final[dict[str, Function]] = {
    **{name: partial(binary, symbol=symbol) for name, symbol in _BINARY.items()},
    **dict.fromkeys(_REAL, real),
    **dict.fromkeys(_SAME, same),
    **dict.fromkeys(("array", "asarray", "asanyarray"), _array),
    **dict.fromkeys(("zeros", "ones", "empty"), _zeros),
    **dict.fromkeys(("zeros_like", "ones_like", "empty_like"), _like),
    "full": _full,
    "full_like": _full_like,
    **dict.fromkeys(("eye", "identity", "tri"), _eye),
    "arange": _arange,
    "linspace": _linspace,
    **RANDOM,
    **ARRANGING,
    **NUMERIC,
    "reshape": _reshape,
    "astype": _astype,
    "squeeze": partial(_shaped, "tensorflow.squeeze"),
    "transpose": _transpose,
    "flatten": _flat,
    "ravel": _flat,
    "concatenate": partial(_joined, "tensorflow.concat"),
    "stack": partial(_joined, "tensorflow.stack"),
    "vstack": _stacked,
    "hstack": partial(_stacked, axis=1),
    "where": _where,
    "clip": _clipped,
    **dict.fromkeys(_ROUNDED, _rounded),
    "matmul": matmul,
    "dot": dot,
    "tensordot": tensordot,
    **dict.fromkeys(_WHOLE, _whole),
    **dict.fromkeys(_TOLD, _told),
    **REDUCING,
    "select": _chosen,
    **dict.fromkeys(_BITS, _bits),
}


# --- scalars, of which NumPy's stubs know nothing -------------------------------------------------------------------


def is_scalar(value: Any) -> bool:
    """Whether it is what `x.max()` gives."""
    return isinstance(value, TensorType) and value.kind == "array" and value.shape.rank == 0


def scalar(name: str, x: TensorType, args: list[Any]) -> Any:
    """`x.max()`: a scalar of NumPy; UNKNOWN for any other method.

    >>> scalar("max", TensorType.parse("array float32[5]"), [])
    array float32[]
    """
    made = apply(name, [x, *args], {}) if name in _REDUCTIONS else None
    return made if is_scalar(made) and made is not None and made.dtype.is_known else UNKNOWN


def combined(sign: str, left: Any, right: Any) -> Any:
    """`x.max() - x.min()`, `x - x.min()`: of one dtype; of others it depends on the version of NumPy.

    >>> x = TensorType.parse("array float32[5]")
    >>> combined("-", x, scalar("min", x, []))
    array float32[5]
    >>> combined("-", x, TensorType.parse("array float64[]")) is UNKNOWN
    True
    """
    both = [each for each in (left, right) if isinstance(each, TensorType) and each.kind == "array"]
    name = _OPERATORS.get(sign)
    if name is None or len(both) < 2 or both[0].dtype != both[1].dtype:
        return UNKNOWN
    return apply(name, both, {}) or UNKNOWN


_REDUCTIONS: Final = frozenset({"max", "min", "mean", "std", "var", "sum", "prod"})
_OPERATORS: Final = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}
