"""tf.keras.ops: sums, means and the like along axes. One name in a table is one rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType, num_elements

from .arguments import axis_argument
from .groups import COMPLEX, FLOATS
from .keras_ops import (
    Given,
    Made,
    asked,
    counted,
    each,
    has_symbols,
    inexact,
    keras_rule,
    operand,
    promoted,
    same,
    strongly,
    told,
    truth,
    with_float,
    without_symbols,
)
from .keras_ops_elementwise import distance, squared
from .reductions import reduced
from .rule import Unsure, with_parameters
from .values import INT32, is_number, known_bool

_FLOAT: Final[Given] = frozenset({"float"})


def _averaged(name: str, floatx: str) -> str:
    """Ints are averaged as float32, whatever the default float."""
    return inexact(name, "float32")


def _of_floats(name: str, floatx: str) -> str:
    if name not in FLOATS or (has_symbols() and name != floatx):
        raise Unsure
    return name


def _reduction(made: Made) -> Callable[..., TensorType]:
    def function(x: Any, axis: Any = None, keepdims: Any = False, *rest: Any) -> TensorType:
        value = operand(x, "x")
        return TensorType(told(each(value.dtype, made)), reduced(value.shape, axis, keepdims))

    return function


#: What is made of the dtype, those made of float32 and of int8, the parameters, the reductions.
_REDUCTIONS: Final[list[tuple[Made, str, dict[str, Any], str]]] = [
    (counted, "f32 i32", {}, "sum nansum"),
    (_averaged, "f32 f32", {}, "mean"),
    (distance, "f32 f32", {}, "std"),
    (with_float, "f32 f32", {}, "var"),
    (same, "f32 i8", {"initial": None}, "max min"),
    (same, "f32 i8", {}, "amax amin nanmax nanmin ptp"),
    (truth, "b b", {}, "any all"),
    (_of_floats, "f32", {}, "logsumexp nanmean nanvar nanstd"),
]
for _made, _shorts, _more, _ops in _REDUCTIONS:
    for _op in _ops.split():
        _float, *_int = _shorts.split()
        _examples = [
            f"f32[2, 3]) -> {_float}[]",
            f"f32[2, N], axis=0, keepdims=True) -> {_float}[1, N]",
            f"f32[2, N, 3], axis=(0, -1)) -> {_float}[N]",
            f"f64[...], axis=-1) -> {'f64' if _float == 'f32' else _float}[...]",
            "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
            *(f"i8[2, 3], axis=0) -> {short}[3]" for short in _int),
        ]
        keras_rule(_op, *_examples)(
            with_parameters(_reduction(_made), x=..., axis=None, keepdims=False, **_more)
        )


def _product(x: Any, axis: Any = None, keepdims: Any = False, dtype: Any = None) -> TensorType:
    value = operand(x, "x")
    shape = reduced(value.shape, axis, keepdims)
    if dtype is None:
        made = each(value.dtype, counted)
        return TensorType(told(made) if has_symbols() else promoted(made.names), shape)
    return TensorType(DType.any(), shape)  # some versions leave the dtype as it is


keras_rule(
    "prod",
    "f32[2, 3]) -> f32[]",
    "f32[2, N], axis=0, keepdims=True) -> f32[1, N]",
    "i8[2, 3], axis=(0,)) -> i32[3]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)(_product)
keras_rule("nanprod", "f32[2, 3]) -> f32[]", "f32[2, N], axis=0, keepdims=True) -> f32[1, N]")(
    with_parameters(_reduction(_of_floats), x=..., axis=None, keepdims=False)
)


@keras_rule(
    "count_nonzero",
    "f32[2, N]) -> i32[]",
    "i32[2, N], axis=0) -> i32[N]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def count_nonzero(x: Any, axis: Any = None) -> TensorType:
    return TensorType(INT32, reduced(operand(x, "x").shape, axis, False))


@keras_rule(
    "average",
    "f32[2, N]) -> f32[]",
    "i32[2, N], axis=0) -> f32[N]",
    "f32[2, 3], axis=1, weights=f32[3]) -> f32[2]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def average(x: Any, axis: Any = None, weights: Any = None) -> TensorType:
    value = operand(x, "x")
    given = (
        [value.dtype.names]
        if weights is None
        else [value.dtype.names, strongly(weights, "weights")]
    )
    if weights is not None and not is_number(axis) and axis is not None:
        raise Unsure
    return TensorType(promoted(*given, _FLOAT), reduced(value.shape, axis, False))


def _place(x: Any, axis: Any = None, keepdims: Any = False) -> TensorType:
    shape = operand(x, "x").shape
    if known_bool(keepdims) is not False:
        without_symbols()
    if axis is not None and not is_number(axis):
        raise Unsure
    if axis is not None and shape.rank == 0:
        raise Unsure
    return TensorType(INT32, reduced(shape, axis, keepdims))


for _op in ("argmax", "argmin", "nanargmax", "nanargmin"):
    keras_rule(
        _op,
        "f32[2, N]) -> i32[]",
        "f32[2, N], axis=1) -> i32[2]",
        "f32[2, N], -1, keepdims=True) -> i32[2, 1]",
        "i32[3]) -> i32[]",
        "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    )(with_parameters(_place, x=..., axis=None, keepdims=False))


# --- by the order of elements -----------------------------------------------------------------------------------------


def _first(axis: Any) -> int:
    """An axis as it is written, or one that is not known."""
    return axis if is_number(axis) else -1


@keras_rule(
    "median",
    "f32[2, N]) -> f32[]",
    "i32[2, N], axis=0) -> f32[N]",
    "f32[2, 3, 4], axis=(0, 2), keepdims=True) -> f32[1, 3, 1]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def median(x: Any, axis: Any = None, keepdims: Any = False) -> TensorType:
    if isinstance(axis, (list, tuple)) and len(axis) > 1 and min(map(_first, axis)) < 0:
        without_symbols()  # of which an axis may be named twice, in some versions
    return _of_real_numbers(operand(x, "x"), reduced(operand(x, "x").shape, axis, keepdims))


def _of_real_numbers(value: TensorType, shape: Shape) -> TensorType:
    if not value.dtype.names.isdisjoint(COMPLEX):
        raise Unsure
    return TensorType(each(value.dtype, with_float), shape)


def _quantile(
    x: Any, q: Any, axis: Any = None, method: Any = "linear", keepdims: Any = False
) -> TensorType:
    made = median(x, axis, keepdims)
    asked_for = operand(q, "q").shape
    if asked_for.rank == 0:
        return made
    if asked_for.rank == 1 and known_bool(keepdims) is False:
        return TensorType(made.dtype, asked_for + made.shape)
    return TensorType(made.dtype, Shape.unknown())


for _op in ("quantile", "percentile"):
    keras_rule(
        _op,
        "f32[2, N], 0.5) -> f32[]",
        "f32[2, N], [0.25, 0.5, 0.75], axis=1) -> f32[3, 2]",
        "f64[2, N], 0.5, axis=0, keepdims=True) -> f64[1, N]",
        "f32[2, 3], 0.5, axis=2) !! axis 2 is out of range for rank 2",
    )(with_parameters(_quantile, x=..., q=..., axis=None, method="linear", keepdims=False))


# --- sums so far, and differences -------------------------------------------------------------------------------------


def _so_far(x: Any, axis: Any = None, dtype: Any = None) -> TensorType:
    value = operand(x, "x")
    made = each(value.dtype if dtype is None else asked(dtype), squared)
    if axis is None:
        return TensorType(made, Shape.of(num_elements(value.shape)))
    axis_argument(axis, value.shape.rank)
    return TensorType(made, value.shape)


for _op in ("cumsum", "cumprod", "nancumsum", "nancumprod"):
    keras_rule(
        _op,
        "f32[2, 3]) -> f32[6]",
        "f32[2, N], axis=0) -> f32[2, N]",
        "i32[2, N], -1) -> i32[2, N]",
        "f32[2, N], axis=0, dtype='float64') -> f64[2, N]",
        "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
        lax=_op.startswith("nan"),
    )(with_parameters(_so_far, x=..., axis=None, dtype=None))


@keras_rule(
    "diff",
    "f32[2, 5]) -> f32[2, 4]",
    "f32[2, N], n=2) -> f32[2, None]",
    "f32[5, 3], axis=0, n=2) -> f32[3, 3]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def diff(a: Any, n: Any = 1, axis: Any = -1) -> TensorType:
    value = operand(a, "a")
    rank = value.shape.rank
    if not is_number(n) or n <= 0 or not rank or not is_number(axis):
        raise Unsure
    place = axis_argument(axis, rank)
    assert place is not None
    size = value.shape[place]
    left = max(size - n, 0) if is_number(size) else None
    return TensorType(value.dtype, value.shape.replace(place, left))


@keras_rule(
    "norm",
    "f32[2, N]) -> f32[]",
    "f32[2, N], axis=-1) -> f32[2]",
    "i32[2, 3], axis=0, keepdims=True) -> f32[1, 3]",
    "f32[2, 3, 4], 'fro', axis=(1, 2)) -> f32[2]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> TensorType:
    value = operand(x, "x")
    return _of_real_numbers(value, reduced(value.shape, axis, keepdims))


@keras_rule(
    "moments",
    "f32[2, N], axes=[0]) -> (f32[N], f32[N])",
    "f16[2, N, 3], (0, 1), keepdims=True) -> (f16[1, 1, 3], f16[1, 1, 3])",
    "f32[2, 3], axes=[2]) !! axis 2 is out of range for rank 2",
)
def moments(
    x: Any, axes: Any, keepdims: Any = False, synchronized: Any = False
) -> tuple[TensorType, TensorType]:
    value = operand(x, "x")
    made = TensorType(each(value.dtype, _of_floats), reduced(value.shape, axes, keepdims, "axes"))
    return made, made
