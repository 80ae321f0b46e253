"""tf.linalg: matrices given as their LU factors, their diagonals or their bands."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, TensorType, equal, less

from .arguments import allow, rank_at_least
from .broadcasting import broadcast_shapes, mapped, matched
from .conversion import as_tensor
from .decompositions import batch_of, matrices, square
from .groups import COMPLEX, INDICES, INEXACT, NUMBERS, PARTS
from .rule import OpError, Unsure, rule
from .values import known_bool, of


def _factors(lower_upper: Any, perm: Any) -> TensorType:
    a = square(lower_upper, "lower_upper")
    order = rank_at_least(as_tensor(perm, argument="perm"), 1, "perm")
    allow(order, INDICES, "perm")
    if equal(order.shape[-1], a.shape[-1]) is False:
        raise OpError("tf-shape", f"{order.shape[-1]} rows for {a.shape[-1]}", "perm")
    return a


@rule(
    "tensorflow.linalg.lu_reconstruct",
    "tf.linalg.lu_reconstruct(f32[N, 3, 3], i32[N, 3]) -> f32[N, 3, 3]",
    "tf.linalg.lu_reconstruct(f32[3, 3], i32[4]) !! 4 rows for 3",
    "tf.linalg.lu_reconstruct(f32[3], i32[3]) !! expected rank 2 or more, got rank 1",
)
@rule(
    "tensorflow.linalg.lu_matrix_inverse",
    "tf.linalg.lu_matrix_inverse(f32[3, 3], i32[3]) -> f32[3, 3]",
    "tf.linalg.lu_matrix_inverse(f32[3], i32[3]) !! expected rank 2 or more, got rank 1",
)
def of_factors(
    lower_upper: Any, perm: Any, validate_args: Any = False, name: Any = None
) -> TensorType:
    a = _factors(lower_upper, perm)
    return TensorType(a.dtype, a.shape)


@rule(
    "tensorflow.linalg.lu_solve",
    "tf.linalg.lu_solve(f32[3, 3], i32[3], f32[3, 2]) -> f32[3, 2]",
    "tf.linalg.lu_solve(f32[3, 3], i32[3], f32[4, 2]) !! 3 equations for 4 right-hand sides",
)
def lu_solve(
    lower_upper: Any, perm: Any, rhs: Any, validate_args: Any = False, name: Any = None
) -> TensorType:
    a = _factors(lower_upper, perm)
    b = matrices(rhs, "rhs")
    if a.dtype.names.isdisjoint(b.dtype.names):
        raise OpError("tf-dtype", f"expected {a.dtype} as lower_upper has, got {b.dtype}", "rhs")
    if equal(a.shape[-1], b.shape[-2]) is False:
        raise OpError(
            "tf-shape", f"{a.shape[-1]} equations for {b.shape[-2]} right-hand sides", "rhs"
        )
    if a.shape.rank is None or b.shape.rank is None:
        raise Unsure
    batch = broadcast_shapes(batch_of(a.shape), batch_of(b.shape), "rhs")
    return TensorType(a.dtype, batch + of(b.shape[-2], b.shape[-1]))


@rule(
    "tensorflow.linalg.logm",
    "tf.linalg.logm(c64[N, 3, 3]) -> c64[N, 3, 3]",
    "tf.linalg.logm(f32[3, 3]) !! float32 is not supported",
    "tf.linalg.logm(c64[2, 3]) !! expected square matrices, got 2 by 3",
)
def logm(input: Any, name: Any = None) -> TensorType:
    x = square(input, "input", COMPLEX)
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.linalg.tensor_diag_part",
    "tf.linalg.tensor_diag_part(f32[2, 3, 2, 3]) -> f32[2, 3]",
    "tf.linalg.tensor_diag_part(f32[N, None]) -> f32[N]",
    "tf.linalg.tensor_diag_part(f32[2, 3, 2]) !! expected an even rank, got rank 3",
    "tf.linalg.tensor_diag_part(f32[2, 3]) !! dims 2 and 3 differ",
)
def tensor_diag_part(input: Any, name: Any = None) -> TensorType:
    x = allow(as_tensor(input, argument="input"), NUMBERS, "input")
    rank = x.shape.rank
    if not rank:
        raise Unsure
    if rank % 2:
        raise OpError("tf-rank", f"expected an even rank, got rank {rank}", "input")
    half = rank // 2
    for left, right in zip(x.shape.slice(0, half), x.shape.slice(half, None)):
        if equal(left, right) is False:
            raise OpError("tf-shape", f"dims {left} and {right} differ", "input")
    pairs = zip(x.shape.slice(0, half), x.shape.slice(half, None))
    return TensorType(x.dtype, of(*(right if left is UNKNOWN else left for left, right in pairs)))


@rule(
    "tensorflow.linalg.eigh_tridiagonal",
    "tf.linalg.eigh_tridiagonal(f32[4], f32[3]) -> f32[4]",
    "tf.linalg.eigh_tridiagonal(f32[1], f64[3]) -> anything",
    "tf.linalg.eigh_tridiagonal(f32[4], f32[4]) !! 4 numbers beside a diagonal of 4",
    "tf.linalg.eigh_tridiagonal(f32[4], f64[3]) !! expected float32 as alpha has, got float64",
    "tf.linalg.eigh_tridiagonal(i32[4], i32[3]) !! int32 is not supported",
)
def eigh_tridiagonal(
    alpha: Any,
    beta: Any,
    eigvals_only: Any = True,
    select: Any = "a",
    select_range: Any = None,
    tol: Any = None,
    name: Any = None,
) -> TensorType:
    diagonal = as_tensor(alpha, argument="alpha")
    dims = diagonal.shape.dims or ()
    if len(dims) == 1 and any(equal(dims[0], few) is not False for few in (0, 1)):
        raise Unsure  # then nobody looks at the rest
    a, b, _ = matched(alpha, beta, ("alpha", "beta"))
    rank_at_least(a, 1, "alpha")
    rank_at_least(b, 1, "beta")
    if a.shape.rank != 1 or b.shape.rank != 1:
        raise Unsure
    allow(a, INEXACT, "alpha")
    size = a.shape[0]
    if size != 0 and equal(size - 1, b.shape[0]) is False:
        raise OpError("tf-shape", f"{b.shape[0]} numbers beside a diagonal of {size}", "beta")
    if known_bool(eigvals_only) is not True:
        raise Unsure
    found = size if select == "a" else UNKNOWN
    return TensorType(mapped(a.dtype, PARTS), of(found))


@rule(
    "tensorflow.linalg.tridiagonal_matmul",
    "tf.linalg.tridiagonal_matmul(f32[N, 3, 4], f32[N, 4, 2]) -> f32[N, 4, 2]",
    "tf.linalg.tridiagonal_matmul(f32[3, 4], f64[4, 2]) !! expected float32 as diagonals has, got float64",
    "tf.linalg.tridiagonal_matmul(f32[5, 4], f32[4, 2]) -> f32[4, 2]",
    "tf.linalg.tridiagonal_matmul(f32[2, 4], f32[4, 2]) !! expected 3 diagonals, got 2",
)
def tridiagonal_matmul(
    diagonals: Any, rhs: Any, diagonals_format: Any = "compact", name: Any = None
) -> TensorType:
    if diagonals_format != "compact":
        raise Unsure
    _, b = _tridiagonal(diagonals, rhs, more=True)
    return TensorType(b.dtype, rank_at_least(b, 2, "rhs").shape)


def _tridiagonal(diagonals: Any, rhs: Any, more: bool = False) -> tuple[TensorType, TensorType]:
    """Three diagonals and what is beside them; with `more`, the first three of those that there are."""
    a, b, _ = matched(diagonals, rhs, ("diagonals", "rhs"))
    rank_at_least(a, 2, "diagonals")
    if equal(a.shape[-2], 3) is False and not (more and less(a.shape[-2], 3) is not True):
        raise OpError("tf-shape", f"expected 3 diagonals, got {a.shape[-2]}", "diagonals")
    return a, b


@rule(
    "tensorflow.linalg.tridiagonal_solve",
    "tf.linalg.tridiagonal_solve(f32[3, 4], f32[4, 2]) -> f32[4, 2]",
    "tf.linalg.tridiagonal_solve(f32[3, 4], f32[4]) -> f32[4]",
    "tf.linalg.tridiagonal_solve(f32[3, 4], f64[4, 2]) !! expected float32 as diagonals has, got float64",
    "tf.linalg.tridiagonal_solve(f32[2, 4], f32[4, 2]) !! expected 3 diagonals, got 2",
)
def tridiagonal_solve(
    diagonals: Any,
    rhs: Any,
    diagonals_format: Any = "compact",
    transpose_rhs: Any = False,
    conjugate_rhs: Any = False,
    name: Any = None,
    partial_pivoting: Any = True,
    perturb_singular: Any = False,
) -> TensorType:
    if diagonals_format != "compact" or known_bool(transpose_rhs) is not False:
        raise Unsure
    _, b = _tridiagonal(diagonals, rhs)
    return TensorType(b.dtype, b.shape)


@rule(
    "tensorflow.linalg.banded_triangular_solve",
    "tf.linalg.banded_triangular_solve(f32[N, 2, 4], f32[N, 4, 3]) -> f32[N, 4, 3]",
    "tf.linalg.banded_triangular_solve(f32[2, 4], f32[5, 3]) !! 4 equations for 5 right-hand sides",
    "tf.linalg.banded_triangular_solve(f32[4], f32[4, 3]) !! expected rank 2 or more, got rank 1",
)
def banded_triangular_solve(
    bands: Any, rhs: Any, lower: Any = True, adjoint: Any = False, name: Any = None
) -> TensorType:
    a, b, dtype = matched(bands, rhs, ("bands", "rhs"))
    matrices(a, "bands")
    matrices(b, "rhs")
    if equal(a.shape[-1], b.shape[-2]) is False:
        raise OpError(
            "tf-shape", f"{a.shape[-1]} equations for {b.shape[-2]} right-hand sides", "rhs"
        )
    batch = broadcast_shapes(batch_of(a.shape), batch_of(b.shape), "rhs")
    return TensorType(dtype, batch + of(b.shape[-2], b.shape[-1]))
