"""tf.experimental.numpy: shapes as NumPy's, dtypes where they do not depend on how NumPy's behaviour is switched on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType, Unknown, same

from .arguments import (
    allow,
    count_argument,
    dtype_argument,
    rank_at_least,
    shape_argument,
)
from .broadcasting import broadcast_shapes, mapped
from .conversion import as_tensor
from .groups import INEXACT, NUMBERS, PARTS, SIGNED, Names
from .reductions import reduced
from .rule import RULES, Unsure, rule, with_parameters
from .values import ANY, BOOL, INT64, of

_FLOAT: Final = DType.of("float32", "float64")
_INT: Final = DType.of("int32", "int64")


def _array(value: Any, argument: str) -> TensorType:
    """An operand; a Python value has a dtype that the settings decide."""
    if isinstance(value, Unknown):
        raise Unsure  # it may be ragged
    x = as_tensor(value, argument=argument)
    return x if isinstance(value, TensorType) else TensorType(DType.any(), x.shape)


def _inexact(dtype: DType) -> DType:
    """What a function on reals makes of a dtype: ints become floats."""
    return dtype if dtype.is_floating or dtype.is_complex else DType.any()


def _together(a: TensorType, b: TensorType) -> DType:
    """The dtype of two operands, where they have one already."""
    known = a.dtype.is_known and same(a.dtype, b.dtype) is True and not a.dtype.is_bool
    return a.dtype if known else DType.any()


def _register(
    op: str, function: Callable[..., Any], parameters: dict[str, Any], *calls: str
) -> None:
    rule(
        f"tensorflow.experimental.numpy.{op}",
        *(f"tf.experimental.numpy.{op}({call}" for call in calls),
    )(with_parameters(function, **parameters))


# --- each element -----------------------------------------------------------------------------------------------------


def _tested(dtype: DType) -> DType:
    if not dtype.is_floating:
        raise Unsure  # some tests of ints give one Python bool
    return BOOL


def _unary(made: Callable[[DType], DType], allowed: Names = ANY.names) -> Callable[..., TensorType]:
    def function(x: Any) -> TensorType:
        value = allow(_array(x, "x"), allowed, "x")
        return TensorType(made(value.dtype), value.shape)

    return function


_UNARY: Final[list[tuple[Callable[[DType], DType], str, str]]] = [
    (
        _inexact,
        "f32",
        "exp expm1 exp2 log log2 log10 log1p sqrt cbrt sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh"
        " arccosh arctanh deg2rad rad2deg floor ceil",
    ),
    (lambda dtype: dtype, "f32", "positive"),
    (_tested, "b", "isnan isinf isfinite isposinf isneginf logical_not signbit"),
]
for _made, _short, _ops in _UNARY:
    for _op in _ops.split():
        _register(_op, _unary(_made), {"x": ...}, f"f32[2, N]) -> {_short}[2, N]")

for _allowed, _table, _ops in (
    (SIGNED | INEXACT, {}, "negative"),
    (NUMBERS, {}, "square conj conjugate"),
    (SIGNED | INEXACT, PARTS, "abs absolute"),
):
    for _op in _ops.split():
        _register(
            _op, _unary(partial(mapped, table=_table), _allowed), {"x": ...},
            "f32[2, N]) -> f32[2, N]", "b[2]) !! bool is not supported",
        )  # fmt: skip


def _binary(made: Callable[[TensorType, TensorType], DType]) -> Callable[..., TensorType]:
    def function(x1: Any, x2: Any) -> TensorType:
        a, b = _array(x1, "x1"), _array(x2, "x2")
        return TensorType(made(a, b), broadcast_shapes(a.shape, b.shape, "x2"))

    return function


_BINARY: Final[list[tuple[Callable[[TensorType, TensorType], DType], str, str]]] = [
    (_together, "f32", "add subtract multiply maximum minimum"),
    (lambda a, b: _inexact(_together(a, b)), "f32", "divide true_divide arctan2 logaddexp hypot"),
    (
        lambda a, b: BOOL,
        "b",
        "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor",
    ),
]
for _both, _short, _ops in _BINARY:
    for _op in _ops.split():
        _register(
            _op,
            _binary(_both),
            {"x1": ..., "x2": ...},
            f"f32[2, 1], f32[N]) -> {_short}[2, N]",
            "f32[2], f32[3]) !! 2 against 3",
        )


# --- along axes -------------------------------------------------------------------------------------------------------


def _reduction(made: Callable[[DType], DType], names: list[str]) -> Callable[..., TensorType]:
    def function(*values: Any) -> TensorType:
        given = dict(zip(names, values))
        x = _array(given["a"], "a")
        if given.get("out") is not None:
            raise Unsure
        dtype = given.get("dtype")
        shape = reduced(x.shape, given["axis"], given["keepdims"])
        return TensorType(made(x.dtype) if dtype is None else dtype_argument(dtype), shape)

    return function


def _summed(dtype: DType) -> DType:
    return _inexact(dtype) if dtype.is_integer is False and not dtype.is_bool else _INT


_REDUCTIONS: Final[list[tuple[Callable[[DType], DType], str, str, str]]] = [
    (_summed, "f32", "axis dtype keepdims", "sum prod"),
    (_inexact, "f32", "axis dtype out keepdims", "mean"),
    (lambda dtype: mapped(_inexact(dtype), PARTS), "f32", "axis keepdims", "std"),
    (lambda dtype: dtype, "f32", "axis keepdims", "max min"),
    (lambda dtype: dtype, "f32", "axis out keepdims", "amax amin"),
    (lambda dtype: BOOL, "b", "axis keepdims", "any all"),
]
for _made, _short, _names, _ops in _REDUCTIONS:
    for _op in _ops.split():
        _parameters: dict[str, Any] = {"a": ..., **dict.fromkeys(_names.split())}
        _register(
            _op,
            _reduction(_made, list(_parameters)),
            _parameters,
            f"f32[2, N]) -> {_short}[]",
            f"f32[2, N], axis=0, keepdims=True) -> {_short}[1, N]",
            "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
        )


def _argued(a: Any, axis: Any = None) -> TensorType:
    x = _array(a, "a")
    if axis is None:
        return TensorType(INT64, Shape.scalar())
    return TensorType(INT64, reduced(x.shape, axis, False))


for _op in ("argmax", "argmin"):
    _register(
        _op, _argued, {"a": ..., "axis": None},
        "f32[2, N], axis=1) -> i64[2]", "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    )  # fmt: skip


# --- by the rules of others -------------------------------------------------------------------------------------------


def _as(op: str, *parameters: str) -> Callable[..., Any]:
    """The shape that another op makes, and its dtype where the operands say it."""

    def function(*values: Any) -> Any:
        result = RULES[f"tensorflow.{op}"].call(**dict(zip(parameters, values)))
        if not isinstance(result, TensorType):
            raise Unsure
        return TensorType(result.dtype, result.shape)

    return function


_register("reshape", _as("reshape", "tensor", "shape"), {"a": ..., "newshape": ..., "order": "C"},
          "f32[2, N], [-1]) -> f32[2*N]", "f32[2, 3], [4]) !! 6 elements do not make [4]")  # fmt: skip
_register("transpose", _as("transpose", "a", "perm"), {"a": ..., "axes": None},
          "f32[2, N]) -> f32[N, 2]", "f32[2, 3], [0]) !! perm")  # fmt: skip
_register("expand_dims", _as("expand_dims", "input", "axis"), {"a": ..., "axis": ...},
          "f32[2, N], 0) -> f32[1, 2, N]", "f32[2], 3) !! axis 3 is out of range")  # fmt: skip
_register("squeeze", _as("squeeze", "input", "axis"), {"a": ..., "axis": None},
          "f32[N, 1], 1) -> f32[N]", "f32[2], 0) !! axis 0 is 2, not 1")  # fmt: skip


def _of_one_dtype(arrays: Any, argument: str) -> list[TensorType]:
    if not isinstance(arrays, (list, tuple)) or not arrays:
        raise Unsure
    parts = [_array(each, argument) for each in arrays]
    if any(_together(parts[0], part) != parts[0].dtype for part in parts):
        return [TensorType(DType.any(), part.shape) for part in parts]
    return parts


def _concatenate(arys: Any, axis: Any = 0) -> Any:
    return RULES["tensorflow.concat"].call(values=_of_one_dtype(arys, "arys"), axis=axis)


def _stack(arrays: Any, axis: Any = 0) -> Any:
    return RULES["tensorflow.stack"].call(values=_of_one_dtype(arrays, "arrays"), axis=axis)


_register("concatenate", _concatenate, {"arys": ..., "axis": 0},
          "[f32[2], f32[N]]) -> f32[N + 2]", "[f32[2, 3], f32[4, 5]], axis=0) !! differ in axis 1")  # fmt: skip
_register("stack", _stack, {"arrays": ..., "axis": 0},
          "[f32[N], f32[N]], axis=1) -> f32[N, 2]", "[f32[2], f32[3]]) !! items of different shapes")  # fmt: skip


def _matmul(x1: Any, x2: Any) -> Any:
    a, b = (
        rank_at_least(_array(value, argument), 1, argument)
        for value, argument in ((x1, "x1"), (x2, "x2"))
    )
    if a.shape.rank is None or b.shape.rank is None or min(a.shape.rank, b.shape.rank) < 2:
        raise Unsure
    dtype = _together(a, b)
    made = RULES["tensorflow.linalg.matmul"].call(
        a=TensorType(dtype, a.shape), b=TensorType(dtype, b.shape)
    )
    return TensorType(dtype, made.shape)


_register("matmul", _matmul, {"x1": ..., "x2": ...},
          "f32[2, N], f32[N, 4]) -> f32[2, 4]", "f32[2, 3], f32[2, 3]) !! inner dims 3 and 2 differ",
          "f32[2, 3], f32[]) !! expected rank 1 or more, got rank 0")  # fmt: skip


# --- made ------------------------------------------------------------------------------------------------------------


def _asked(dtype: Any) -> DType:
    """A dtype asked for; Python's `float`, the default, is float64 or float32."""
    return (
        dtype
        if isinstance(dtype, DType)
        else dtype_argument(dtype)
        if isinstance(dtype, str)
        else _FLOAT
    )


