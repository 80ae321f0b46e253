"""tf.keras.ops: functions on each element of one or two tensors. One name in a table is one rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, equal, shapes

from .broadcasting import as_wide, broadcast_shapes
from .conversion import as_tensor
from .elementwise import COMPUTE
from .folding import folded
from .groups import COMPLEX
from .keras_ops import (
    Given,
    Made,
    changed,
    each,
    given,
    has_symbols,
    inexact,
    keras_rule,
    operand,
    parts,
    promoted,
    same,
    strongly,
    truth,
    with_float,
    without_symbols,
)
from .rule import OpError, Unsure, with_parameters
from .values import BOOL, is_number

# --- of one operand ---------------------------------------------------------------------------------------------------


def _angle(name: str, floatx: str) -> str:
    return parts(with_float(name, floatx), floatx)


def distance(name: str, floatx: str) -> str:
    return parts(inexact(name, floatx), floatx)


def squared(name: str, floatx: str) -> str:
    return "int32" if name == "bool" else name


def _real(name: str, floatx: str) -> str:
    """Of real numbers, which are float64 where they were int64."""
    if name in COMPLEX:
        raise Unsure
    return "float64" if name == "int64" else inexact(name, floatx)


def _unary(made: Made, argument: str = "x") -> Callable[..., TensorType]:
    def function(x: Any, *rest: Any) -> TensorType:
        value = operand(x, argument)
        return TensorType(each(value.dtype, made), value.shape)

    return function


#: Of these the contents are told, where those of both operands are.
_DECIDED: Final = frozenset(
    {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}
)
#: What is made, the short names of a result for float32 and for int32, the functions.
_UNARY: Final[list[tuple[Made, str, str, str]]] = [
    (
        with_float,
        "f32",
        "f32",
        "arccos arccosh arcsin arcsinh arctan arctanh ceil cos cosh floor log log10 log1p log2 sin sinc"
        " sinh sqrt tan tanh",
    ),
    (inexact, "f32", "f32", "exp exp2 expm1"),
    (distance, "f32", "f32", "fabs"),
    (_angle, "f32", "f32", "angle"),
    (_real, "f32", "f32", "deg2rad rad2deg cbrt i0"),
    (same, "f32", "i32", "conj conjugate copy negative sign"),
    (squared, "f32", "i32", "square"),
    (truth, "b", "b", "isfinite isinf isnan isneginf isposinf isreal logical_not signbit"),
]

for _made, _short, _of_ints, _ops in _UNARY:
    for _op in _ops.split():
        _examples = [
            f"f32[2, N]) -> {_short}[2, N]",
            f"variable(f32[3])) -> {_short}[3]",
            f"i32[3]) -> {_of_ints}[3]",
        ]
        if _op not in ("angle", "exp2", "sign", "logical_not"):
            _examples.append(f"f16[2, None]) -> {_short.replace('f32', 'f16')}[2, None]")
        keras_rule(_op, *_examples)(with_parameters(_unary(_made), x=...))


def _kept(made: Made) -> Callable[..., TensorType]:
    """Of what gives ints back as they are."""

    def function(x: Any, *rest: Any) -> TensorType:
        value = changed(x, "x")
        return TensorType(each(value.dtype, made), value.shape)

    return function


for _op, _made, _parameters in (
    ("abs", parts, {}),
    ("absolute", parts, {}),
    ("nan_to_num", same, {"nan": 0.0, "posinf": None, "neginf": None}),
    ("real", parts, {}),
    ("imag", parts, {}),
    ("round", same, {"decimals": 0}),
    ("trunc", same, {}),
):
    keras_rule(_op, "f32[2, N]) -> f32[2, N]", "f64[...]) -> f64[...]", "f16[3]) -> f16[3]")(
        with_parameters(_kept(_made), x=..., **_parameters)
    )


@keras_rule(
    "clip",
    "f32[2, N], 0, 1.0) -> f32[2, N]",
    "b[3], 0, 1) -> i32[3]",
    "i64[...], x_min=0, x_max=5) -> i64[...]",
)
def clip(x: Any, x_min: Any, x_max: Any) -> TensorType:
    value = operand(x, "x")
    if not isinstance(x, TensorType) or x.kind == "array" and x.shape.rank is None:
        raise Unsure  # a list has no dtype, and an array may have no axis
    return TensorType(each(value.dtype, squared), value.shape)


@keras_rule("reciprocal", "f32[2, N]) -> f32[2, N]", "f16[...]) -> f16[...]")
def reciprocal(x: Any) -> TensorType:
    without_symbols()
    value = operand(x, "x")
    return TensorType(value.dtype, value.shape)


# --- of two operands --------------------------------------------------------------------------------------------------

#: From the operands and their names to the dtype of the result.
Together = Callable[[Any, Any, tuple[str, str]], DType]

_FLOAT: Final[Given] = frozenset({"float"})


def _weakly(x1: Any, x2: Any, names: tuple[str, str]) -> DType:
    return promoted(given(x1, names[0]), given(x2, names[1]))


def _quotient(x1: Any, x2: Any, names: tuple[str, str]) -> DType:
    return promoted(given(x1, names[0]), given(x2, names[1]), _FLOAT)


def loosely(value: Any, argument: str) -> Given:
    """What an operand brings to a promotion that makes a tensor of it first; of symbols Keras does not think so."""
    found = strongly(value, argument)
    return found | given(value, argument) if has_symbols() else found


def both(x1: Any, x2: Any, names: tuple[str, str] = ("x1", "x2")) -> DType:
    return promoted(loosely(x1, names[0]), loosely(x2, names[1]))


def _float_of_both(x1: Any, x2: Any, names: tuple[str, str]) -> DType:
    if not isinstance(x1, TensorType) or not isinstance(x2, TensorType):
        without_symbols()
    return promoted(loosely(x1, names[0]), loosely(x2, names[1]), _FLOAT)


def _remainder(x1: Any, x2: Any, names: tuple[str, str]) -> DType:
    return each(both(x1, x2, names), squared)


def _real_of_both(x1: Any, x2: Any, names: tuple[str, str]) -> DType:
    made = both(x1, x2, names)
    return (
        made if made.is_bool else each(made, _real)
    )  # symbols of bools: of tensors they are refused


def _truth(x1: Any, x2: Any, names: tuple[str, str]) -> DType:
    return BOOL


def _shapes(x1: Any, x2: Any, names: tuple[str, str] = ("x1", "x2")) -> Shape:
    """The shape of two operands together."""
    return _broadcast(operand(x1, names[0]).shape, operand(x2, names[1]).shape, names[1])


def _broadcast(a: Shape, b: Shape, argument: str) -> Shape:
    """The shape of both. Of symbols a layer makes what does not fit."""
    mended = as_wide(a, b) if has_symbols() else None
    return broadcast_shapes(a, b, argument, mended)


def _binary(made: Together, names: tuple[str, str], op: str = "") -> Callable[..., TensorType]:
    def function(x1: Any, x2: Any, *rest: Any) -> TensorType:
        shape = _shapes(x1, x2, names)
        dtype = made(x1, x2, names)
        compute = COMPUTE.get(f"math.{op}") if op in _DECIDED and shape.rank == 0 else None
        value = None if compute is None else folded(compute, as_tensor(x1), as_tensor(x2))
        return TensorType(dtype, shape, value=value)

    return function


#: What is made, the short names of the results for two float32, for an int32 and 2.5, for an int8 and 2, the functions.
_BINARY: Final[list[tuple[Together, str, str]]] = [
    (_weakly, "f32 f32 i8", "subtract multiply maximum minimum fmax fmin floor_divide power"),
    (_quotient, "f32 f32 f32", "divide true_divide divide_no_nan"),
    (_remainder, "f32 f32 i32", "mod fmod"),
    (_float_of_both, "f32 f32 f32", "arctan2 logaddexp logaddexp2 nextafter"),
    (_real_of_both, "f32 f32 f32", "heaviside hypot"),
    (
        _truth,
        "b b b",
        "equal not_equal less less_equal greater greater_equal isclose logical_and logical_or logical_xor",
    ),
]

for _together, _shorts, _ops in _BINARY:
    for _op in _ops.split():
        _short, _mixed, _small = _shorts.split()
        _more = {"rtol": 1e-05, "atol": 1e-08, "equal_nan": False} if _op == "isclose" else {}
        keras_rule(
            _op,
            f"f32[2, 1], f32[N]) -> {_short}[2, N]",
            f"f32[...], f32[2, 3]) -> {_short}[..., 2, 3]",
            f"f32[2], 2.5) -> {_short}[2]",
            f"2, f32[2]) -> {_short}[2]",
            f"i32[2], 2.5) -> {_mixed}[2]",
            f"i32[2], f32[2]) -> {_short}[2]",
            f"i8[2], 2) -> {_small}[2]",
            f"[1.5, 2.5], f32[2]) -> {_short}[2]",
            "f32[2], f32[3]) !! 2 against 3",
        )(with_parameters(_binary(_together, ("x1", "x2"), _op), x1=..., x2=..., **_more))


def _of_tensors(names: tuple[str, str]) -> Callable[..., TensorType]:
    function = _binary(both, names)

    def of_tensors(x: Any, y: Any) -> TensorType:
        without_symbols()
        return function(x, y)

    return of_tensors


for _ops, _names in (
    ("bitwise_and bitwise_or bitwise_xor", ("x", "y")),
    ("gcd lcm", ("x1", "x2")),
):
    for _op in _ops.split():
        keras_rule(
            _op,
            "i32[2, 1], i32[3]) -> i32[2, 3]",
            "i32[2], 6) -> i32[2]",
            "i32[2], i64[2]) -> i64[2]",
            "i32[2], i32[3]) !! 2 against 3",
        )(with_parameters(_of_tensors(_names), **dict.fromkeys(_names, ...)))


def _is_bias(a: Shape, b: Shape) -> bool:
    """Whether Keras may take the second operand for a bias, which is added to other dims than those it stands in."""
    if a.rank is not None and a.rank < 2:
        return False
    if b.dims is None:
        return True
    large = [place for place, dim in enumerate(b.dims) if is_number(dim) and dim > 1]
    if len(large) > 1:
        return False
    places = large or [place for place, dim in enumerate(b.dims) if not is_number(dim)]
    return any(_may_be_turned(a, b, place) for place in places)


def _may_be_turned(a: Shape, b: Shape, place: int) -> bool:
    """Whether a bias with its size in this place may be added to other dims than the last ones."""
    size, last, second = b[place], a[-1], a[1] if a.rank is not None else UNKNOWN
    is_last = place == len(b.dims or ()) - 1
    if is_last and (equal(last, size) or (a.rank == 2 and len(b.dims or ()) == 1)):
        return False
    return equal(size, last) is not False or equal(size, second) is not False


@keras_rule(
    "add",
    "f32[2, 3], f32[3]) -> f32[2, 3]",
    "f32[2, 1, 4], f32[N, 4]) -> f32[2, N, 4]",
    "f32[...], f32[2, 3]) -> f32[..., 2, 3]",
    "f32[2], 2.5) -> f32[2]",
    "2, f32[2]) -> f32[2]",
    "i32[2], 2.5) -> f32[2]",
    "i8[2], 2) -> i8[2]",
    "f32[8, 3, 5], f32[3]) -> f32[...]",
    "f32[2, 3], f32[2, 4]) !! 3 against 4",
)
def add(x1: Any, x2: Any) -> TensorType:
    a, b = operand(x1, "x1").shape, operand(x2, "x2").shape
    dtype = promoted(given(x1, "x1"), given(x2, "x2"))
    if not _is_bias(a, b):
        return TensorType(dtype, _broadcast(a, b, "x2"))
    try:
        return TensorType(dtype, shapes.join(a, _broadcast(a, b, "x2")))
    except OpError:
        return TensorType(dtype, Shape.unknown())
