"""tf.linalg: what is made of one (batch of) matrices, and systems of equations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    Shape,
    ShapeMismatch,
    TensorType,
    equal,
    less,
    merge,
    shapes,
)

from .arguments import allow, int_argument, preferred, rank_at_least, rank_is
from .broadcasting import mapped, matched
from .conversion import as_tensor
from .groups import BOOLS, INEXACT, MATRICES, NUMBERS, PARTS, Names
from .rule import OpError, Unsure, rule, with_parameters
from .values import INT32, is_number, known_bool, plain

_COMPLEX = {"float16": "complex64", "float32": "complex64", "float64": "complex128"}


def matrices(value: Any, argument: str, allowed: Names = MATRICES) -> TensorType:
    """An operand that is a matrix or a batch of them."""
    return rank_at_least(allow(as_tensor(value, argument=argument), allowed, argument), 2, argument)


def square(
    value: Any, argument: str, allowed: Names = MATRICES, hint: str | None = None
) -> TensorType:
    """An operand of square matrices: rows and columns, of which one may be known, are as many."""
    x = matrices(value, argument, allowed)
    rows, columns = x.shape[-2], x.shape[-1]
    size = shapes.merge_dim(rows, columns)
    if size is None:
        words = f"expected square matrices, got {rows} by {columns}"
        raise OpError("tf-shape", words, argument, hint)
    return TensorType(x.dtype, batch_of(x.shape) + Shape.of(size, size))


def batch_of(shape: Shape) -> Shape:
    return shape.slice(0, -2)


# --- of one square matrix ---------------------------------------------------------------------------------------------


#: Parameters between the matrix and the name.
_MORE: dict[str, dict[str, Any]] = {"inv": {"adjoint": False}, "lu": {"output_idx_type": INT32}}


def _register_square(
    op: str, argument: str, result: Callable[[TensorType], Any], shown: str
) -> None:
    hint = f"tf.linalg.pinv({argument}) takes any" if op == "inv" else None

    def function(value: Any, *rest: Any) -> Any:
        return result(square(value, argument, hint=hint))

    rule(
        f"tensorflow.linalg.{op}",
        f"tf.linalg.{op}(f32[N, 3, 3]) -> {shown}",
        f"tf.linalg.{op}(f32[2, 3]) !! expected square matrices, got 2 by 3",
        f"tf.linalg.{op}(f32[3]) !! expected rank 2 or more, got rank 1",
        f"tf.linalg.{op}(i32[3, 3]) !! int32 is not supported",
    )(with_parameters(function, **{argument: ...}, **_MORE.get(op, {}), name=None))


def per_matrix(x: TensorType) -> TensorType:
    return TensorType(x.dtype, batch_of(x.shape))


def _real(x: TensorType) -> TensorType:
    return TensorType(mapped(x.dtype, PARTS), x.shape)


def per_row(x: TensorType) -> TensorType:
    return TensorType(x.dtype, x.shape.slice(0, -1))


for _op, _argument, _result, _shown in (
    ("inv", "input", plain, "f32[N, 3, 3]"),
    ("cholesky", "input", plain, "f32[N, 3, 3]"),
    ("sqrtm", "input", plain, "f32[N, 3, 3]"),
    ("det", "input", per_matrix, "f32[N]"),
    ("logdet", "matrix", lambda x: _real(per_matrix(x)), "f32[N]"),
    ("slogdet", "input", lambda x: (per_matrix(x), per_matrix(x)), "(f32[N], f32[N])"),
    ("eigh", "tensor", lambda x: (per_row(x), plain(x)), "(f32[N, 3], f32[N, 3, 3])"),
    ("eigvalsh", "tensor", per_row, "f32[N, 3]"),
    (
        "lu",
        "input",
        lambda x: (plain(x), TensorType(INT32, x.shape.slice(0, -1))),
        "(f32[N, 3, 3], i32[N, 3])",
    ),
):
    _register_square(_op, _argument, _result, _shown)


@rule(
    "tensorflow.linalg.expm",
    "tf.linalg.expm(f32[N, 3, 3]) -> f32[N, 3, 3]",
    "tf.linalg.expm(i32[0, 0]) -> i32[0, 0]",
    "tf.linalg.expm(f32[2, 3]) !! expected square matrices, got 2 by 3",
    "tf.linalg.expm(f32[3]) !! expected rank 2 or more, got rank 1",
    "tf.linalg.expm(i32[3, 3]) !! int32 is not supported",
)
def expm(input: Any, name: Any = None) -> TensorType:
    """Matrices without elements are passed on, and a vector of one is made a matrix."""
    x = as_tensor(input, argument="input")
    dims = x.shape.dims or ()
    if len(dims) > 1 and all(equal(dim, 0) is not False for dim in dims[-2:]):
        return plain(x)
    if len(dims) == 1 and equal(dims[0], 1) is not False:
        raise Unsure
    return plain(square(input, "input"))


@rule(
    "tensorflow.linalg.eig",
    "tf.linalg.eig(f32[N, 3, 3]) -> (c64[N, 3], c64[N, 3, 3])",
    "tf.linalg.eig(f32[2, 3]) !! expected square matrices",
)
def eig(tensor: Any, name: Any = None) -> tuple[TensorType, TensorType]:
    x = square(tensor, "tensor")
    dtype = mapped(x.dtype, _COMPLEX)
    return TensorType(dtype, x.shape.slice(0, -1)), TensorType(dtype, x.shape)


@rule(
    "tensorflow.linalg.eigvals",
    "tf.linalg.eigvals(f64[3, 3]) -> c128[3]",
    "tf.linalg.eigvals(f32[2, 3]) !! expected square matrices",
)
def eigvals(tensor: Any, name: Any = None) -> TensorType:
    return eig(tensor)[0]


# --- of one matrix ----------------------------------------------------------------------------------------------------


def _smaller(a: Dim, b: Dim) -> Dim:
    return a if less(b, a) is False else b if less(a, b) is False else UNKNOWN


@rule(
    "tensorflow.linalg.svd",
    "tf.linalg.svd(f32[5, 3, 4]) -> (f32[5, 3], f32[5, 3, 3], f32[5, 4, 3])",
    "tf.linalg.svd(f32[3, 4], full_matrices=True) -> (f32[3], f32[3, 3], f32[4, 4])",
    "tf.linalg.svd(c64[N, 4, 4], compute_uv=False) -> f32[N, 4]",
    "tf.linalg.svd(f32[3]) !! expected rank 2 or more, got rank 1",
)
def svd(tensor: Any, full_matrices: Any = False, compute_uv: Any = True, name: Any = None) -> Any:
    x = matrices(tensor, "tensor")
    batch, rows, columns = batch_of(x.shape), x.shape[-2], x.shape[-1]
    least = _smaller(rows, columns)
    values = TensorType(mapped(x.dtype, PARTS), batch + Shape.of(least))
    wanted, full = known_bool(compute_uv), known_bool(full_matrices)
    if wanted is None:
        raise Unsure
    if not wanted:
        return values
    left, right = (
        (UNKNOWN, UNKNOWN) if full is None else (rows, columns) if full else (least, least)
    )
    u = TensorType(x.dtype, batch + Shape.of(rows, left))
    return values, u, TensorType(x.dtype, batch + Shape.of(columns, right))


@rule(
    "tensorflow.linalg.qr",
    "tf.linalg.qr(f32[5, 4, 3]) -> (f32[5, 4, 3], f32[5, 3, 3])",
    "tf.linalg.qr(f32[N, 3, 4]) -> (f32[N, 3, 3], f32[N, 3, 4])",
    "tf.linalg.qr(f32[4, 3], full_matrices=True) -> (f32[4, 4], f32[4, 3])",
    "tf.linalg.qr(f32[3]) !! expected rank 2 or more, got rank 1",
)
def qr(input: Any, full_matrices: Any = False, name: Any = None) -> tuple[TensorType, TensorType]:
    x = matrices(input, "input")
    batch, rows, columns = batch_of(x.shape), x.shape[-2], x.shape[-1]
    full = known_bool(full_matrices)
    inner = UNKNOWN if full is None else rows if full else _smaller(rows, columns)
    return (
        TensorType(x.dtype, batch + Shape.of(rows, inner)),
        TensorType(x.dtype, batch + Shape.of(inner, columns)),
    )


@rule(
    "tensorflow.linalg.pinv",
    "tf.linalg.pinv(f32[N, 3, 4]) -> f32[N, 4, 3]",
    "tf.linalg.pinv(i32[3, 4]) !! int32 is not supported",
)
def pinv(a: Any, rcond: Any = None, validate_args: Any = False, name: Any = None) -> TensorType:
    return matrix_transpose(matrices(a, "a"))


@rule(
    "tensorflow.linalg.matrix_transpose",
    "tf.linalg.matrix_transpose(f32[N, 3, None]) -> f32[N, None, 3]",
    "tf.linalg.matrix_transpose(i32[...]) -> i32[..., None, None]",
    "tf.linalg.matrix_transpose(f32[2]) !! expected rank 2 or more, got rank 1",
)
def matrix_transpose(a: Any, name: Any = "matrix_transpose", conjugate: Any = False) -> TensorType:
    x = rank_at_least(as_tensor(a, argument="a"), 2, "a")
    return TensorType(x.dtype, batch_of(x.shape) + Shape.of(x.shape[-1], x.shape[-2]))


@rule(
    "tensorflow.linalg.adjoint",
    "tf.linalg.adjoint(c64[2, 3, 4]) -> c64[2, 4, 3]",
    "tf.linalg.adjoint(c64[3]) !! expected rank 2 or more, got rank 1",
)
def adjoint(matrix: Any, name: Any = None) -> TensorType:
    return matrix_transpose(rank_at_least(as_tensor(matrix, argument="matrix"), 2, "matrix"))


@rule(
    "tensorflow.linalg.trace",
    "tf.linalg.trace(f32[N, 3, 3]) -> f32[N]",
    "tf.linalg.trace(i32[2, 3]) -> i32[]",
    "tf.linalg.trace(f32[3]) !! expected rank 2 or more, got rank 1",
)
def trace(x: Any, name: Any = None) -> TensorType:
    value = matrices(x, "x", NUMBERS)
    return TensorType(value.dtype, batch_of(value.shape))


@rule(
    "tensorflow.linalg.band_part",
    "tf.linalg.band_part(f32[N, 3, 4], -1, 0) -> f32[N, 3, 4]",
    "tf.linalg.band_part(b[...], 0, 0) -> b[...]",
    "tf.linalg.band_part(f32[3], -1, 0) !! expected rank 2 or more, got rank 1",
)
def band_part(input: Any, num_lower: Any, num_upper: Any, name: Any = None) -> TensorType:
    x = matrices(input, "input", NUMBERS | BOOLS)
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.linalg.matrix_rank",
    "tf.linalg.matrix_rank(f32[N, 3, 4]) -> i32[N]",
    "tf.linalg.matrix_rank([[1, 2], [3, 4]]) -> anything",
    "tf.linalg.matrix_rank(f32[3]) !! expected rank 2 or more, got rank 1",
)
def matrix_rank(
    a: Any, tol: Any = None, validate_args: Any = False, name: Any = None
) -> TensorType:
    return TensorType(INT32, batch_of(matrices(preferred(a, INEXACT), "a").shape))


# --- diagonals --------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.linalg.diag",
    "tf.linalg.diag(f32[N, 3]) -> f32[N, 3, 3]",
    "tf.linalg.diag(f32[2, 3], k=-1) -> f32[2, 4, 4]",
    "tf.linalg.diag(f32[]) !! expected rank 1 or more, got rank 0",
)
def diag(
    diagonal: Any,
    name: Any = "diag",
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: Any = "RIGHT_LEFT",
) -> TensorType:
    x = rank_at_least(as_tensor(diagonal, argument="diagonal"), 1, "diagonal")
    offset = int_argument(k, "k") if not isinstance(k, (list, tuple)) else None
    if offset is None or num_rows != -1 or num_cols != -1:
        return TensorType(x.dtype, Shape.unknown())
    size = x.shape[-1] + abs(offset)
    return TensorType(x.dtype, x.shape.slice(0, -1) + Shape.of(size, size))


@rule(
    "tensorflow.linalg.diag_part",
    "tf.linalg.diag_part(f32[N, 3, 4]) -> f32[N, 3]",
    "tf.linalg.diag_part(f32[3, 3], k=1) -> f32[2]",
    "tf.linalg.diag_part(f32[3]) !! expected rank 2 or more, got rank 1",
)
def diag_part(
    input: Any,
    name: Any = "diag_part",
    k: Any = 0,
    padding_value: Any = 0,
    align: Any = "RIGHT_LEFT",
) -> TensorType:
    x = matrices(input, "input", NUMBERS | BOOLS)
    offset = int_argument(k, "k") if not isinstance(k, (list, tuple)) else None
    if offset is None:
        return TensorType(x.dtype, Shape.unknown())
    rows, columns = x.shape[-2] + min(offset, 0), x.shape[-1] - max(offset, 0)
    return TensorType(x.dtype, batch_of(x.shape) + Shape.of(_smaller(rows, columns)))


@rule(
    "tensorflow.linalg.set_diag",
    "tf.linalg.set_diag(f32[N, 3, 4], f32[N, 3]) -> f32[N, 3, 4]",
    "tf.linalg.set_diag(f32[3, 4], i32[3]) !! expected float32 as input has, got int32",
    "tf.linalg.set_diag(f32[3], f32[3]) !! expected rank 2 or more, got rank 1",
    "tf.linalg.set_diag(f32[2, 3, 4], f32[3]) !! expected rank 2, got rank 1",
    "tf.linalg.set_diag(f32[2, 3, 4], f32[3, 3]) !! batches of [2, 3, 4] and [3, 3] differ",
)
def set_diag(
    input: Any, diagonal: Any, name: Any = "set_diag", k: Any = 0, align: Any = "RIGHT_LEFT"
) -> TensorType:
    x, diagonals, dtype = matched(input, diagonal, ("input", "diagonal"))
    rank_at_least(x, 2, "input")
    rank = x.shape.rank
    if is_number(k) and rank is not None:  # of one diagonal
        rank_is(diagonals, rank - 1, "diagonal")
        try:
            merge(x.shape.slice(0, -2), diagonals.shape.slice(0, -1))
        except ShapeMismatch:
            message = f"batches of {x.shape} and {diagonals.shape} differ"
            raise OpError("tf-shape", message, "diagonal") from None
    return TensorType(dtype, x.shape)


@rule(
    "tensorflow.linalg.tensor_diag",
    "tf.linalg.tensor_diag(f32[2, N]) -> f32[2, N, 2, N]",
    "tf.linalg.tensor_diag(b[2]) !! bool is not supported",
    "tf.linalg.tensor_diag(f32[]) !! expected rank 1 or more, got rank 0",
)
def tensor_diag(diagonal: Any, name: Any = None) -> TensorType:
    x = allow(as_tensor(diagonal, argument="diagonal"), INEXACT | {"int32", "int64"}, "diagonal")
    rank_at_least(x, 1, "diagonal")
    return TensorType(x.dtype, x.shape + x.shape)


# --- norms ------------------------------------------------------------------------------------------------------------