def _filled(shape: Any, dtype: Any = None) -> TensorType:
    return TensorType(_asked(dtype), shape_argument(shape))


for _op in ("zeros", "ones", "empty"):
    _register(_op, _filled, {"shape": ..., "dtype": None}, "[2, N], tf.int32) -> i32[2, N]")


def _eye(N: Any, M: Any = None, k: Any = 0, dtype: Any = None) -> TensorType:
    rows = count_argument(N, "N")
    return TensorType(_asked(dtype), of(rows, rows if M is None else count_argument(M, "M")))


_register(
    "eye",
    _eye,
    {"N": ..., "M": None, "k": 0, "dtype": None},
    "3, 4, dtype=tf.int32) -> i32[3, 4]",
    "-3) !! negative size -3",
)


def _like(a: Any, dtype: Any = None) -> TensorType:
    x = _array(a, "a")
    return TensorType(x.dtype if dtype is None else dtype_argument(dtype), x.shape)


for _op in ("zeros_like", "ones_like"):
    _register(_op, _like, {"a": ..., "dtype": None}, "f32[2, N]) -> f32[2, N]")

_register("array", lambda val, dtype=None, copy=True, ndmin=0: _converted(val, dtype, ndmin),
          {"val": ..., "dtype": None, "copy": True, "ndmin": 0}, "[[1, 2]], tf.float32) -> f32[1, 2]")  # fmt: skip
_register(
    "asarray",
    lambda a, dtype=None: _converted(a, dtype),
    {"a": ..., "dtype": None},
    "f32[2, N]) -> f32[2, N]",
)


def _converted(value: Any, dtype: Any, ndmin: Any = 0) -> TensorType:
    x = _array(value, "val")
    if ndmin != 0:
        raise Unsure
    return TensorType(x.dtype if dtype is None else _asked(dtype), x.shape)
