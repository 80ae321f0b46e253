"""tf.linalg.LinearOperatorDiag and its like: what stands for (a batch of) matrices without holding them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, equal
from tftypes.algebra.tensors import OperatorKind

from .arguments import count_argument, dtype_argument, rank_at_least, shape_argument
from .conversion import as_tensor
from .decompositions import batch_of, matrices
from .rule import OpError, rule, with_parameters
from .values import FLOAT32, contents, is_number, known_bool, of


def made(dtype: DType, shape: Shape, kind: OperatorKind) -> TensorType:
    """An operator."""
    return TensorType(dtype, shape, kind)


#: What is said of an operator. TensorFlow believes it, whatever the shape.
_HINTS: Final = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")


def _believed(shape: Shape, *hints: Any) -> Shape:
    """The shape of matrices; nobody knows the size of those that are called square and may not be."""
    if equal(shape[-2], shape[-1]) is not True and any(known_bool(h) is not False for h in hints):
        return batch_of(shape) + of(UNKNOWN, UNKNOWN)
    return shape


def _full_matrix(matrix: Any, *hints: Any) -> TensorType:
    x = matrices(matrix, "matrix")
    return made(x.dtype, _believed(x.shape, *hints[:-1]), "LinearOperatorFullMatrix")


def _lower_triangular(tril: Any, *hints: Any) -> TensorType:
    """It is called square, and so it is to TensorFlow."""
    x = rank_at_least(as_tensor(tril, argument="tril"), 2, "tril")
    return made(x.dtype, _believed(x.shape, True), "LinearOperatorLowerTriangular")


def _diag(diag: Any, *hints: Any) -> TensorType:
    x = rank_at_least(as_tensor(diag, argument="diag"), 1, "diag")
    size = x.shape[-1]
    return made(x.dtype, x.shape.slice(0, -1) + of(size, size), "LinearOperatorDiag")


def _register_of_matrix(
    name: str, function: Callable[..., TensorType], argument: str, *examples: str
) -> None:
    parameters = {argument: ..., **dict.fromkeys(_HINTS), "name": None}
    rule(f"tensorflow.linalg.{name}", *examples)(with_parameters(function, **parameters))


_register_of_matrix(
    "LinearOperatorFullMatrix",
    _full_matrix,
    "matrix",
    "tf.linalg.LinearOperatorFullMatrix(f32[N, 2, 3]) -> LinearOperatorFullMatrix(f32[N, 2, 3])",
    "tf.linalg.LinearOperatorFullMatrix([[1., 2.]]) -> LinearOperatorFullMatrix(f32[1, 2])",
    "tf.linalg.LinearOperatorFullMatrix(f32[2, 3], is_square=True)"
    " -> LinearOperatorFullMatrix(f32[None, None])",
    "tf.linalg.LinearOperatorFullMatrix(f32[3]) !! expected rank 2 or more, got rank 1",
    "tf.linalg.LinearOperatorFullMatrix(i32[3, 3]) !! int32 is not supported",
)
_register_of_matrix(
    "LinearOperatorLowerTriangular",
    _lower_triangular,
    "tril",
    "tf.linalg.LinearOperatorLowerTriangular(f32[N, 3, 3]) -> LinearOperatorLowerTriangular(f32[N, 3, 3])",
    "tf.linalg.LinearOperatorLowerTriangular(f32[2, 3]) -> LinearOperatorLowerTriangular(f32[None, None])",
    "tf.linalg.LinearOperatorLowerTriangular(f32[3]) !! expected rank 2 or more, got rank 1",
)
_register_of_matrix(
    "LinearOperatorDiag",
    _diag,
    "diag",
    "tf.linalg.LinearOperatorDiag(f32[N, 3]) -> LinearOperatorDiag(f32[N, 3, 3])",
    "tf.linalg.LinearOperatorDiag([1., 2.]) -> LinearOperatorDiag(f32[2, 2])",
    "tf.linalg.LinearOperatorDiag(f32[...]) -> LinearOperatorDiag(f32[..., None, None])",
    "tf.linalg.LinearOperatorDiag(1.) !! expected rank 1 or more, got rank 0",
)


def _size(value: Any, argument: str) -> Dim:
    """A number of rows or columns, which is no list of one."""
    rank = len(value) if isinstance(value, (list, tuple)) else None
    if rank is not None or (isinstance(value, TensorType) and value.shape.rank):
        raise OpError("tf-rank", "expected a scalar", argument)
    return count_argument(value, argument)


def _batch(value: Any) -> Shape:
    """The batch that an operator made of sizes stands for: none where it is not given."""
    if value is None:
        return of()
    if is_number(contents(value)):
        raise OpError("tf-rank", "expected a list of sizes", "batch_shape")
    batch = shape_argument(value, "batch_shape")
    for size in batch.dims or ():
        count_argument(size, "batch_shape")
    return batch


@rule(
    "tensorflow.linalg.LinearOperatorIdentity",
    "tf.linalg.LinearOperatorIdentity(3) -> LinearOperatorIdentity(f32[3, 3])",
    "tf.linalg.LinearOperatorIdentity(N, [2], tf.float64) -> LinearOperatorIdentity(f64[2, N, N])",
    "tf.linalg.LinearOperatorIdentity(3, some_ints) -> LinearOperatorIdentity(f32[..., 3, 3])",
    "tf.linalg.LinearOperatorIdentity(-3) !! negative size -3",
    "tf.linalg.LinearOperatorIdentity(2.5) !! expected ints, got 2.5",
    "tf.linalg.LinearOperatorIdentity([3]) !! expected a scalar",
    "tf.linalg.LinearOperatorIdentity(3, 2) !! expected a list of sizes",
    "tf.linalg.LinearOperatorIdentity(3, [-2]) !! negative size -2",
)
def identity(
    num_rows: Any,
    batch_shape: Any = None,
    dtype: Any = None,
    is_non_singular: Any = True,
    is_self_adjoint: Any = True,
    is_positive_definite: Any = True,
    is_square: Any = True,
    assert_proper_shapes: Any = False,
    name: Any = None,
) -> TensorType:
    size = _size(num_rows, "num_rows")
    shape = _batch(batch_shape) + of(size, size)
    return made(dtype_argument(dtype, FLOAT32), shape, "LinearOperatorIdentity")


@rule(
    "tensorflow.linalg.LinearOperatorScaledIdentity",
    "tf.linalg.LinearOperatorScaledIdentity(3, 2.) -> LinearOperatorScaledIdentity(f32[3, 3])",
    "tf.linalg.LinearOperatorScaledIdentity(3, f64[N]) -> LinearOperatorScaledIdentity(f64[N, 3, 3])",
    "tf.linalg.LinearOperatorScaledIdentity(-3, 2.) !! negative size -3",
)
def scaled_identity(
    num_rows: Any,
    multiplier: Any,
    is_non_singular: Any = None,
    is_self_adjoint: Any = None,
    is_positive_definite: Any = None,
    is_square: Any = True,
    assert_proper_shapes: Any = False,
    name: Any = None,
) -> TensorType:
    size = _size(num_rows, "num_rows")
    x = as_tensor(multiplier, argument="multiplier")
    return made(x.dtype, x.shape + of(size, size), "LinearOperatorScaledIdentity")


@rule(
    "tensorflow.linalg.LinearOperatorZeros",
    "tf.linalg.LinearOperatorZeros(3) -> LinearOperatorZeros(f32[3, 3])",
    "tf.linalg.LinearOperatorZeros(3, batch_shape=[N], dtype=tf.float64) -> LinearOperatorZeros(f64[N, 3, 3])",
    "tf.linalg.LinearOperatorZeros(3, 4, is_square=False, is_self_adjoint=False) -> LinearOperatorZeros(f32[3, 4])",
    "tf.linalg.LinearOperatorZeros(3, 4) !! 3 rows and 4 columns are not square",
    "tf.linalg.LinearOperatorZeros(-3) !! negative size -3",
)
def zeros(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = None,
    is_non_singular: Any = False,
    is_self_adjoint: Any = True,
    is_positive_definite: Any = False,
    is_square: Any = True,
    assert_proper_shapes: Any = False,
    name: Any = None,
) -> TensorType:
    rows = _size(num_rows, "num_rows")
    columns = rows if num_columns is None else _size(num_columns, "num_columns")
    if equal(rows, columns) is False and known_bool(is_square):
        raise OpError(
            "tf-shape",
            f"{rows} rows and {columns} columns are not square",
            "num_columns",
            "is_square=False, is_self_adjoint=False",
        )
    shape = _batch(batch_shape) + of(rows, columns)
    return made(dtype_argument(dtype, FLOAT32), shape, "LinearOperatorZeros")
