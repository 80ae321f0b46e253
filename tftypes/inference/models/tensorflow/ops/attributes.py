"""The attributes of composite tensors and of linear operators: `ragged.flat_values`, `sparse.indices`, `operator.H`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.algebra.tensors import OPERATORS

from .values import INT64, of

Attribute = Callable[[TensorType], Any]

#: What the attributes are; tests and documentation read it as they do the examples of rules.
EXAMPLES: Final = (
    "ragged(f32[4, None]).values -> f32[None]",
    "ragged(f32[4, None]).flat_values -> f32[None]",
    "ragged(f32[4, None]).row_splits -> index[5]",
    "ragged(f32[N, None]).row_splits -> index[N + 1]",
    "ragged(f32[4, None]).nested_row_splits -> (index[5],)",
    "ragged(f32[4, None]).ragged_rank -> 1",
    "sparse(f32[2, 3]).values -> f32[None]",
    "sparse(f32[2, 3]).indices -> i64[None, 2]",
    "sparse(f32[2, 3]).dense_shape -> i64[2]",
    "tf.zeros(sparse(f32[2, 3]).dense_shape) -> f32[2, 3]",
    "tf.IndexedSlices(f32[2, 3], i32[2]).values -> f32[None, 3]",
    "LinearOperator(f32[N, 2, 3]).H -> LinearOperator(f32[N, 3, 2])",
    "LinearOperator(f32[N, 2, 3]).shape -> tf.TensorShape([N, 2, 3])",
    "LinearOperator(f32[N, 2, 3]).batch_shape -> tf.TensorShape([N])",
    "tf.linalg.LinearOperatorFullMatrix(f32[2, 3]).matrix -> f32[2, 3]",
    "tf.linalg.LinearOperatorLowerTriangular(f32[3, 3]).tril -> f32[3, 3]",
    "tf.linalg.LinearOperatorDiag(f32[N, 3]).diag -> f32[N, 3]",
    "tf.linalg.LinearOperatorScaledIdentity(3, f32[N]).multiplier -> f32[N]",
)

_INDEX: Final = DType.of("int32", "int64")


def attribute(kind: str, name: str, value: TensorType) -> Any:
    """An attribute of a tensor of this kind; UNKNOWN where nothing is known of it.

    >>> str(attribute("sparse", "values", TensorType.parse("sparse float32[2, 3]")))
    'float32[?]'
    """
    read = ATTRIBUTES.get((kind, name))
    return UNKNOWN if read is None else read(value)


# --- ragged: the partition of one of rank 2 is the one that there is, of others it may go deeper ----------------------


def _values(ragged: TensorType) -> Any:
    return TensorType(ragged.dtype, of(UNKNOWN)) if ragged.shape.rank == 2 else UNKNOWN


def _flat_values(ragged: TensorType) -> TensorType:
    return TensorType(ragged.dtype, of(UNKNOWN) if ragged.shape.rank == 2 else Shape.unknown())


def _row_splits(ragged: TensorType) -> TensorType:
    rows = UNKNOWN if ragged.shape.rank in (0, 1) else ragged.shape[0]
    return TensorType(_INDEX, of(rows + 1))


def _nested_row_splits(ragged: TensorType) -> Any:
    return (_row_splits(ragged),) if ragged.shape.rank == 2 else UNKNOWN


def _ragged_rank(ragged: TensorType) -> Any:
    return 1 if ragged.shape.rank == 2 else UNKNOWN


# --- sparse -----------------------------------------------------------------------------------------------------------


def _sparse_values(sparse: TensorType) -> TensorType:
    return TensorType(sparse.dtype, of(UNKNOWN))


def _indices(sparse: TensorType) -> TensorType:
    rank = sparse.shape.rank
    return TensorType(INT64, of(UNKNOWN, UNKNOWN if rank is None else rank))


def _dense_shape(sparse: TensorType) -> TensorType:
    rank = sparse.shape.rank
    return TensorType(
        INT64, of(UNKNOWN if rank is None else rank), "tensor", sparse.shape.dims or None
    )


# --- slices -----------------------------------------------------------------------------------------------------------


def _slices(slices: TensorType) -> TensorType:
    shape = slices.shape
    return TensorType(slices.dtype, shape if shape.rank == 0 else shape.replace(0, UNKNOWN))


def _slice_indices(slices: TensorType) -> TensorType:
    return TensorType(DType.any(), of(UNKNOWN))


# --- linear operators -------------------------------------------------------------------------------------------------


def adjoint(operator: TensorType) -> TensorType:
    """The operator with rows and columns exchanged."""
    shape = operator.shape
    if shape.rank in (0, 1):
        shape = Shape.unknown()
    flipped = shape.slice(0, -2) + of(shape[-1], shape[-2])
    return TensorType(operator.dtype, flipped, "LinearOperator")


def _part(fewer: int) -> Attribute:
    """What an operator was made of: it has the operator's dims, but for the last ones."""
    return lambda operator: TensorType(operator.dtype, operator.shape.slice(0, -fewer or None))


_OF_OPERATORS: Final[dict[str, Attribute]] = {
    "H": adjoint,
    "shape": lambda operator: operator.shape,
    "batch_shape": lambda operator: operator.shape.slice(0, -2),
}


ATTRIBUTES: Final[dict[tuple[str, str], Attribute]] = {
    **{(kind, name): read for kind in OPERATORS for name, read in _OF_OPERATORS.items()},
    ("LinearOperatorFullMatrix", "matrix"): _part(0),
    ("LinearOperatorLowerTriangular", "tril"): _part(0),
    ("LinearOperatorDiag", "diag"): _part(1),
    ("LinearOperatorScaledIdentity", "multiplier"): _part(2),
    ("ragged", "values"): _values,
    ("ragged", "flat_values"): _flat_values,
    ("ragged", "row_splits"): _row_splits,
    ("ragged", "nested_row_splits"): _nested_row_splits,
    ("ragged", "ragged_rank"): _ragged_rank,
    ("sparse", "values"): _sparse_values,
    ("sparse", "indices"): _indices,
    ("sparse", "dense_shape"): _dense_shape,
    ("indexed_slices", "values"): _slices,
    ("indexed_slices", "indices"): _slice_indices,
}
