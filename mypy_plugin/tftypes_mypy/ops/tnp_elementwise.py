"""tf.experimental.numpy: functions on each element of one or two tensors. One name in a table is one rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType, dtypes

from .arguments import allow
from .broadcasting import broadcast_shapes, mapped
from .groups import BOOLS, INEXACT, INTS, NUMBERS, PARTS, QUOTIENTS, SIGNED, Names
from .rule import OpError, Unsure, with_parameters
from .tnp import (
    NUMPY_INEXACT,
    Behavior,
    alone,
    array,
    default_float,
    inexact,
    leaves,
    numpy_rule,
    shape_of,
    strongly,
    together,
    whichever,
)
from .values import ANY, BOOL, FLOAT32, FLOAT64, PyValue

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


def _logarithm(dtype: DType) -> DType:
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


#: What is made, the short names of a result for float32 and for int32 (if it takes them at first), the functions.
_UNARY: Final[list[tuple[Made, str, str]]] = [
    (
        inexact,
        "f32",
        "exp expm1 log log1p sqrt sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh floor"
        " ceil fix",
    ),
    (_scaled, "f32", "cbrt deg2rad exp2 sinc"),
    (_logarithm, "f32", "log2 log10"),
    (_same, "f32", "positive"),
    (_truth, "b", "isnan isfinite logical_not signbit iscomplex isreal"),
]
#: Those that name their operand otherwise.
_ARGUMENTS: Final = {"real": "val", "imag": "val", "angle": "z", "around": "a", "round": "a"}

for _made, _short, _ops in _UNARY:
    for _op in _ops.split():
        numpy_rule(
            _op,
            f"f32[2, N]) -> {_short}[2, N]",
            f"f64[...]) -> {'f64' if _short == 'f32' else _short}[...]",
            f"variable(f32[3])) -> {_short}[3]",
            f"[[1.5], [2.5]]) -> {'f64' if _short == 'f32' else _short}[2, 1]",
            "[[1.5], [2.5, 3.5]]) !! nested lists of different shapes",
        )(with_parameters(_unary(_made), x=...))


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
    )(with_parameters(_unary(_parts, argument="val"), val=...))
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


# --- of two operands --------------------------------------------------------------------------------------------------


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
    return dtypes.join(dtype, x1.dtype) if is_some_number and dtype != x1.dtype else dtype


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
    (together, ANY.names, "f32", "f64", "add subtract multiply minimum power float_power"),
    (_largest, ANY.names, "f32", "f64", "maximum"),
    (_counted, ANY.names, "f32", "f64", "floor_divide mod remainder"),
    (_quotient, ANY.names, "f32", "f64", "divide true_divide"),
    (together, NUMPY_INEXACT | {"bfloat16"} | INTS, "f32", "f64", "arctan2 nextafter"),
    (_float_of, ANY.names, "f32", "f64", "heaviside"),
    (
        _always(BOOL),
        ANY.names,
        "b",
        "b",
        "equal not_equal less less_equal greater greater_equal",
    ),
]
for _both, _allowed, _short, _mixed, _ops in _BINARY:
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
        )(with_parameters(_binary(_both, _allowed), x1=..., x2=...))

for _both, _op in (
    (_hypotenuse, "hypot"),
    (_added_logarithms, "logaddexp"),
    (lambda x1, x2: _logarithm(_added_logarithms(x1, x2)), "logaddexp2"),
):
    numpy_rule(
        _op,
        "f32[2, 1], f32[N]) -> f32[2, N]",
        "f64[...], f64[2, 3]) -> f64[..., 2, 3]",
        "f32[2], f32[3]) !! 2 against 3",
    )(with_parameters(_binary(_both), x1=..., x2=...))

for _op in ("logical_and", "logical_or", "logical_xor"):
    numpy_rule(
        _op,
        "b[2, 1], b[N]) -> b[2, N]",
        "i32[2], True) -> b[2]",
        "f32[2], f32[3]) !! 2 against 3",
    )(with_parameters(_binary(_always(BOOL)), x1=..., x2=...))

for _op, _allowed in (
    *((op, INTS | BOOLS) for op in ("bitwise_and", "bitwise_or", "bitwise_xor")),
    *((op, INTS) for op in ("gcd", "lcm")),
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
)
def divmod_(x1: Any, x2: Any) -> tuple[TensorType, TensorType]:
    made = TensorType(_counted(x1, x2), shapes(x1, x2))
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
)
def clip(a: Any, a_min: Any, a_max: Any) -> TensorType:
    if a_min is None and a_max is None:
        raise OpError("tf-value", "one of a_min and a_max has to be given", "a_max")
    if a_min is None:
        return TensorType(together(a, a_max), shapes(a, a_max, ("a", "a_max")))
    if a_max is None:
        return TensorType(_largest(a, a_min), shapes(a, a_min, ("a", "a_min")))
    whole = broadcast_shapes(shapes(a, a_min, ("a", "a_min")), shape_of(a_max, "a_max"), "a_max")
    return TensorType(together(a, a_min, a_max), whole)


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
