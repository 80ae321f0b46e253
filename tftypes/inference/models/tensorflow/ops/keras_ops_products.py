"""tf.keras.ops: sums of products over shared dims, and what linear algebra makes of matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, equal

from .arguments import choice, rank_at_least
from .broadcasting import mapped
from .groups import COMPLEX, PARTS
from .keras_ops import Given, has_symbols, keras_rule, operand, promoted, without_symbols
from .rule import RULES, OpError, Unsure, with_parameters
from .tnp import naming
from .values import FLOAT32, INT32, is_number, known_bool, of

_NUMPY: Final = "tensorflow.experimental.numpy."


def _shape(op: str, *operands: TensorType, **arguments: Any) -> Shape:
    """The shape that a function of NumPy's makes of some."""
    function = RULES[f"{_NUMPY}{op}"].function
    made = function(*(TensorType(FLOAT32, each.shape) for each in operands), **arguments)
    shape: Shape = made.shape
    return shape


def _both(x1: Any, x2: Any) -> tuple[TensorType, TensorType, DType]:
    one, other = operand(x1, "x1"), operand(x2, "x2")
    return one, other, promoted(one.dtype.names, other.dtype.names)


_SMALL: Final[Given] = frozenset({"int8"})


@keras_rule(
    "matmul",
    "f32[2, N], f32[N, 4]) -> f32[2, 4]",
    "f32[5, 2, 3], f32[3, 4]) -> f32[5, 2, 4]",
    "f32[2, N], f32[N]) -> f32[2]",
    "f32[N], f32[N]) -> f32[]",
    "variable(f32[2, 3]), f32[3, 4]) -> f32[2, 4]",
    "i32[2, 3], f32[3, 4]) -> f32[2, 4]",
    "i8[2, 3], i8[3, 4]) -> i32[2, 4]",
    "f32[...], f32[3, 4]) -> f32[...]",
    "f32[2, 3], f32[2, 3]) !! inner dims 3 and 2 differ",
    "f32[2, 3], f32[]) !! expected rank 1 or more, got rank 0",
)
def matmul(x1: Any, x2: Any) -> TensorType:
    one, other, dtype = _both(x1, x2)
    if not _SMALL.isdisjoint(one.dtype.names) and not _SMALL.isdisjoint(other.dtype.names):
        are_small = one.dtype.names == other.dtype.names == _SMALL
        are_matrices = {one.shape.rank, other.shape.rank}.isdisjoint({None, 1})
        dtype = INT32 if are_small and are_matrices else DType(dtype.names | {"int32"})
    shape = _shape("matmul", one, other)
    # Of symbols a vector makes a matrix, in some versions.
    is_told = not has_symbols() or {one.shape.rank, other.shape.rank}.isdisjoint({None, 1})
    return TensorType(dtype, shape if is_told else Shape.unknown())


def _product(op: str) -> Callable[..., TensorType]:
    def function(x1: Any, x2: Any) -> TensorType:
        one, other, dtype = _both(x1, x2)
        with naming(a="x1", b="x2"):
            return TensorType(dtype, _shape(op, one, other))

    return function


keras_rule(
    "dot",
    "f32[2, N], f32[N, 4]) -> f32[2, 4]",
    "f32[N], f32[N]) -> f32[]",
    "f32[2, 3], f32[5, 3, 4]) -> f32[2, 5, 4]",
    "i32[2, 3], f32[3]) -> f32[2]",
    "f32[2, 3], f32[2, 3]) !! dims 3 and 2 differ",
)(with_parameters(_product("dot"), x1=..., x2=...))
keras_rule(
    "inner",
    "f32[N], f32[N]) -> f32[]",
    "i32[3], f32[3]) -> f32[]",
    "f32[2, 3], f32[3, 2]) !! dims 3 and 2 differ",
)(with_parameters(_product("inner"), x1=..., x2=...))
keras_rule("vdot", "f32[2, 3], f32[6]) -> f32[]", "i32[3], f32[3]) -> f32[]", lax=True)(
    with_parameters(_product("vdot"), x1=..., x2=...)
)
keras_rule("outer", "f32[2], f32[N]) -> f32[2, N]", "f32[2, 3], i32[4]) -> f32[6, 4]")(
    with_parameters(_product("outer"), x1=..., x2=...)
)


@keras_rule(
    "tensordot",
    "f32[2, 3, N], f32[3, N, 4]) -> f32[2, 4]",
    "f32[2, N], f32[N, 4], 1) -> f32[2, 4]",
    "f32[2, N], f32[4, N], [[1], [1]]) -> f32[2, 4]",
    "i32[2, 3], f32[3, 4], axes=1) -> f32[2, 4]",
    "f32[2, 3], f32[4, 5], 1) !! dims 3 and 4 differ",
    lax=True,
)
def tensordot(x1: Any, x2: Any, axes: Any = 2) -> TensorType:
    one, other, dtype = _both(x1, x2)
    with naming(a="x1", b="x2"):
        return TensorType(dtype, _shape("tensordot", one, other, axes=axes))


