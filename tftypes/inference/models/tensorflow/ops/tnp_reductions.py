"""tf.experimental.numpy: sums, means and the like along axes. One name in a table is one rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType, dtypes, num_elements

from .arguments import allow, axis_argument
from .broadcasting import mapped
from .groups import BOOLS, INEXACT, INTS, NUMBERS, PARTS, QUOTIENTS, REALS, Names
from .reductions import reduced
from .rule import OpError, Unsure, with_parameters
from .tnp import (
    NUMPY_INEXACT,
    Behavior,
    array,
    asked,
    axis_of,
    default_float,
    inexact,
    numpy_rule,
    shape_of,
    strongly,
    together,
    whichever,
)
from .values import ANY, BOOL, INT64, PyType, is_number, known_bool

#: From the dtype of the operand to that of the result.
Made = Callable[[DType], DType]


def summed(dtype: DType) -> DType:
    """Small ints and bools become the ints that Python's are."""
    wide = {**dict.fromkeys(("bool", "int8", "int16", "int32"), "int64")}
    wide |= dict.fromkeys(("uint8", "uint16", "uint32"), "uint64")
    less = {**dict.fromkeys(("bool", "int8", "int16"), "int32")}
    less |= dict.fromkeys(("uint8", "uint16"), "uint32")
    return whichever(
        lambda behavior: mapped(dtype, less if behavior is Behavior.CONVERTING else wide)
    )


def averaged(dtype: DType) -> DType:
    """Ints and bools become floats."""
    exact = INTS | {"bool"}
    if dtype.names.isdisjoint(exact):
        return dtype
    return dtypes.join_all(
        default_float() if name in exact else DType.of(name) for name in dtype.names
    )


def _same(dtype: DType) -> DType:
    return dtype


def _deviation(dtype: DType) -> DType:
    return mapped(averaged(dtype), PARTS)


def _truth(dtype: DType) -> DType:
    return BOOL


def _nan_mean(dtype: DType) -> DType:
    return averaged(dtype)


def _reduction(
    made: Made, allowed: Names, names: list[str], divided: bool
) -> Callable[..., TensorType]:
    def function(*values: Any) -> TensorType:
        given = dict(zip(names, values))
        x = array(given["a"], "a")
        if given.get("dtype") is None:
            allow(x, allowed, "a")
        if given.get("out") is not None:
            raise Unsure
        shape = reduced(x.shape, given["axis"], given["keepdims"])
        if given.get("dtype") is None:
            return TensorType(made(x.dtype), shape)
        dtype = asked(given["dtype"])
        if divided and not dtype.names <= INEXACT:
            dtype = DType.any() if made(x.dtype) != x.dtype else mapped(dtype, QUOTIENTS)
        return TensorType(dtype, shape)

    return function


_ANY: Final = NUMBERS | BOOLS
_REAL: Final = REALS | BOOLS

#: What is made of the dtype, the dtypes taken, those made of float32 and int8, the parameters, the reductions.
_REDUCTIONS: Final[list[tuple[Made, Names, str, str, str]]] = [
    (summed, _ANY, "f32 i64", "axis dtype keepdims", "sum prod"),
    (summed, _REAL, "f32 i64", "axis dtype keepdims", "nansum nanprod"),
    (averaged, _ANY, "f32 f64", "axis dtype out keepdims", "mean"),
    (_nan_mean, _REAL, "f32 f64", "axis dtype keepdims", "nanmean"),
    (_deviation, _ANY, "f32 f64", "axis keepdims", "std"),
    (_same, _REAL, "f32 i8", "axis keepdims", "max min"),
    (_same, REALS, "f32 i8", "axis keepdims", "ptp"),
    (_same, _REAL, "f32 i8", "axis out keepdims", "amax amin"),
    (_truth, ANY.names, "b b", "axis keepdims", "any all"),
]
for _made, _allowed, _shorts, _names, _ops in _REDUCTIONS:
    for _op in _ops.split():
        _float, _int = _shorts.split()
        _parameters: dict[str, Any] = {"a": ..., **dict.fromkeys(_names.split())}
        _examples = [
            f"f32[2, N]) -> {_float}[]",
            f"f32[2, N], axis=0, keepdims=True) -> {_float}[1, N]",
            f"f32[2, N, 3], axis=(0, -1)) -> {_float}[N]",
            f"f32[...], axis=-1) -> {_float}[...]",
            f"[[1.5, 2.5]], axis=0) -> {'f64' if _float == 'f32' else _float}[2]",
            "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
        ]
        if "complex64" not in _allowed:
            _examples.append("c64[2, 3]) !! complex64 is not supported")
        if not _op.startswith("nan"):
            _examples.append(f"i8[2, N], axis=0) -> {_int}[N]")
        if "dtype" in _parameters:
            _examples.append("f32[2, N], axis=0, dtype=tf.float64) -> f64[N]")
        numpy_rule(_op, *_examples)(
            with_parameters(
                _reduction(_made, _allowed, list(_parameters), _op == "nanmean"), **_parameters
            )
        )


