"""The attributes of composite tensors: `ragged.flat_values`, `sparse.indices`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType

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


ATTRIBUTES: Final[dict[tuple[str, str], Attribute]] = {
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
