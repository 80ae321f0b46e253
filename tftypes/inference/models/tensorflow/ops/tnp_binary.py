"""tf.experimental.numpy: functions on the elements of two tensors. One name in a table is one rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType, dtypes

from .arguments import allow
from .broadcasting import broadcast_shapes, mapped
from .groups import BOOLS, FLOATS, INEXACT, INTS, NUMBERS, QUOTIENTS, REALS, SIGNED, Names
from .rule import OpError, Unsure, with_parameters
from .tnp import (
    NUMPY_INEXACT,
    alone,
    default_float,
    inexact,
    leaves,
    numpy_rule,
    shape_of,
    strongly,
    together,
)
from .tnp_elementwise import logarithm
from .values import ANY, BOOL, PyValue


def shapes(x1: Any, x2: Any, names: tuple[str, str] = ("x1", "x2")) -> Shape:
    """The shape of two operands together."""
    a, b = (shape_of(value, name) for value, name in zip((x1, x2), names))
    return broadcast_shapes(a, b, names[1])


def _quotient(x1: Any, x2: Any) -> DType:
    dtype = together(x1, x2)
    return default_float() if dtype.is_bool else mapped(dtype, QUOTIENTS)


def _counted(x1: Any, x2: Any) -> DType:
    """Bools are counted as small ints."""
    return mapped(together(x1, x2), {"bool": "int8"})


def _largest(x1: Any, x2: Any) -> DType:
    """`maximum(x, 0)` is `tf.nn.relu`: whatever 0 it is, the result has the dtype of the tensor."""
    dtype = together(x1, x2)
    if not isinstance(x1, TensorType) or x1.kind != "tensor":
        return dtype
    if isinstance(x2, (int, float)) and not isinstance(x2, bool):
        return x1.dtype if x2 == 0 and not x1.dtype.is_bool else dtype
    is_some_number = isinstance(x2, PyValue) and x2.type in ("int", "float")
    return dtypes.join(dtype, x1.dtype) if is_some_number else dtype


def _float_of(x1: Any, x2: Any) -> DType:
    return inexact(together(x1, x2))


def _hypotenuse(x1: Any, x2: Any) -> DType:
    """Each is squared by itself."""
    return inexact(strongly(alone(x1), alone(x2)))


def _added_logarithms(x1: Any, x2: Any) -> DType:
    """What a chain of functions makes of floats of one dtype that is not a half one."""
    dtype = together(x1, x2)
    given = {leaf.dtype for value in (x1, x2) for leaf in leaves(value) if leaf.dtype is not None}
    return dtype if given == {dtype} and dtype.names <= {"float32", "float64"} else ANY


def _binary(
    made: Callable[[Any, Any], DType], allowed: Names = ANY.names
) -> Callable[..., TensorType]:
    def function(x1: Any, x2: Any, *rest: Any) -> TensorType:
        shape = shapes(x1, x2)
        dtype = allow(TensorType(together(x1, x2), shape), allowed, None).dtype
        return TensorType(dtype if made is together else made(x1, x2), shape)

    return function


def _always(dtype: DType) -> Callable[[Any, Any], DType]:
    return lambda x1, x2: dtype


#: What is made, the dtypes taken, the short name of the result for two float32, for an int32 and 2.5, the functions.
_BINARY: Final[list[tuple[Callable[[Any, Any], DType], Names, str, str, str]]] = [
    (together, ANY.names, "f32", "f64", "add"),
    (together, NUMBERS, "f32", "f64", "subtract"),
    (together, NUMBERS | BOOLS, "f32", "f64", "multiply"),
    (together, SIGNED | INEXACT, "f32", "f64", "power float_power"),
    (together, REALS | BOOLS, "f32", "f64", "minimum"),
    (_largest, REALS | BOOLS, "f32", "f64", "maximum"),
    (_counted, NUMBERS | BOOLS, "f32", "f64", "floor_divide"),
    (_counted, REALS | BOOLS, "f32", "f64", "mod remainder"),
    (_quotient, NUMBERS | BOOLS, "f32", "f64", "divide true_divide"),
    (together, FLOATS, "f32", "f64", "arctan2"),
    (together, frozenset({"float32", "float64"}), "f32", "f64", "nextafter"),
    (_float_of, REALS, "f32", "f64", "heaviside"),
    (_always(BOOL), ANY.names, "b", "b", "equal not_equal"),
    (_always(BOOL), REALS | BOOLS, "b", "b", "less less_equal greater greater_equal"),
]
for _both, _allowed, _short, _mixed, _ops in _BINARY:
    _bad = next((bad for bad in ("complex64", "string") if bad not in _allowed), None)
    _name = "s" if _bad == "string" else "c64"
    for _op in _ops.split():
        numpy_rule(
            _op,
            f"f32[2, 1], f32[N]) -> {_short}[2, N]",
            f"f32[...], f32[2, 3]) -> {_short}[..., 2, 3]",
            f"f32[2], 2.5) -> {_short}[2]",
            f"2, f32[2]) -> {_short}[2]",
            f"i32[2], 2.5) -> {_mixed}[2]",
            f"i32[2], f32[2]) -> {_mixed}[2]",
            f"[1.5, 2.5], f32[2]) -> {_short}[2]",
            "f32[2], f32[3]) !! 2 against 3",
            *([f"{_name}[2], {_name}[2]) !! {_bad} is not supported"] if _bad else []),
        )(with_parameters(_binary(_both, _allowed), x1=..., x2=...))

for _both, _allowed, _op in (
    (_hypotenuse, NUMBERS, "hypot"),
    (_added_logarithms, FLOATS | SIGNED, "logaddexp"),
    (lambda x1, x2: logarithm(_added_logarithms(x1, x2)), FLOATS | SIGNED, "logaddexp2"),
):
    numpy_rule(
        _op,
        "f32[2, 1], f32[N]) -> f32[2, N]",
        "f64[...], f64[2, 3]) -> f64[..., 2, 3]",
        "f32[2], f32[3]) !! 2 against 3",
        "b[2], b[2]) !! bool is not supported",
    )(with_parameters(_binary(_both, _allowed), x1=..., x2=...))

for _op in ("logical_and", "logical_or", "logical_xor"):
    numpy_rule(
        _op,
        "b[2, 1], b[N]) -> b[2, N]",
        "i32[2], True) -> b[2]",
        "f32[2], f32[3]) !! 2 against 3",
    )(with_parameters(_binary(_always(BOOL)), x1=..., x2=...))

for _op, _allowed in (
    *((op, INTS | BOOLS) for op in ("bitwise_and", "bitwise_or", "bitwise_xor")),
    *((op, SIGNED) for op in ("gcd", "lcm")),
):
    numpy_rule(
        _op,
        "i32[2, 1], i32[N]) -> i32[2, N]",
        "i32[2], 6) -> i32[2]",
        "6, [4, 10]) -> i64[2]",
        "i32[2], i64[2]) -> i64[2]",
        "f32[2], f32[2]) !! float32 is not supported",
        "i32[2], i32[3]) !! 2 against 3",
    )(with_parameters(_binary(together, _allowed), x1=..., x2=...))


@numpy_rule(
    "divmod",
    "f32[2, 1], f32[N]) -> (f32[2, N], f32[2, N])",
    "i32[3], 2) -> (i32[3], i32[3])",
    "f32[2], f32[3]) !! 2 against 3",
    "c64[2], c64[2]) !! complex64 is not supported",
)
def divmod_(x1: Any, x2: Any) -> tuple[TensorType, TensorType]:
    made = _binary(_counted, REALS | BOOLS)(x1, x2)
    return made, made


@numpy_rule(
    "isclose",
    "f32[2, 1], f32[N]) -> b[2, N]",
    "f32[2], 1.0, equal_nan=True) -> b[2]",
    "f32[2], f32[3]) !! 2 against 3",
)
def isclose(
    a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False
) -> TensorType:
    """Ints of other shapes are not close, which is no error."""
    try:
        return TensorType(BOOL, shapes(a, b, ("a", "b")))
    except OpError:
        if not together(a, b).names <= NUMPY_INEXACT:
            raise Unsure from None
        raise


@numpy_rule(
    "allclose",
    "f32[2, 1], f32[N]) -> b[]",
    "i32[...], 1) -> b[]",
    "f32[2], f32[3]) !! 2 against 3",
)
def allclose(
    a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False
) -> TensorType:
    isclose(a, b)
    return TensorType(BOOL, Shape.scalar())


@numpy_rule(
    "array_equal",
    "f32[2, N], f32[3]) -> b[]",
    "[1, 2], i32[2]) -> b[]",
    "[[1], [2, 3]], i32[2]) !! nested lists of different shapes",
)
def array_equal(a1: Any, a2: Any) -> TensorType:
    shape_of(a1, "a1")
    shape_of(a2, "a2")
    return TensorType(BOOL, Shape.scalar())


@numpy_rule(
    "clip",
    "f32[2, N], 0.0, 1.0) -> f32[2, N]",
    "i32[2], 0, 1.5) -> f64[2]",
    "f32[2, 1], f32[3], None) -> f32[2, 3]",
    "f32[2], None, 1) -> f32[2]",
    "f32[2], f32[3], 1.0) !! 2 against 3",
    "f32[2], None, None) !! one of a_min and a_max",
    "c64[2], 0, 1) !! complex64 is not supported",
)
def clip(a: Any, a_min: Any, a_max: Any) -> TensorType:
    if a_min is None and a_max is None:
        raise OpError("tf-value", "one of a_min and a_max has to be given", "a_max")
    if a_min is None:
        return TensorType(together(a, a_max), shapes(a, a_max, ("a", "a_max")))
    if a_max is None:
        return TensorType(_largest(a, a_min), shapes(a, a_min, ("a", "a_min")))
    whole = broadcast_shapes(shapes(a, a_min, ("a", "a_min")), shape_of(a_max, "a_max"), "a_max")
    return allow(TensorType(together(a, a_min, a_max), whole), REALS, "a")


@numpy_rule(
    "polyval",
    "[1, 2, 3], f32[2, N]) -> f32[2, N]",
    "f32[3], f32[N]) -> f32[N]",
    "f32[2, 3], f32[3]) -> f32[...]",
    "[[1], [2, 3]], f32[2]) !! nested lists of different shapes",
)
def polyval(p: Any, x: Any) -> TensorType:
    coefficients, shape = shape_of(p, "p"), shape_of(x, "x")
    is_vector = coefficients.rank in (0, 1)
    return TensorType(together(p, x), shape if is_vector else Shape.unknown())