@keras_rule(
    "cross",
    "f32[N, 3], f32[N, 3]) -> f32[N, 3]",
    "f32[3], f32[5, 3]) -> f32[5, 3]",
    "f32[4, 2], f32[4, 2]) -> f32[4]",
    "f32[3, 5], f32[3, 5], axis=0) -> f32[3, 5]",
)
def cross(
    x1: Any, x2: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Any = None
) -> TensorType:
    one, other, dtype = _both(x1, x2)
    without_symbols()
    try:
        shape = _shape("cross", one, other, axisa=axisa, axisb=axisb, axisc=axisc, axis=axis)
    except OpError:
        raise Unsure from None
    return TensorType(dtype, shape)


@keras_rule(
    "einsum",
    "'ij,jk->ik', f32[2, N], f32[N, 4]) -> f32[2, 4]",
    "'i,i', f32[3], i32[3]) -> f32[]",
    "'...ij->...ji', f32[5, 2, 3]) -> f32[5, 3, 2]",
    "'bij,bjk->bik', f32[None, 2, 3], f32[None, 3, 4]) -> f32[None, 2, 4]",
    "'ij,jk->ik', f32[2, 3], f32[4, 4]) !! 'j' is 3 and 4",
    lax=True,
)
def einsum(subscripts: Any, *operands: Any, **kwargs: Any) -> TensorType:
    values = [operand(each, "operands") for each in operands]
    if not values or kwargs:
        raise Unsure
    dtype = promoted(*(value.dtype.names for value in values))
    if any(not _SMALL.isdisjoint(value.dtype.names) for value in values):
        dtype = DType(dtype.names | {"int32"})
    return TensorType(dtype, _summed(subscripts, [value.shape for value in values]))


def _summed(subscripts: Any, shapes: list[Shape]) -> Shape:
    """The shape that `tf.einsum` makes. Some equations are products of matrices to Keras: with batches, and broadcast."""
    with naming(equation="subscripts", inputs="operands"):
        try:
            return _of_equation(subscripts, shapes)
        except OpError as error:
            if error.code != "tf-shape":
                raise Unsure from None
            _of_equation(subscripts, [_without_ones(shape) for shape in shapes])
            raise Unsure from None


def _of_equation(subscripts: Any, shapes: list[Shape]) -> Shape:
    operands = (TensorType(FLOAT32, shape) for shape in shapes)
    made: Shape = RULES["tensorflow.einsum"].function(subscripts, *operands).shape
    return made


def _without_ones(shape: Shape) -> Shape:
    if shape.dims is None:
        return shape
    return of(*(UNKNOWN if is_number(dim) and dim == 1 else dim for dim in shape.dims))


# --- matrices ---------------------------------------------------------------------------------------------------------


def _matrix(x: Any, argument: str = "x") -> TensorType:
    return rank_at_least(operand(x, argument), 2, argument)


def _square(x: Any, argument: str = "x") -> TensorType:
    value = _matrix(x, argument)
    rows, columns = value.shape[-2], value.shape[-1]
    if equal(rows, columns) is False:
        raise OpError("tf-shape", f"a matrix of {rows} x {columns} is not square", argument)
    return value


_NOT_SQUARE: Final = (
    "f32[2, 3]) !! a matrix of 2 x 3 is not square",
    "f32[3]) !! expected rank 2 or more, got rank 1",
)


def _of_square(x: Any) -> TensorType:
    value = _square(x)
    return TensorType(value.dtype, value.shape)


for _op, _more in (
    ("cholesky", {"upper": False}),
    ("cholesky_inverse", {"upper": False}),
    ("inv", {}),
):
    keras_rule(_op, "f32[N, 3, 3]) -> f32[N, 3, 3]", "f64[3, 3]) -> f64[3, 3]", *_NOT_SQUARE)(
        with_parameters(lambda x, *rest: _of_square(x), x=..., **_more)
    )


@keras_rule("det", "f32[N, 3, 3]) -> f32[N]", "f64[3, 3]) -> f64[]", *_NOT_SQUARE)
def det(x: Any) -> TensorType:
    value = _square(x)
    return TensorType(value.dtype, value.shape.slice(0, -2))


@keras_rule("logdet", "f32[N, 3, 3]) -> f32[N]", "f64[3, 3]) -> f64[]")
def logdet(x: Any) -> TensorType:
    value = operand(x, "x")
    if value.shape.rank is None or value.shape.rank < 2 or not value.dtype.is_floating:
        raise Unsure
    return TensorType(value.dtype, value.shape.slice(0, -2))


@keras_rule("slogdet", "f32[N, 3, 3]) -> (f32[N], f32[N])")
def slogdet(x: Any) -> tuple[TensorType, TensorType]:
    without_symbols()
    made = logdet(x)
    return made, made


@keras_rule("eigh", "f32[N, 3, 3]) -> (f32[N, 3], f32[N, 3, 3])", *_NOT_SQUARE)
def eigh(x: Any) -> tuple[TensorType, TensorType]:
    value = _square(x)
    if not value.dtype.names.isdisjoint(COMPLEX):
        raise Unsure
    return TensorType(value.dtype, value.shape.slice(0, -1)), TensorType(value.dtype, value.shape)


