"""The methods of linear operators. Which class one is decides how it computes; what they make follows from its shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, Unknown, equal, shapes

from .arguments import rank_at_least
from .attributes import adjoint
from .broadcasting import mapped, one_dtype
from .conversion import as_tensor
from .decompositions import batch_of, per_matrix, per_row
from .groups import PARTS
from .linalg import outer, product
from .rule import OpError, Unsure, is_operator, rule, with_parameters
from .values import INT32, ListOf, is_dim, is_number, known_bool, of, plain, tensor


def made(dtype: DType, shape: Shape) -> TensorType:
    """An operator of some class."""
    return TensorType(dtype, shape, "LinearOperator")


def the_operator(value: Any) -> TensorType:
    """The object of a method; one of which nothing is known may be of any class."""
    if isinstance(value, Unknown):
        return made(DType.any(), Shape.unknown())
    if not is_operator(value) or value.shape.rank in (0, 1):
        raise Unsure
    return value  # type: ignore[no-any-return]


def square(value: Any) -> TensorType:
    """The object of a method that an operator has whose rows are as many as its columns."""
    x = the_operator(value)
    rows, columns = x.shape[-2], x.shape[-1]
    size = shapes.merge_dim(rows, columns)
    if size is None:
        raise OpError("tf-shape", f"expected a square operator, got {rows} by {columns}", "self")
    return TensorType(x.dtype, batch_of(x.shape) + of(size, size), x.kind)


# --- products and systems of equations --------------------------------------------------------------------------------

#: What exchanges rows and columns of the operator, and of what it is applied to.
_FLAGS: Final = ("adjoint", "adjoint_arg")


@rule(
    "tensorflow.linalg.LinearOperator.matmul",
    "LinearOperator(f32[2, 3]).matmul(f32[3, 4]) -> f32[2, 4]",
    "LinearOperator(f32[N, 2, 3]).matmul(f32[3, 4]) -> f32[N, 2, 4]",
    "LinearOperator(f32[2, 3]).matmul(f32[2, 4], adjoint=True) -> f32[3, 4]",
    "LinearOperator(f32[2, 3]).matmul(f32[4, 3], adjoint_arg=True) -> f32[2, 4]",
    "LinearOperator(f32[...]).matmul(f32[3, 4]) -> f32[..., None, 4]",
    "tf.linalg.LinearOperatorIdentity(3, [2]).matmul(f32[3, 4]) -> f32[2, 3, 4]",
    "LinearOperator(f32[2, 3]).matmul(tf.linalg.LinearOperatorIdentity(3)) -> LinearOperator(f32[2, 3])",
    "LinearOperator(f32[2, 3]).matmul(f32[2, 3]) !! inner dims 3 and 2 differ",
    "LinearOperator(f32[2, 3]).matmul(LinearOperator(f32[2, 3])) !! inner dims 3 and 2 differ",
    "LinearOperator(f32[2, 3, 3]).matmul(f32[5, 3, 4]) !! do not broadcast",
    "LinearOperator(f32[2, 3]).matmul(f32[3]) !! expected rank 2 or more, got rank 1",
    "LinearOperator(f32[1, 2]).matmul([[1.], [2.]]) -> anything",
    "tf.linalg.LinearOperatorDiag(f32[1]).matmul([[1]]) !! expected float32 as self has, got int32",
)
def matmul(
    self: Any, x: Any, adjoint: Any = False, adjoint_arg: Any = False, name: Any = None
) -> TensorType:
    return _applied(the_operator(self), x, adjoint, adjoint_arg, "x")


@rule(
    "tensorflow.linalg.LinearOperator.solve",
    "LinearOperator(f32[3, 3]).solve(f32[3, 4]) -> f32[3, 4]",
    "LinearOperator(f32[N, 3, 3]).solve(f32[4, 3], adjoint_arg=True) -> f32[N, 3, 4]",
    "LinearOperator(f32[3, 3]).solve(LinearOperator(f32[3, 4])) -> LinearOperator(f32[3, 4])",
    "LinearOperator(f32[2, 3]).solve(f32[2, 4]) !! expected a square operator, got 2 by 3",
    "LinearOperator(f32[3, 3]).solve(f32[4, 5]) !! inner dims 3 and 4 differ",
    "LinearOperator(f32[3, 3]).solve(f64[3, 4]) !! expected float32 as self has, got float64",
)
def solve(
    self: Any, rhs: Any, adjoint: Any = False, adjoint_arg: Any = False, name: Any = None
) -> TensorType:
    return _applied(square(self), rhs, adjoint, adjoint_arg, "rhs")


@rule(
    "tensorflow.linalg.LinearOperator.matvec",
    "LinearOperator(f32[2, 3]).matvec(f32[3]) -> f32[2]",
    "LinearOperator(f32[N, 2, 3]).matvec(f32[3]) -> f32[N, 2]",
    "LinearOperator(f32[2, 3]).matvec(f32[2], adjoint=True) -> f32[3]",
    "LinearOperator(f32[2, 3]).matvec(f32[2]) !! inner dims 3 and 2 differ",
    "LinearOperator(f32[2, 3]).matvec(2.) !! expected rank 1 or more, got rank 0",
)
def matvec(self: Any, x: Any, adjoint: Any = False, name: Any = None) -> TensorType:
    return _applied_to_vector(the_operator(self), x, adjoint, "x")


@rule(
    "tensorflow.linalg.LinearOperator.solvevec",
    "LinearOperator(f32[3, 3]).solvevec(f32[N, 3]) -> f32[N, 3]",
    "LinearOperator(f32[3, 3]).solvevec(f32[4]) !! inner dims 3 and 4 differ",
    "LinearOperator(f32[2, 3]).solvevec(f32[2]) !! expected a square operator, got 2 by 3",
)
def solvevec(self: Any, rhs: Any, adjoint: Any = False, name: Any = None) -> TensorType:
    return _applied_to_vector(square(self), rhs, adjoint, "rhs")


def _applied(
    operator: TensorType, value: Any, adjoint: Any, adjoint_arg: Any, argument: str
) -> TensorType:
    """The operator, or its inverse, times (a batch of) matrices or another operator."""
    flips = known_bool(adjoint), known_bool(adjoint_arg)
    if is_operator(value):
        return _composed(operator, the_operator(value), flips, argument)
    y, dtype = _beside(operator, value, argument, 2)
    return TensorType(dtype, product(operator.shape, y.shape, *flips, argument, _FLAGS))


def _applied_to_vector(operator: TensorType, value: Any, adjoint: Any, argument: str) -> TensorType:
    y, dtype = _beside(operator, value, argument, 1)
    flips = known_bool(adjoint), False
    columns = product(operator.shape, y.shape + of(1), *flips, argument, _FLAGS[:1])
    return TensorType(dtype, columns.slice(0, -1))


def _beside(operator: TensorType, value: Any, argument: str, rank: int) -> tuple[TensorType, DType]:
    """What an operator is applied to, and the dtype of both.

    Raises Unsure for what nothing is known of, which may be an operator, and for a list where the operator may be one
    of blocks: it takes one tensor for each.
    """
    may_be_blocks = operator.kind == "LinearOperator" and isinstance(value, (list, tuple, ListOf))
    if isinstance(value, Unknown) or may_be_blocks:
        raise Unsure
    y = as_tensor(value, argument=argument)
    dtype = one_dtype(operator, y, ("self", argument))
    return rank_at_least(y, rank, argument), dtype


def _composed(
    left: TensorType, right: TensorType, flips: tuple[bool | None, bool | None], argument: str
) -> TensorType:
    """The product of two operators: the identity, whatever its batch and its dtype, leaves the other as it is."""
    matrix = outer(left.shape, right.shape, *flips, argument, _FLAGS)
    batch = batch_of(left.shape)
    is_same = batch == batch_of(right.shape) and batch.rank is not None
    dtype = left.dtype if left.dtype == right.dtype else DType.any()
    return made(dtype, (batch if is_same else Shape.unknown()) + matrix)


# --- of one operator --------------------------------------------------------------------------------------------------


def _again(x: TensorType) -> TensorType:
    return made(x.dtype, x.shape)


def _of_size(x: TensorType) -> TensorType:
    """A number for each matrix; of complex ones some classes make it real."""
    dtype = DType(x.dtype.names | mapped(x.dtype, PARTS).names)
    return TensorType(x.dtype if dtype == x.dtype else dtype, batch_of(x.shape))


def _diag_part(x: TensorType) -> TensorType:
    rows, columns = x.shape[-2], x.shape[-1]
    size: Dim = UNKNOWN
    if is_number(rows) and is_number(columns):
        size = min(rows, columns)
    elif equal(rows, columns):
        size = rows
    return TensorType(x.dtype, batch_of(x.shape) + of(size))


def _sizes(shape: Shape) -> TensorType:
    """A tensor that holds the sizes."""
    return tensor(INT32, of(UNKNOWN if shape.rank is None else shape.rank), shape.dims or None)


def _number(value: Dim | None) -> TensorType:
    return tensor(INT32, of(), value if is_dim(value) and value is not UNKNOWN else None)


def _register(method: str, result: Callable[[TensorType], Any], *examples: str) -> None:
    """A method of any operator."""
    rule(f"tensorflow.linalg.LinearOperator.{method}", *examples)(
        with_parameters(lambda self, name: result(the_operator(self)), self=..., name=None)
    )


for _method, _result, _shown in (
    ("adjoint", adjoint, "LinearOperator(f32[N, 3, 2])"),
    ("to_dense", plain, "f32[N, 2, 3]"),
    ("diag_part", _diag_part, "f32[N, 2]"),
    ("trace", per_matrix, "f32[N]"),
    ("cond", _of_size, "f32[N]"),
    ("shape_tensor", lambda x: _sizes(x.shape), "i32[3]"),
    ("batch_shape_tensor", lambda x: _sizes(batch_of(x.shape)), "i32[1]"),
    ("range_dimension_tensor", lambda x: _number(x.shape[-2]), "i32[]"),
    ("domain_dimension_tensor", lambda x: _number(x.shape[-1]), "i32[]"),
    ("tensor_rank_tensor", lambda x: _number(x.shape.rank), "i32[]"),
):
    _register(_method, _result, f"LinearOperator(f32[N, 2, 3]).{_method}() -> {_shown}")


def _register_square(method: str, result: Callable[[TensorType], Any], *examples: str) -> None:
    """A method of an operator whose rows are as many as its columns."""
    rule(
        f"tensorflow.linalg.LinearOperator.{method}",
        *examples,
        f"LinearOperator(f32[2, 3]).{method}() !! expected a square operator, got 2 by 3",
    )(with_parameters(lambda self, name: result(square(self)), self=..., name=None))


for _method, _result, _shown in (
    ("cholesky", _again, "LinearOperator(f32[2, 3, 3])"),
    ("determinant", per_matrix, "f32[2]"),
    ("log_abs_determinant", _of_size, "f32[2]"),
    ("eigvals", per_row, "f32[2, 3]"),
):
    # What is called positive definite and self-adjoint has all of them.
    _register_square(
        _method,
        _result,
        f"tf.linalg.LinearOperatorIdentity(3, [2]).{_method}() -> {_shown}",
    )


@rule(
    "tensorflow.linalg.LinearOperator.inverse",
    "LinearOperator(f32[N, 3, 3]).inverse() -> LinearOperator(f32[N, 3, 3])",
    "LinearOperator(f32[2, 3]).inverse() !! expected a square operator, got 2 by 3",
)
def inverse(self: Any, name: Any = None) -> TensorType:
    return _again(square(self))


@rule(
    "tensorflow.linalg.LinearOperator.add_to_tensor",
    "LinearOperator(f32[2, 3]).add_to_tensor(f32[N, 2, 3]) -> f32[N, 2, 3]",
    "LinearOperator(f32[3, 3]).add_to_tensor(f32[1, 1]) -> f32[...]",
    "tf.linalg.LinearOperatorDiag(f32[3]).add_to_tensor(i32[3, 3]) !! expected float32 as self has, got int32",
)
def add_to_tensor(self: Any, x: Any, name: Any = None) -> TensorType:
    operator = the_operator(self)
    if operator.kind in ("LinearOperator", "LinearOperatorIdentity"):
        return add_to_identity(operator, x)  # which it may be
    y, _ = _beside(operator, x, "x", 0)
    return _added(operator, y)


@rule(
    "tensorflow.linalg.LinearOperatorIdentity.add_to_tensor",
    "tf.linalg.LinearOperatorIdentity(3).add_to_tensor(f32[N, 3, 3]) -> f32[N, 3, 3]",
    "tf.linalg.LinearOperatorIdentity(3).add_to_tensor(f64[3, 3]) -> f64[3, 3]",
)
def add_to_identity(self: Any, mat: Any, name: Any = None) -> TensorType:
    """The identity has the dtype of what it is added to."""
    return _added(the_operator(self), as_tensor(mat, argument="mat"))


def _added(operator: TensorType, y: TensorType) -> TensorType:
    """Of other sizes and batches than the operator's, each class makes something else."""
    own = operator.shape
    fits = own == y.shape or (own.rank == 2 and own == y.shape.slice(-2, None))
    return TensorType(y.dtype, y.shape if fits and own.rank is not None else Shape.unknown())
