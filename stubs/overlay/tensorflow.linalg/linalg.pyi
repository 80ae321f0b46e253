"""Matrices."""

from typing import Any, Generic, Literal, NamedTuple, overload

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, DTypeLike, Flag, Kind, Open, Operand, R, Same, TensorLike, Value

def matmul(
    a: Open[R],
    b: Kind[R],
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: DTypeLike | None = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> R: ...
def adjoint(matrix: Open[R], name: str | None = None) -> R: ...
def band_part(input: Same[R], num_lower: TensorLike, num_upper: TensorLike, name: str | None = None) -> R: ...
def banded_triangular_solve(
    bands: Open[R],
    rhs: Kind[R],
    lower: Flag = True,
    adjoint: Flag = False,
    name: str | None = None,
) -> R: ...
def cholesky(input: Same[R], name: str | None = None) -> R: ...
def cholesky_solve(chol: Open[R], rhs: Kind[R], name: str | None = None) -> R: ...
def cross(a: Same[R], b: TensorLike, name: str | None = None) -> R: ...
def det(input: Open[R], name: str | None = None) -> R: ...
def diag(
    diagonal: Open[R],
    name: str | None = "diag",
    k: TensorLike = 0,
    num_rows: TensorLike = -1,
    num_cols: TensorLike = -1,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> R: ...
def diag_part(
    input: Open[R],
    name: str | None = "diag_part",
    k: TensorLike = 0,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> R: ...
def eigvalsh(tensor: Kind[R], name: str | None = None) -> R: ...
def eigvals(tensor: Kind[R], name: str | None = None) -> R: ...
def expm(input: Same[R], name: str | None = None) -> R: ...
def global_norm(t_list: Any, name: str | None = None) -> tf.Tensor[Any, Any]: ...
def inv(input: Same[R], adjoint: Flag = False, name: str | None = None) -> R: ...
def logdet(matrix: Kind[R], name: str | None = None) -> R: ...
def logm(input: Same[R], name: str | None = None) -> R: ...
def lstsq(
    matrix: Open[R],
    rhs: Kind[R],
    l2_regularizer: TensorLike = 0.0,
    fast: Flag = True,
    name: str | None = None,
) -> R: ...
def matrix_rank(
    a: TensorLike,
    tol: TensorLike | None = None,
    validate_args: Flag = False,
    name: str | None = None,
) -> tf.Tensor[tftypes.int32, Any]: ...
def matrix_transpose(a: Open[R], name: str | None = "matrix_transpose", conjugate: Flag = False) -> R: ...
def matvec(
    a: Open[R],
    b: Kind[R],
    transpose_a: Flag = False,
    adjoint_a: Flag = False,
    a_is_sparse: Flag = False,
    b_is_sparse: Flag = False,
    name: str | None = None,
) -> R: ...
def pinv(a: Open[R], rcond: TensorLike | None = None, validate_args: Flag = False, name: str | None = None) -> R: ...
def set_diag(
    input: Same[R],
    diagonal: TensorLike,
    name: str | None = "set_diag",
    k: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> R: ...
def solve(matrix: Open[R], rhs: Kind[R], adjoint: Flag = False, name: str | None = None) -> R: ...
def sqrtm(input: Same[R], name: str | None = None) -> R: ...
def tensor_diag(diagonal: Open[R], name: str | None = None) -> R: ...
def tensor_diag_part(input: Open[R], name: str | None = None) -> R: ...
def trace(x: Open[R], name: str | None = None) -> R: ...
def triangular_solve(
    matrix: Open[R],
    rhs: Kind[R],
    lower: Flag = True,
    adjoint: Flag = False,
    name: str | None = None,
) -> R: ...
def tridiagonal_matmul(
    diagonals: Any,
    rhs: Open[R],
    diagonals_format: str = "compact",
    name: str | None = None,
) -> R: ...
def tridiagonal_solve(
    diagonals: Any,
    rhs: Open[R],
    diagonals_format: str = "compact",
    transpose_rhs: Flag = False,
    conjugate_rhs: Flag = False,
    name: str | None = None,
    partial_pivoting: Flag = True,
    perturb_singular: Flag = False,
) -> R: ...
def lu_matrix_inverse(
    lower_upper: Open[R],
    perm: Kind[R],
    validate_args: Flag = False,
    name: str | None = None,
) -> R: ...
def lu_reconstruct(lower_upper: Open[R], perm: Kind[R], validate_args: Flag = False, name: str | None = None) -> R: ...
def lu_solve(
    lower_upper: Open[R],
    perm: Kind[R],
    rhs: TensorLike,
    validate_args: Flag = False,
    name: str | None = None,
) -> R: ...
def normalize(
    tensor: Same[R],
    ord: TensorLike = "euclidean",
    axis: Any = None,
    name: str | None = None,
) -> tuple[R, tf.Tensor[Any, Any]]: ...
def eigh(tensor: Open[R], name: str | None = None) -> tuple[tf.Tensor[Any, Any], R]: ...
def eig(tensor: TensorLike, name: str | None = None) -> tuple[tf.Tensor[Any, Any], tf.Tensor[Any, Any]]: ...

class _Qr(NamedTuple, Generic[DT]):
    q: tf.Tensor[DT, Any]
    r: tf.Tensor[DT, Any]

class _Lu(NamedTuple, Generic[DT]):
    lu: tf.Tensor[DT, Any]
    p: tf.Tensor[Any, Any]

class _LogDet(NamedTuple, Generic[DT]):
    sign: tf.Tensor[DT, Any]
    log_abs_determinant: tf.Tensor[DT, Any]

def qr(
    input: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    full_matrices: Flag = False,
    name: str | None = None,
) -> _Qr[DT]: ...
def lu(
    input: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    output_idx_type: TensorLike = ...,
    name: str | None = None,
) -> _Lu[DT]: ...
def slogdet(input: Operand[tf.Tensor[DT, Any], object, object, object] | Value, name: str | None = None) -> _LogDet[DT]: ...
# Without compute_uv it is s alone.
@overload
def svd(tensor: TensorLike, full_matrices: Flag = False, compute_uv: Literal[True] = True, name: str | None = None) -> tuple[tf.Tensor[Any, Any], tf.Tensor[Any, Any], tf.Tensor[Any, Any]]: ...
@overload
def svd(tensor: TensorLike, full_matrices: Flag = False, *, compute_uv: Literal[False], name: str | None = None) -> tf.Tensor[Any, Any]: ...
@overload
def svd(tensor: TensorLike, full_matrices: Flag = False, compute_uv: Flag = True, name: str | None = None) -> Any: ...