@keras_rule(
    "eig",
    "f32[N, 3, 3]) -> (c64[N, 3], c64[N, 3, 3])",
    "f64[3, 3]) -> (c128[3], c128[3, 3])",
    *_NOT_SQUARE,
)
def eig(x: Any) -> tuple[TensorType, TensorType]:
    value = _square(x)
    without_symbols()
    dtype = mapped(value.dtype, {real: name for name, real in PARTS.items()})
    return TensorType(dtype, value.shape.slice(0, -1)), TensorType(dtype, value.shape)


@keras_rule("lu_factor", "f32[3, 3]) -> (f32[3, 3], i32[3])", *_NOT_SQUARE, lax=True)
def lu_factor(x: Any) -> tuple[TensorType, TensorType]:
    value = _square(x)
    without_symbols()
    return TensorType(value.dtype, value.shape), TensorType(INT32, value.shape.slice(0, -1))


@keras_rule(
    "solve",
    "f32[N, 3, 3], f32[N, 3, 2]) -> f32[N, 3, 2]",
    "f32[3, 3], f32[3]) -> f32[3]",
    "f32[2, 3], f32[2]) !! a matrix of 2 x 3 is not square",
    "f32[3, 3], f32[2, 1]) !! 3 rows and 2",
)
def solve(a: Any, b: Any) -> TensorType:
    return _solved(a, b)


def _solved(a: Any, b: Any, lower: Any = False) -> TensorType:
    matrix, value = _square(a, "a"), operand(b, "b")
    dtype = value.dtype if value.dtype == matrix.dtype else DType.any()
    ranks = (matrix.shape.rank, value.shape.rank)
    if ranks[0] is None or ranks[1] not in (ranks[0], ranks[0] - 1):
        return TensorType(dtype, Shape.unknown())
    rows = value.shape[-1 if ranks[1] == ranks[0] - 1 else -2]
    if equal(rows, matrix.shape[-1]) is False:
        raise OpError("tf-shape", f"{matrix.shape[-1]} rows and {rows}", "b")
    # Batches may be broadcast.
    is_plain = ranks[0] == 2 or matrix.shape.slice(0, -2) == value.shape.slice(0, ranks[0] - 2)
    return TensorType(dtype, value.shape if is_plain else of(*[UNKNOWN] * len(value.shape)))


keras_rule(
    "solve_triangular",
    "f32[N, 3, 3], f32[N, 3, 2]) -> f32[N, 3, 2]",
    "f32[3, 3], f32[3], lower=True) -> f32[3]",
    "f32[2, 3], f32[2]) !! a matrix of 2 x 3 is not square",
)(with_parameters(_solved, a=..., b=..., lower=False))


@keras_rule(
    "svd",
    "f32[N, 3, 4]) -> (f32[N, 3, 3], f32[N, 3], f32[N, 4, 4])",
    "f32[4, 3], full_matrices=False) -> (f32[4, 3], f32[3], f32[3, 3])",
    "f32[4, 3], compute_uv=False) -> f32[3]",
    "f32[3]) !! expected rank 2 or more, got rank 1",
)
def svd(x: Any, full_matrices: Any = True, compute_uv: Any = True) -> Any:
    value = _matrix(x)
    rows, columns = value.shape[-2], value.shape[-1]
    whole, both = known_bool(full_matrices), known_bool(compute_uv)
    if value.shape.rank is None or whole is None or both is None or not value.dtype.is_floating:
        raise Unsure
    batch = value.shape.slice(0, -2)
    least = min(rows, columns) if is_number(rows) and is_number(columns) else UNKNOWN
    least = rows if rows == columns else least
    values = TensorType(value.dtype, batch + of(least))
    if not both:
        return values
    left = of(rows, rows if whole else least)
    right = of(columns if whole else least, columns)
    return TensorType(value.dtype, batch + left), values, TensorType(value.dtype, batch + right)


@keras_rule(
    "qr",
    "f32[N, 4, 3]) -> (f32[N, 4, 3], f32[N, 3, 3])",
    "f32[4, 3], mode='complete') -> (f32[4, 4], f32[4, 3])",
    "f32[4, 3], mode='full') !! 'full' is none of 'reduced', 'complete'",
    "f32[3]) !! expected rank 2 or more, got rank 1",
)
def qr(x: Any, mode: Any = "reduced") -> tuple[TensorType, TensorType]:
    value = _matrix(x)
    kind = choice(mode, ("reduced", "complete"), "mode")
    rows, columns = value.shape[-2], value.shape[-1]
    if value.shape.rank is None or kind is None:
        raise Unsure
    batch = value.shape.slice(0, -2)
    least = min(rows, columns) if is_number(rows) and is_number(columns) else UNKNOWN
    least = rows if rows == columns or kind == "complete" else least
    return (
        TensorType(value.dtype, batch + of(rows, least)),
        TensorType(value.dtype, batch + of(least, columns)),
    )
