"""tf.RaggedTensor: its constructors and methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, equal

from .arguments import (
    allow,
    checked_axis,
    dim_argument,
    dtype_argument,
    int_argument,
    rank_at_least,
    rank_is,
    shape_argument,
)
from .conversion import as_tensor
from .groups import INDICES
from .ragged_operands import kept, known_rank, operand, ragged, the_ragged
from .rule import OpError, Unsure, rule, with_parameters
from .values import INT64, is_number, known_bool, of

_INDEX = DType.of("int32", "int64")

# --- constructors -----------------------------------------------------------------------------------------------------


def _partition(value: Any, argument: str) -> Dim:
    """The length of a vector of indices."""
    return rank_is(
        allow(as_tensor(value, like=INT64, argument=argument), INDICES, argument), 1, argument
    ).shape[0]


def _rows_of(values: Any, rows: Dim, length: Dim = UNKNOWN, argument: str = "values") -> TensorType:
    """Values, dense or ragged again, in so many rows."""
    inside = rank_at_least(operand(values, argument), 1, argument)
    return ragged(inside.dtype, of(rows, length) + inside.shape.slice(1, None))


@rule(
    "tensorflow.RaggedTensor.from_row_splits",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [0, 2, 3]) -> ragged(i32[2, None])",
    "tf.RaggedTensor.from_row_splits(f32[None, 7], i64[N]) -> ragged(f32[N - 1, None, 7])",
    "tf.RaggedTensor.from_row_splits(ragged(f32[2, None]), [0, 2]) -> ragged(f32[1, None, None])",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [0.0, 3.0]) !! float32 is not supported",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [[0, 3]]) !! expected rank 1, got rank 2",
    "tf.RaggedTensor.from_row_splits(3, [0, 3]) !! expected rank 1 or more, got rank 0",
)
def from_row_splits(
    cls: Any, values: Any, row_splits: Any, name: Any = None, validate: Any = True
) -> TensorType:
    return _rows_of(values, _partition(row_splits, "row_splits") - 1)


def _register_partition(op: str, argument: str, one: str) -> None:
    def function(cls: Any, values: Any, partition: Any, *rest: Any) -> TensorType:
        return _rows_of(values, _partition(partition, argument))

    path = f"tf.RaggedTensor.{op}"
    parameters = {"cls": ..., "values": ..., argument: ..., "name": None, "validate": True}
    rule(
        f"tensorflow.RaggedTensor.{op}",
        f"{path}([3, 1, 4], {one}) -> ragged(i32[2, None])",
        f"{path}(f32[None, 7], i32[N]) -> ragged(f32[N, None, 7])",
        f"{path}(f32[3], f32[2]) !! float32 is not supported",
    )(with_parameters(function, **parameters))


for _op, _argument, _one in (
    ("from_row_lengths", "row_lengths", "[2, 1]"),
    ("from_row_starts", "row_starts", "[0, 2]"),
    ("from_row_limits", "row_limits", "[2, 3]"),
):
    _register_partition(_op, _argument, _one)


@rule(
    "tensorflow.RaggedTensor.from_value_rowids",
    "tf.RaggedTensor.from_value_rowids([3, 1, 4], [0, 0, 2]) -> ragged(i32[None, None])",
    "tf.RaggedTensor.from_value_rowids(f32[3, 7], i64[3], nrows=5) -> ragged(f32[5, None, 7])",
    "tf.RaggedTensor.from_value_rowids(f32[3], i64[4]) !! 4 row ids for 3 values",
    "tf.RaggedTensor.from_value_rowids(f32[3], s[3]) !! string is not supported",
)
def from_value_rowids(
    cls: Any, values: Any, value_rowids: Any, nrows: Any = None, name: Any = None,
    validate: Any = True,
) -> TensorType:  # fmt: skip
    count = _partition(value_rowids, "value_rowids")
    made = _rows_of(values, UNKNOWN if nrows is None else dim_argument(nrows, "nrows"))
    given = operand(values, "values").shape
    if given.rank and equal(given[0], count) is False:
        raise OpError("tf-shape", f"{count} row ids for {given[0]} values", "value_rowids")
    return made


@rule(
    "tensorflow.RaggedTensor.from_uniform_row_length",
    "tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2) -> ragged(i32[2, 2])",
    "tf.RaggedTensor.from_uniform_row_length(f32[N, 3], 2) -> ragged(f32[N//2, 2, 3])",
    "tf.RaggedTensor.from_uniform_row_length(ragged(f32[4, None]), 2) -> ragged(f32[2, 2, None])",
    "tf.RaggedTensor.from_uniform_row_length(f32[4], 'a') !! expected ints, got 'a'",
    "tf.RaggedTensor.from_uniform_row_length(f32[5], 2) !! 5 values do not make rows of 2",
)
def from_uniform_row_length(
    cls: Any, values: Any, uniform_row_length: Any, nrows: Any = None, validate: Any = True,
    name: Any = None,
) -> TensorType:  # fmt: skip
    length = dim_argument(uniform_row_length, "uniform_row_length")
    inside = rank_at_least(operand(values, "values"), 1, "values")
    rows: Dim = UNKNOWN
    if nrows is not None:
        rows = dim_argument(nrows, "nrows")
    elif is_number(length) and length > 0 and inside.shape.rank is not None:
        count = inside.shape[0]
        if is_number(count) and count % length and known_bool(validate) is True:
            raise OpError("tf-shape", f"{count} values do not make rows of {length}", "values")
        rows = count // length
    return _rows_of(values, rows, length)


def _register_nested(op: str, argument: str, one: str, rows: Callable[[Dim, Any], Dim]) -> None:
    """`rows` makes the number of rows of the length of the outer partition and the argument after it."""

    def function(cls: Any, flat_values: Any, nested: Any, after: Any, *rest: Any) -> TensorType:
        if not isinstance(nested, (list, tuple)) or not nested:
            raise Unsure
        inside = rank_at_least(operand(flat_values, "flat_values"), 1, "flat_values")
        sizes = [_partition(each, argument) for each in nested]
        unknown = [UNKNOWN] * len(nested)
        outer = rows(sizes[0], after)
        return ragged(inside.dtype, of(outer, *unknown) + inside.shape.slice(1, None))

    path = f"tf.RaggedTensor.{op}"
    parameters: dict[str, Any] = {"cls": ..., "flat_values": ..., argument: ...}
    if op == "from_nested_value_rowids":
        parameters["nested_nrows"] = None
    rule(
        f"tensorflow.RaggedTensor.{op}",
        f"{path}([3, 1, 4], {one}) -> ragged(i32[1, None, None])",
        f"{path}([3, 1, 4], (f32[2], i64[3])) !! float32 is not supported",
    )(with_parameters(function, **parameters, name=None, validate=True))


def _counted(length: Dim, counts: Any) -> Dim:
    return (
        dim_argument(counts[0], "nested_nrows")
        if isinstance(counts, (list, tuple)) and counts
        else UNKNOWN
    )


_NESTED: list[tuple[str, str, str, Callable[[Dim, Any], Dim]]] = [
    ("from_nested_row_splits", "nested_row_splits", "([0, 2], [0, 1, 3])", lambda n, _: n - 1),
    ("from_nested_row_lengths", "nested_row_lengths", "([2], [1, 2])", lambda n, _: n),
    ("from_nested_value_rowids", "nested_value_rowids", "([0, 0], [0, 1, 1]), [1, 2]", _counted),
]
for _row in _NESTED:
    _register_nested(*_row)


@rule(
    "tensorflow.RaggedTensor.from_tensor",
    "tf.RaggedTensor.from_tensor(f32[2, 3]) -> ragged(f32[2, 3])",
    "tf.RaggedTensor.from_tensor(f32[N, 3, 4], ragged_rank=2) -> ragged(f32[N, 3, 4])",
    "tf.RaggedTensor.from_tensor(i32[2, 3], padding=0) -> ragged(i32[2, None])",
    "tf.RaggedTensor.from_tensor(f32[2, 3, 4], lengths=[1, 2]) -> ragged(f32[2, None, 4])",
    "tf.RaggedTensor.from_tensor(f32[3]) !! expected rank 2 or more, got rank 1",
    "tf.RaggedTensor.from_tensor(i32[2, 3], padding=0.5) !! int32 cannot hold the float 0.5",
)
def from_tensor(
    cls: Any, tensor: Any, lengths: Any = None, padding: Any = None, ragged_rank: Any = 1,
    name: Any = None, row_splits_dtype: Any = INT64,
) -> TensorType:  # fmt: skip
    x = as_tensor(tensor, argument="tensor")
    deep = int_argument(ragged_rank, "ragged_rank")
    if (
        deep is None
        or x.shape.dims is None
        or isinstance(lengths, (tuple, list))
        and any(isinstance(each, (tuple, list, TensorType)) for each in lengths)
    ):
        raise Unsure
    if deep < 1:
        raise Unsure
    rank_at_least(x, deep + 1, "tensor")
    if padding is not None and x.dtype.is_known:
        as_tensor(padding, x.dtype, argument="padding")
    if lengths is None and padding is None:
        return ragged(x.dtype, x.shape)
    deepest = deep if padding is not None or lengths is None else 1
    dims = [UNKNOWN if 0 < place <= deepest else dim for place, dim in enumerate(x.shape.dims)]
    return ragged(x.dtype, of(*dims))


@rule(
    "tensorflow.RaggedTensor.from_sparse",
    "tf.RaggedTensor.from_sparse(sparse(f32[2, 3])) -> ragged(f32[2, None])",
    "tf.RaggedTensor.from_sparse(sparse(f32[2, 3, 4])) !! expected rank 2, got rank 3",
)
def from_sparse(
    cls: Any, st_input: Any, name: Any = None, row_splits_dtype: Any = INT64
) -> TensorType:
    if not isinstance(st_input, TensorType) or st_input.kind != "sparse":
        raise Unsure
    return ragged(st_input.dtype, of(rank_is(st_input, 2, "st_input").shape[0], UNKNOWN))


# --- conversion -------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.RaggedTensor.to_tensor",
    "ragged(f32[N, None]).to_tensor() -> f32[N, None]",
    "ragged(i32[2, None, 3]).to_tensor(default_value=-1) -> i32[2, None, 3]",
    "ragged(f32[2, None]).to_tensor(shape=[None, 5]) -> f32[2, 5]",
    "ragged(i32[2, None]).to_tensor(0.5) !! int32 cannot hold the float 0.5",
)
def to_tensor(
    self: Any, default_value: Any = None, name: Any = None, shape: Any = None
) -> TensorType:
    x = the_ragged(self)
    if default_value is not None and x.dtype.is_known:
        as_tensor(default_value, x.dtype, argument="default_value")
    if shape is None:
        return TensorType(x.dtype, x.shape)
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
def row_starts(self: Any, name: Any = None) -> TensorType:
    return TensorType(_INDEX, of(_rows(self)))


@rule("tensorflow.RaggedTensor.row_limits", "ragged(f32[2, None]).row_limits() -> index[2]")
def row_limits(self: Any, name: Any = None) -> TensorType:
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
    return _rows_of(new_values, x.shape[0], x.shape[1], "new_values")


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
    return _rows_of(new_values, x.shape[0], x.shape[1], "new_values")


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
