"""tf.experimental.numpy: functions on each element of a tensor. One name in a table is one rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import DType, TensorType

from .arguments import allow
from .broadcasting import mapped
from .groups import BOOLS, INEXACT, INTS, NUMBERS, PARTS, REALS, SIGNED, Names
from .rule import Unsure, with_parameters
from .tnp import Behavior, array, inexact, numpy_rule, shape_of, whichever
from .values import ANY, BOOL, FLOAT32, FLOAT64

#: From the dtype of the operand to that of the result.
Made = Callable[[DType], DType]


# --- of one operand ---------------------------------------------------------------------------------------------------


def _same(dtype: DType) -> DType:
    return dtype


def _parts(dtype: DType) -> DType:
    return mapped(dtype, PARTS)


def _scaled(dtype: DType) -> DType:
    """Of what is multiplied by a Python float on the way, which may be more than a half float."""
    made = inexact(dtype)
    return made if made.names.isdisjoint({"float16", "bfloat16"}) else ANY


def logarithm(dtype: DType) -> DType:
    """Of what is divided by a float64 of NumPy's on the way; by its version that may win over a tensor's."""

    def made(behavior: Behavior) -> DType:
        if behavior is Behavior.OFF or dtype.names <= {"float64", "complex128"}:
            return inexact(dtype)
        if dtype.names <= {"float32"}:
            return FLOAT32 if behavior is Behavior.LEGACY32 else DType.of("float32", "float64")
        return FLOAT64 if dtype.is_integer or dtype.is_bool else ANY

    return whichever(made)


def _angle(dtype: DType) -> DType:
    """All real numbers have an angle of float32."""
    made = {name: "float64" if name == "complex128" else "float32" for name in dtype.names}
    return mapped(dtype, made)


def _truth(dtype: DType) -> DType:
    return BOOL


def _unary(made: Made, allowed: Names = ANY.names, argument: str = "x") -> Callable[..., Any]:
    def function(x: Any, *rest: Any) -> TensorType:
        value = allow(array(x, argument), allowed, argument)
        return TensorType(made(value.dtype), value.shape)

    return function


_ANY: Final = NUMBERS | BOOLS
_REAL: Final = REALS | BOOLS

#: What is made, the dtypes taken, the short name of the result for float32, the functions.
_UNARY: Final[list[tuple[Made, Names, str, str]]] = [
    (
        inexact,
        _ANY,
        "f32",
        "exp expm1 log log1p sqrt sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh",
    ),
    (inexact, _REAL, "f32", "floor ceil fix"),
    (_scaled, _ANY, "f32", "deg2rad exp2 sinc"),
    (_scaled, _REAL, "f32", "cbrt"),
    (logarithm, _ANY, "f32", "log2 log10"),
    (_same, ANY.names, "f32", "positive"),
    (_truth, _ANY, "b", "logical_not iscomplex isreal"),
    (_truth, _REAL, "b", "isnan isfinite signbit"),
]

for _made, _allowed, _short, _ops in _UNARY:
    _bad = next((bad for bad in ("complex64", "string") if bad not in _allowed), None)
    for _op in _ops.split():
        numpy_rule(
            _op,
            *(
                [f"{'s' if _bad == 'string' else 'c64'}[2]) !! {_bad} is not supported"]
                if _bad
                else []
            ),
            f"f32[2, N]) -> {_short}[2, N]",
            f"f64[...]) -> {'f64' if _short == 'f32' else _short}[...]",
            f"variable(f32[3])) -> {_short}[3]",
            f"[[1.5], [2.5]]) -> {'f64' if _short == 'f32' else _short}[2, 1]",
            "[[1.5], [2.5, 3.5]]) !! nested lists of different shapes",
        )(with_parameters(_unary(_made, _allowed), x=...))


def _sign(x: Any, out: Any = None, where: Any = None) -> TensorType:
    made: TensorType = _unary(_same, SIGNED | INEXACT)(x)
    return made


for _allowed, _made, _ops in (
    (SIGNED | INEXACT, _same, "negative sign"),
    (NUMBERS, _same, "square conj conjugate"),
    (SIGNED | INEXACT, _parts, "abs absolute fabs"),
):
    for _op in _ops.split():
        _function = with_parameters(_unary(_made, _allowed), x=...)
        numpy_rule(
            _op,
            "f32[2, N]) -> f32[2, N]",
            "i32[...]) -> i32[...]",
            "-1.5) -> f64[]",
            "[1, -2]) -> i64[2]",
            "b[2]) !! bool is not supported",
        )(_sign if _op == "sign" else _function)

numpy_rule(
    "reciprocal",
    "f32[2, N]) -> f32[2, N]",
    "[1.5, 2.5]) -> f64[2]",
    "b[2]) !! bool is not supported",
)(with_parameters(_unary(_same, SIGNED | INEXACT), x=...))
numpy_rule(
    "bitwise_not",
    "i32[2, N]) -> i32[2, N]",
    "b[3]) -> b[3]",
    "[1, 2]) -> i64[2]",
    "f32[2]) !! float32 is not supported, only ints, bool",
)(with_parameters(_unary(_same, INTS | BOOLS), x=...))
for _op in ("real", "imag"):
    numpy_rule(
        _op,
        "c64[2, N]) -> f32[2, N]",
        "f32[3]) -> f32[3]",
        "[1.5, 2j]) -> f64[2]",
        "[[1], [2, 3]]) !! nested lists of different shapes",
    )(with_parameters(_unary(_parts, NUMBERS if _op == "real" else ANY.names, "val"), val=...))
numpy_rule(
    "angle",
    "c64[2, N]) -> f32[2, N]",
    "f64[3]) -> f32[3]",
    "c128[3], deg=True) -> f64[3]",
    "[[1.], [2., 3.]]) !! nested lists of different shapes",
)(with_parameters(_unary(_angle, argument="z"), z=..., deg=False))
for _op in ("around", "round"):
    numpy_rule(
        _op,
        "f32[2, N]) -> f32[2, N]",
        "i32[2], 1) -> i32[2]",
        "[[1.5], [2.5, 3.5]]) !! nested lists of different shapes",
    )(with_parameters(_unary(_same, argument="a"), a=..., decimals=0))


@numpy_rule("rad2deg", "f32[2, N]) -> f32[2, N]", "2.0) -> anything")
def rad2deg(x: Any) -> TensorType:
    """Of what is no tensor, Python makes a number and NumPy an array."""
    if not isinstance(x, TensorType) or x.kind == "array":
        raise Unsure
    value = array(x, "x")
    if value.dtype.is_integer is not False or value.dtype.is_bool is not False:
        return TensorType(ANY, value.shape)
    return TensorType(_scaled(value.dtype), value.shape)


def _of_floats(x: Any) -> TensorType:
    """Of other dtypes, the answer is one bool of Python's."""
    if not isinstance(x, TensorType) or x.kind == "array" or not x.dtype.is_floating:
        raise Unsure
    return TensorType(BOOL, shape_of(x, "x"))


for _op in ("isinf", "isposinf", "isneginf"):
    numpy_rule(_op, "f32[2, N]) -> b[2, N]", "f64[...]) -> b[...]", "i32[2]) -> anything")(
        with_parameters(_of_floats, x=...)
    )


def _is_complex(x: Any) -> bool:
    dtype = array(x, "x").dtype
    if dtype.is_complex is None:
        raise Unsure
    return dtype.is_complex


numpy_rule("iscomplexobj", "c64[2]) -> True", "f32[N]) -> False", "[[1], [2, 3]]) !! nested lists")(
    with_parameters(_is_complex, x=...)
)
numpy_rule("isrealobj", "c64[2]) -> False", "f32[N]) -> True", "[[1], [2, 3]]) !! nested lists")(
    with_parameters(lambda x: not _is_complex(x), x=...)
)
