"""tf.ragged: ragged tensors made, masked, joined."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType, merge

from .arguments import (
    allow,
    attributes,
    axis_argument,
    dim_argument,
    dtype_argument,
    rank_at_least,
    rank_is,
    taken,
)
from .conversion import as_tensor, check_dtypes
from .groups import BOOLS, INDICES, INTS, STRINGS
from .ragged_operands import known_rank, operand
from .rule import OpError, Unsure, rule
from .sparse_features import crossed
from .values import (
    FLOAT32,
    INT64,
    STRING,
    ListOf,
    RaggedDims,
    RowLengths,
    contents,
    is_dim,
    is_number,
    is_ragged,
    of,
)


@rule(
    "tensorflow.ragged.constant",
    "tf.ragged.constant([[1, 2], [3]]) -> ragged(i32[2, None])",
    "tf.ragged.constant([[1., 2.], [3.]], dtype=tf.float64) -> ragged(f64[2, None])",
    "tf.ragged.constant([['a'], []]) -> ragged(s[2, None])",
    "tf.ragged.constant([[[1], []], [[2, 3]]]) -> ragged(i32[2, None, None])",
    "tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1) -> ragged(i32[2, None, 2])",
    "tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], inner_shape=(2,)) -> ragged(i32[2, None, 2])",
    "tf.ragged.constant([1, 2, 3]) -> i32[3]",
    "tf.ragged.constant([[1], 2]) !! items of different depths",
)
def constant(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: Any = None,
    inner_shape: Any = None,
    name: Any = None,
    row_splits_dtype: Any = INT64,
) -> TensorType:
    if not isinstance(pylist, (list, tuple)):
        raise Unsure
    leaves: list[Any] = []
    depth = _depth(pylist, leaves)
    if depth is None:
        raise Unsure
    natural = FLOAT32 if not leaves else as_tensor(leaves, argument="pylist").dtype
    made = natural if dtype is None else dtype_argument(dtype)
    if dtype is not None:
        as_tensor(leaves, made, argument="pylist")
    inner = _inner(pylist, depth, ragged_rank, inner_shape)
    outer = depth - len(inner)
    if outer < 1:
        raise Unsure
    shape = of(len(pylist), *[UNKNOWN] * (outer - 1), *inner)
    if outer == 1:
        return TensorType(made, shape)
    rows = RowLengths(tuple(map(len, pylist))) if depth == 2 else RaggedDims(outer - 1)
    return TensorType(made, shape, "ragged", rows)


def _inner(pylist: Any, depth: int, ragged_rank: Any, inner_shape: Any) -> tuple[Any, ...]:
    """The sizes of the inner dims that are not ragged."""
    if inner_shape is not None:
        dims = attributes(inner_shape, "inner_shape")
        if dims is None:
            raise Unsure
        return dims
    if ragged_rank is None:
        return ()
    if not is_number(ragged_rank) or not 0 < ragged_rank < depth:
        raise Unsure
    sizes: list[Any] = []
    items = [pylist]
    for level in range(depth):
        if level > ragged_rank:
            lengths = {len(item) for item in items}
            sizes.append(lengths.pop() if len(lengths) == 1 else UNKNOWN)
        items = [inner for item in items for inner in item]
    return tuple(sizes)


def _depth(value: Any, leaves: list[Any]) -> int | None:
    """How deep lists are nested, noting their innermost items; None when it is not known."""
    if isinstance(value, (ListOf, TensorType)) or value is UNKNOWN:
        return None
    if not isinstance(value, (list, tuple)):
        leaves.append(value)
        return 0
    depths = [(_depth(item, leaves), item) for item in value]
    if any(depth is None for depth, _ in depths):
        return None
    # An empty list is as deep as it needs to be.
    known = {depth for depth, item in depths if item not in ([], ())}
    if len(known) > 1:
        if 0 in known:
            raise OpError("tf-shape", "items of different depths", "pylist")
        return None
    return (
        1 + (known.pop() or 0) if known else 1 + max((depth or 0 for depth, _ in depths), default=0)
    )


@rule(
    "tensorflow.ragged.range",
    "tf.ragged.range([1, 2, 3]) -> ragged(i32[3, None])",
    "tf.ragged.range(i64[N], i64[N]) -> ragged(i64[N, None])",
    "tf.ragged.range([1, None]) !! None is no tensor",
)
def ragged_range(
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: Any = None,
    name: Any = None,
    row_splits_dtype: Any = INT64,
) -> TensorType:
    first = as_tensor(starts, argument="starts")
    shape = first.shape
    made = first.dtype if limits is None or isinstance(starts, TensorType) else DType.any()
    if limits is not None:
        last = as_tensor(limits, like=first.dtype, argument="limits")
        made = made if last.dtype == first.dtype else DType.any()
        try:
            shape = (
                merge(shape, last.shape)
                if shape.rank == last.shape.rank == 1
                else Shape.of(UNKNOWN)
            )
        except ShapeMismatch:
            shape = Shape.of(UNKNOWN)
    rows = shape[0] if shape.rank == 1 else UNKNOWN
    return TensorType(made if dtype is None else dtype_argument(dtype), of(rows, UNKNOWN), "ragged")


@rule(
    "tensorflow.ragged.stack",
    "tf.ragged.stack([f32[2], f32[3]]) -> ragged(f32[2, None])",
    "tf.ragged.stack([f32[2, 3], f32[4, 5]]) -> ragged(f32[2, None, None])",
    "tf.ragged.stack([ragged(f32[2, None]), f32[3, 4]]) -> ragged(f32[2, None, None])",
    "tf.ragged.stack([1, 2, 3]) -> i32[3]",
    "tf.ragged.stack([f32[2], f32[2, 3]]) !! ranks 1 and 2 differ",
    "tf.ragged.stack([f32[2], i32[2]]) !! tensors of different dtypes float32 and int32",
    "tf.ragged.stack([f32[2], f32[3]], axis=2) !! axis 2 is out of range for a result of rank 2",
)
def stack(values: Any, axis: Any = 0, name: Any = None) -> TensorType:
    if not isinstance(values, (list, tuple)) or not values:
        raise Unsure
    parts = [operand(value, "values") for value in values]
    rank = known_rank(parts[0])
    for place, part in enumerate(parts[1:], 1):
        if known_rank(part) != rank:
            raise OpError("tf-rank", f"ranks {rank} and {part.shape.rank} differ", "values")
        check_dtypes({0: parts[0].dtype, place: part.dtype}, "values")
        if part.dtype != parts[0].dtype:
            raise Unsure
    dtype = parts[0].dtype
    if len(parts) > 1:
        axis_argument(axis, rank + 1, of="a result of rank")
    if rank == 0:
        return TensorType(dtype, of(len(parts)))
    if axis != 0 or len(parts) < 2:
        raise Unsure
    return TensorType(dtype, of(len(parts), *[UNKNOWN] * rank), "ragged")


# --- of rows ----------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.ragged.boolean_mask",
    "tf.ragged.boolean_mask(ragged(f32[2, None]), ragged(b[2, None])) -> ragged(f32[2, None])",
    "tf.ragged.boolean_mask(ragged(f32[2, None]), b[2]) -> ragged(f32[None, None])",
    "tf.ragged.boolean_mask(f32[2, 3], b[2, 3]) -> ragged(f32[2, None])",
    "tf.ragged.boolean_mask(f32[2, 3, 4], b[2]) -> f32[None, 3, 4]",
    "tf.ragged.boolean_mask(f32[2, 3], array(f32[2, 3])) -> ragged(f32[2, None])",
    "tf.ragged.boolean_mask(f32[2, 3], f32[2, 3]) !! float32 is not supported",
    "tf.ragged.boolean_mask(f32[2, 3], b[]) !! expected rank 1 or more, got rank 0",
)
def boolean_mask(data: Any, mask: Any, name: Any = None) -> TensorType:
    x = operand(data, "data")
    chosen = allow(mask, BOOLS, "mask") if is_ragged(mask) else taken(mask, BOOLS, "mask")
    rank = known_rank(rank_at_least(chosen, 1, "mask"))
    shape = x.shape
    if shape.rank is None or shape.rank < rank:
        raise Unsure
    if rank == 1:
        return TensorType(x.dtype, shape.replace(0, UNKNOWN), x.kind if is_ragged(x) else "tensor")
    return TensorType(
        x.dtype, of(shape[0], *[UNKNOWN] * (rank - 1)) + shape.slice(rank, None), "ragged"
    )


@rule(
    "tensorflow.ragged.map_flat_values",
    "tf.ragged.map_flat_values(tf.abs, ragged(f32[2, None])).row_splits -> index[3]",
)
def map_flat_values(op: Any, *args: Any, **kwargs: Any) -> TensorType:
    """The op is not known here, and so neither are the dtype and the inner sizes that it makes."""
    inputs = [value for value in (*args, *kwargs.values()) if is_ragged(value)]
    if not inputs or inputs[0].shape.rank in (0, 1):
        raise Unsure
    rows = inputs[0].shape[0]
    return TensorType(DType.any(), Shape((rows, UNKNOWN), UNKNOWN, ()), "ragged")


@rule(
    "tensorflow.ragged.cross",
    "tf.ragged.cross([ragged(s[2, None]), s[2, 3]]) -> ragged(s[2, None])",
    "tf.ragged.cross([s[3], s[2, 3]]) !! expected rank 2, got rank 1",
)
def cross(inputs: Any, name: Any = None) -> TensorType:
    return TensorType(STRING, of(crossed(inputs, INTS | STRINGS), UNKNOWN), "ragged")


@rule(
    "tensorflow.ragged.cross_hashed",
    "tf.ragged.cross_hashed([ragged(s[N, None]), i64[N, 3]], 100) -> ragged(i64[N, None])",
    "tf.ragged.cross_hashed([s[3], s[2, 3]]) !! expected rank 2, got rank 1",
)
def cross_hashed(
    inputs: Any, num_buckets: Any = 0, hash_key: Any = None, name: Any = None
) -> TensorType:
    return TensorType(INT64, of(crossed(inputs, INTS | STRINGS), UNKNOWN), "ragged")


@rule(
    "tensorflow.ragged.row_splits_to_segment_ids",
    "tf.ragged.row_splits_to_segment_ids([0, 2, 3]) -> i64[None]",
    "tf.ragged.row_splits_to_segment_ids(i32[4]) -> i32[None]",
    "tf.ragged.row_splits_to_segment_ids(i64[4], out_type=tf.int32) -> i32[None]",
    "tf.ragged.row_splits_to_segment_ids(f32[4]) !! float32 is not supported",
    "tf.ragged.row_splits_to_segment_ids(i64[4, 2]) !! expected rank 1, got rank 2",
)
def row_splits_to_segment_ids(splits: Any, name: Any = None, out_type: Any = None) -> TensorType:
    x = rank_is(_indices(splits, "splits"), 1, "splits")
    return TensorType(dtype_argument(out_type, x.dtype), of(UNKNOWN))


@rule(
    "tensorflow.ragged.segment_ids_to_row_splits",
    "tf.ragged.segment_ids_to_row_splits([0, 0, 2]) -> i64[None]",
    "tf.ragged.segment_ids_to_row_splits(i32[4], num_segments=5) -> i32[6]",
    "tf.ragged.segment_ids_to_row_splits(variable(i32[4]), num_segments=5) -> index[6]",
    "tf.ragged.segment_ids_to_row_splits(f32[4]) !! float32 is not supported",
)
def segment_ids_to_row_splits(
    segment_ids: Any, num_segments: Any = None, out_type: Any = None, name: Any = None
) -> TensorType:
    is_variable = isinstance(segment_ids, TensorType) and segment_ids.kind == "variable"
    if is_variable and out_type is None:
        out_type = DType.of("int32", "int64")  # that of the number of segments, if it is a tensor
    if out_type is not None:  # other ints are cast
        x = allow(as_tensor(segment_ids, argument="segment_ids"), INTS, "segment_ids")
    else:
        x = _indices(segment_ids, "segment_ids")
    rank_is(x, 1, "segment_ids")
    count = UNKNOWN if num_segments is None else dim_argument(num_segments, "num_segments")
    return TensorType(dtype_argument(out_type, x.dtype), of(count + 1))


def _indices(value: Any, argument: str) -> TensorType:
    """Python ints become int64, tensors stay what they are."""
    return allow(as_tensor(value, like=INT64, argument=argument), INDICES, argument)


@rule(
    "tensorflow.ragged.stack_dynamic_partitions",
    "tf.ragged.stack_dynamic_partitions(f32[3, 4], [0, 1, 0], 2) -> ragged(f32[2, None, 4])",
    "tf.ragged.stack_dynamic_partitions(i64[N], i32[N], num_partitions=5) -> ragged(i64[5, None])",
    "tf.ragged.stack_dynamic_partitions(f32[3], f32[3], 2) !! float32 is not supported",
)
def stack_dynamic_partitions(
    data: Any, partitions: Any, num_partitions: Any, name: Any = None
) -> TensorType:
    x, places = operand(data, "data"), operand(partitions, "partitions")
    depth = known_rank(allow(places, INDICES, "partitions"))
    if x.shape.rank is None or x.shape.rank < depth:
        raise Unsure
    count = contents(num_partitions)
    rows = count if is_dim(count) else UNKNOWN  # a float is cut
    return TensorType(x.dtype, of(rows, UNKNOWN) + x.shape.slice(depth, None), "ragged")