@numpy_rule(
    "var",
    "f32[2, N]) -> f32[]",
    "i8[2, N], axis=0) -> f64[N]",
    "c64[2, N], axis=1, keepdims=True) -> f32[2, 1]",
    "s[2, N]) !! string is not supported",
    "f32[2, N], axis=0, dtype=tf.float64) -> f64[N]",
    "f32[2, N], axis=0, dtype=tf.float32, ddof=1) -> f32[N]",
    "f32[2, N], dtype=float) -> anything",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: Any = 0,
    keepdims: Any = None,
) -> TensorType:
    x = array(a, "a")
    if dtype is None:
        allow(x, _ANY, "a")
    if out is not None or (dtype is None and ddof != 0) or isinstance(dtype, PyType):
        raise Unsure  # TensorFlow's float is not NumPy's
    shape = reduced(x.shape, axis, keepdims)
    return TensorType(_deviation(x.dtype) if dtype is None else asked(dtype), shape)


@numpy_rule(
    "count_nonzero",
    "f32[2, N]) -> i64[]",
    "i32[2, N], axis=0) -> i64[N]",
    "[1, 0, 2]) -> i64[]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def count_nonzero(a: Any, axis: Any = None) -> TensorType:
    return TensorType(INT64, reduced(shape_of(a, "a"), axis, False))


@numpy_rule(
    "average",
    "f32[2, N]) -> f32[]",
    "f32[2, N], axis=0) -> f32[N]",
    "f32[2, N], 1, weights=f32[N]) -> f32[2]",
    "f32[2], weights=[1.0, 2.0]) -> f32[]",
    "i32[2], weights=i32[2]) -> f64[]",
    "f32[2, N], axis=0, returned=True) -> (f32[N], f32[N])",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "f32[2, 3], axis=(0, 1)) !! expected one axis",
)
def average(a: Any, axis: Any = None, weights: Any = None, returned: Any = False) -> Any:
    if isinstance(axis, (tuple, list)):
        raise OpError("tf-axis", "expected one axis, got several", "axis")
    x = array(a, "a")
    is_exact = x.dtype.names.isdisjoint(NUMPY_INEXACT)
    if weights is None:
        dtype = inexact(x.dtype)
    elif x.dtype.names <= NUMPY_INEXACT:
        dtype = together(TensorType(x.dtype, x.shape), weights)
    elif is_exact:
        # Promoted together, with a float among them.
        both = together(TensorType(x.dtype, x.shape), weights)
        dtype = strongly(both, default_float())
    else:
        dtype = DType.any()
    shape_of(weights, "weights") if weights is not None else None
    made = TensorType(dtype, reduced(x.shape, axis, False))
    pair = known_bool(returned)
    if pair is None:
        raise Unsure
    return (made, made) if pair else made


# --- sums so far, and differences -------------------------------------------------------------------------------------


def _so_far(dtype: DType) -> DType:
    """Ints become int64, but for those of which only floats hold all."""
    wide = dict.fromkeys(INTS, "int64") | {"uint64": "float64"}
    made = whichever(
        lambda behavior: (
            DType.of("int32", "int64")
            if behavior is Behavior.CONVERTING and dtype.is_integer is not False
            else mapped(dtype, wide)
        )
    )
    return made if dtype.is_integer is not None else DType.any()


def _cumulative(a: Any, axis: Any = None, dtype: Any = None) -> TensorType:
    x = allow(array(a, "a", None if dtype is None else asked(dtype)), NUMBERS, "a")
    made = _so_far(x.dtype) if dtype is None else x.dtype
    if axis is None:
        return TensorType(made, Shape.of(num_elements(x.shape)))
    axis_of(axis, x.shape.rank)
    return TensorType(made, x.shape)


for _op in ("cumsum", "cumprod"):
    numpy_rule(
        _op,
        "f32[2, N]) -> f32[2*N]",
        "f32[2, N], axis=0) -> f32[2, N]",
        "i32[2, N], -1) -> i64[2, N]",
        "[1, 2, 3]) -> i64[3]",
        "f32[2, N], axis=0, dtype=tf.float64) -> f64[2, N]",
        "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
        "b[2]) !! bool is not supported",
    )(with_parameters(_cumulative, a=..., axis=None, dtype=None))


@numpy_rule(
    "diff",
    "f32[2, 5]) -> f32[2, 4]",
    "f32[2, N], n=2) -> f32[2, None]",
    "f32[5, 3], axis=0, n=2) -> f32[3, 3]",
    "[1, 2, 4]) -> i64[2]",
    "f32[5], n=0) -> f32[5]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "f32[2], n=-1) !! negative number of times -1",
)
def diff(a: Any, n: Any = 1, axis: Any = -1) -> TensorType:
    x = array(a, "a")
    if is_number(n) and n < 0:
        raise OpError("tf-value", f"negative number of times {n}", "n")
    if x.shape.rank is None or not is_number(axis):
        return TensorType(x.dtype, Shape.unknown())
    place = axis_argument(axis, x.shape.rank)
    size = x.shape[place] if place is not None else None
    left = max(size - n, 0) if is_number(size) and is_number(n) else None
    if place is None:
        return TensorType(x.dtype, Shape.unknown())
    return TensorType(x.dtype, x.shape if n == 0 else x.shape.replace(place, left))
