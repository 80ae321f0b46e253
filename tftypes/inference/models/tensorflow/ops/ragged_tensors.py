"""tf.RaggedTensor: its methods; see `ragged_constructors` for what makes one."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType

from .arguments import checked_axis, dtype_argument, int_argument, rank_at_least, shape_argument
from .conversion import as_tensor
from .groups import INDICES
from .masks import decided
from .ragged_constructors import rows_of
from .ragged_operands import kept, known_rank, ragged, the_ragged
from .rule import OpError, Unsure, rule
from .values import is_number, of
from .values import row_lengths as known_lengths

_INDEX = DType.of("int32", "int64")

# --- conversion -------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.RaggedTensor.to_tensor",
    "ragged(f32[N, None]).to_tensor() -> f32[N, None]",
    "ragged(i32[2, None, 3]).to_tensor(default_value=-1) -> i32[2, None, 3]",
    "ragged(f32[2, None]).to_tensor(shape=[None, 5]) -> f32[2, 5]",
    "tf.ragged.constant([[11, 12], [21, 22, 23], []]).to_tensor() -> i32[3, 3]",
    "ragged(i32[2, None]).to_tensor(0.5) !! int32 cannot hold the float 0.5",
)
def to_tensor(
    self: Any, default_value: Any = None, name: Any = None, shape: Any = None
) -> TensorType:
    x = the_ragged(self)
    if default_value is not None and x.dtype.is_known:
        try:
            as_tensor(default_value, x.dtype, argument="default_value")
        except OpError as error:
            error.hint = "default_value=''" if x.dtype.is_string else error.hint
            raise
    if shape is None:
        lengths = known_lengths(self)
        longest = of(x.shape[0], decided(max(lengths))) if lengths else x.shape
        return TensorType(x.dtype, longest)
    wanted = shape_argument(shape)
    if wanted.rank is None or x.shape.rank != wanted.rank:
        return TensorType(x.dtype, wanted)
    # Rows longer than that are cut: what is asked for wins.
    dims = (
        own if asked is UNKNOWN or asked == -1 else asked for own, asked in zip(x.shape, wanted)
    )
    return TensorType(x.dtype, of(*dims))


@rule(
    "tensorflow.RaggedTensor.to_sparse",
    "ragged(f32[N, None]).to_sparse() -> sparse(f32[N, None])",
    "ragged(f32[2, None, 3]).to_sparse() -> sparse(f32[2, None, None])",
)
def to_sparse(self: Any, name: Any = None) -> TensorType:
    x = the_ragged(self)
    rank = known_rank(x)
    if rank == 0:
        raise Unsure
    return TensorType(x.dtype, of(x.shape[0], *[UNKNOWN] * (rank - 1)), "sparse")


# --- how the rows are divided -----------------------------------------------------------------------------------------


def _rows(value: Any) -> Dim:
    shape: Shape = the_ragged(value).shape
    return UNKNOWN if shape.rank == 0 else shape[0]


@rule(
    "tensorflow.RaggedTensor.row_lengths",
    "ragged(f32[N, None]).row_lengths() -> index[N]",
    "ragged(f32[2, None]).row_lengths(axis=2) !! axis 2 is out of range for rank 2",
)
def row_lengths(self: Any, axis: Any = 1, name: Any = None) -> TensorType:
    if isinstance(self, TensorType) and self.shape.rank and is_number(axis):
        axis = checked_axis(axis, self.shape.rank)
    if axis != 1:
        raise Unsure
    return TensorType(_INDEX, of(_rows(self)))


@rule("tensorflow.RaggedTensor.row_starts", "ragged(f32[N, None]).row_starts() -> index[N]")
@rule("tensorflow.RaggedTensor.row_limits", "ragged(f32[2, None]).row_limits() -> index[2]")
def row_ends(self: Any, name: Any = None) -> TensorType:
    return TensorType(_INDEX, of(_rows(self)))


@rule("tensorflow.RaggedTensor.value_rowids", "ragged(f32[2, None]).value_rowids() -> index[None]")
def value_rowids(self: Any, name: Any = None) -> TensorType:
    the_ragged(self)
    return TensorType(_INDEX, of(UNKNOWN))


@rule(
    "tensorflow.RaggedTensor.nested_row_lengths",
    "ragged(f32[N, None]).nested_row_lengths() -> (index[N],)",
)
def nested_row_lengths(self: Any, name: Any = None) -> tuple[TensorType, ...]:
    if known_rank(the_ragged(self)) != 2:
        raise Unsure
    return (TensorType(_INDEX, of(_rows(self))),)


@rule(
    "tensorflow.RaggedTensor.nested_value_rowids",
    "ragged(f32[2, None]).nested_value_rowids() -> (index[None],)",
)
def nested_value_rowids(self: Any, name: Any = None) -> tuple[TensorType, ...]:
    if known_rank(the_ragged(self)) != 2:
        raise Unsure
    return (TensorType(_INDEX, of(UNKNOWN)),)


@rule("tensorflow.RaggedTensor.nrows", "ragged(f32[N, None]).nrows() -> index[]")
def nrows(self: Any, out_type: Any = None, name: Any = None) -> TensorType:
    rows, made = _rows(self), dtype_argument(out_type, _INDEX)
    if not made.names <= INDICES:
        raise Unsure  # a bool of it is Python's
    return TensorType(made, Shape.scalar(), "tensor", None if rows is UNKNOWN else rows)


@rule(
    "tensorflow.RaggedTensor.bounding_shape",
    "ragged(f32[2, None]).bounding_shape() -> index[2]",
    "ragged(f32[2, None]).bounding_shape(axis=1, out_type=tf.int32) -> i32[]",
)
def bounding_shape(
    self: Any, axis: Any = None, name: Any = None, out_type: Any = None
) -> TensorType:
    x = the_ragged(self)
    made = dtype_argument(out_type, _INDEX)
    if axis is not None:
        return TensorType(made, as_tensor(axis, argument="axis").shape)
    return TensorType(made, of(UNKNOWN if x.shape.rank is None else x.shape.rank))


# --- other values in the same rows ------------------------------------------------------------------------------------


@rule(
    "tensorflow.RaggedTensor.with_values",
    "ragged(f32[2, None]).with_values(i32[None]) -> ragged(i32[2, None])",
    "ragged(f32[N, None]).with_values(f32[None, 7]) -> ragged(f32[N, None, 7])",
    "ragged(f32[2, None]).with_values(f32[]) !! expected rank 1 or more, got rank 0",
)
def with_values(self: Any, new_values: Any) -> TensorType:
    x = the_ragged(self)
    if x.shape.rank in (0, 1):
        raise Unsure
    return rows_of(new_values, x.shape[0], x.shape[1], "new_values")


@rule(
    "tensorflow.RaggedTensor.with_flat_values",
    "ragged(f32[2, None]).with_flat_values(s[None]) -> ragged(s[2, None])",
    "ragged(f32[2, None]).with_flat_values(f32[]) !! expected rank 1 or more, got rank 0",
)
def with_flat_values(self: Any, new_values: Any) -> TensorType:
    x = the_ragged(self)
    inside = rank_at_least(as_tensor(new_values, argument="new_values"), 1, "new_values")
    if x.shape.rank != 2:
        return ragged(inside.dtype, Shape.unknown())
    return rows_of(new_values, x.shape[0], x.shape[1], "new_values")


@rule(
    "tensorflow.RaggedTensor.with_row_splits_dtype",
    "ragged(f32[2, None]).with_row_splits_dtype(tf.int32) -> ragged(f32[2, None])",
    "ragged(f32[2, None]).with_row_splits_dtype(tf.float32) !! expected int32 or int64, got float32",
)
def with_row_splits_dtype(self: Any, dtype: Any) -> TensorType:
    wanted = dtype_argument(dtype)
    if wanted.names.isdisjoint(INDICES):
        raise OpError("tf-dtype", f"expected int32 or int64, got {wanted}", "dtype")
    return the_ragged(self)


@rule(
    "tensorflow.RaggedTensor.merge_dims",
    "ragged(f32[2, None]).merge_dims(0, 1) -> f32[None]",
    "ragged(f32[2, None, 3]).merge_dims(1, 2) -> ragged(f32[2, None])",
    "ragged(f32[2, None]).merge_dims(0, 2) !! axis 2 is out of range for rank 2",
)
def merge_dims(self: Any, outer_axis: Any, inner_axis: Any) -> TensorType:
    x = the_ragged(self)
    rank = known_rank(x)
    places = []
    for value, argument in ((outer_axis, "outer_axis"), (inner_axis, "inner_axis")):
        place = int_argument(value, argument)
        if place is None:
            raise Unsure
        if not -rank <= place < rank:
            raise OpError("tf-axis", f"axis {place} is out of range for rank {rank}", argument)
        places.append(place % rank)
    outer, inner = places
    if outer >= inner:
        raise Unsure
    if outer == 0:
        if inner != 1 or rank != 2:
            raise Unsure
        return TensorType(x.dtype, of(UNKNOWN))
    return ragged(x.dtype, of(x.shape[0], *kept(x)[: outer - 1], UNKNOWN, *kept(x, inner + 1)))
