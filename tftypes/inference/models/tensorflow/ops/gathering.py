"""tf.*: elements taken by their indices or by a mask."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, ShapeMismatch, TensorType, equal, merge

from .arguments import allow, attribute, axis_argument, defaulted, rank_at_least, rank_is, taken
from .broadcasting import broadcast_shapes, matched
from .conversion import as_tensor
from .groups import BOOLS, NUMBERS, QUANTIZED
from .masks import count_of, decided, masked_shape
from .rule import OpError, Unsure, rule
from .scalars import one_axis
from .values import (
    CARRIED,
    INT32,
    INT64,
    ListOf,
    contents,
    every_number,
    is_number,
    known_int,
    numbers_in,
    tensor,
)

_INDICES = frozenset({"int16", "int32", "int64"})


def index_operand(value: Any, argument: str = "indices") -> TensorType:
    return allow(
        as_tensor(value, argument=argument), _INDICES, argument, f"tf.cast({argument}, tf.int32)"
    )


@rule(
    "tensorflow.gather",
    "tf.gather(f32[5, 6], i32[3]) -> f32[3, 6]",
    "tf.gather(f32[5, 6], 2) -> f32[6]",
    "tf.gather(f32[N, 6], i64[3, None], axis=1) -> f32[N, 3, None]",
    "tf.gather(f32[5, 6], [[0, 1]], axis=-1) -> f32[5, 1, 2]",
    "tf.gather(f32[5, 6, 7], i32[5, 2], batch_dims=1) -> f32[5, 2, 7]",
    "tf.gather(f32[5, 6, 7], i32[5, 2], axis=2, batch_dims=1) -> f32[5, 6, 2]",
    "tf.gather(f32[5, 6, 7], i32[5, 2], batch_dims=-1) -> f32[5, 6, 2]",
    "tf.gather(f32[...], i32[3]) -> f32[3, ...]",
    "tf.zeros(tf.gather(tf.shape(f32[N, 3]), [1, 0])) -> f32[3, N]",
    "tf.gather(f32[5, 6], f32[3]) !! float32 is not supported",
    "tf.gather(f32[5, 6], i32[3], axis=2) !! axis 2 is out of range for rank 2",
    "tf.gather(f32[5, 6, 7], i32[4, 2], batch_dims=1) !! batch dims [5] and [4] differ",
    "tf.gather(f32[5, 6, 7], i32[5], batch_dims=2) !! batch_dims 2 is out of range",
    "tf.gather(f32[], 0) !! axis 0 is out of range for rank 0",
)
def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    axis: Any = None,
    batch_dims: Any = 0,
    name: Any = None,
) -> TensorType:
    if any(isinstance(value, TensorType) and value.kind == "ragged" for value in (params, indices)):
        raise Unsure
    x, where = as_tensor(params, argument="params"), index_operand(indices)
    batch = attribute(batch_dims, "batch_dims")
    if batch is None or (batch < 0 and where.shape.rank is None):
        return TensorType(x.dtype, Shape.unknown())
    default = batch
    if where.shape.rank is not None:
        if not -where.shape.rank <= batch <= where.shape.rank:
            raise OpError(
                "tf-axis",
                f"batch_dims {batch} is out of range for rank {where.shape.rank}",
                "batch_dims",
                f"batch_dims={where.shape.rank}",
            )
        batch = batch + where.shape.rank if batch < 0 else batch
    place = axis_argument(default if axis is None else one_axis(axis), x.shape.rank)
    if place is None:
        rank = (
            None
            if x.shape.rank is None or where.shape.rank is None
            else x.shape.rank + where.shape.rank - 1 - batch
        )
        return TensorType(x.dtype, Shape.unknown() if rank is None else Shape.of(*[UNKNOWN] * rank))
    if 0 <= place < batch:
        raise OpError("tf-axis", f"axis {place} is among the {batch} batch dims", "axis")
    check_range(where.value, x.shape[place])
    return tensor(x.dtype, _gathered(x.shape, where.shape, place, batch), _picked(x, where))


def check_range(numbers: Any, size: Dim, argument: str = "indices") -> None:
    """Raises OpError for a number, among those that are known, of an item beyond so many."""
    if not is_number(size):
        return
    found = [*numbers_in(numbers)]
    for each in found:
        if not 0 <= each < size:
            words = f"index {each} is out of range for a dim of {size}"
            hint = f"{size - 1} is the last one" if size else None
            if len(found) > 1 and min(found) > 0 and max(found) == size:
                hint = f"{argument} - 1 counts from 0"
            if hint and each < 0:
                hint += f", tf.maximum({argument}, 0) makes it the first"
            error = OpError("tf-axis", words, argument, hint)
            error.at_run = True
            raise error


def _gathered(params: Shape, indices: Shape, axis: int, batch: int) -> Shape:
    """The dims of the indices in place of one axis, the batch dims being those of both."""
    if axis < 0:  # of a tensor of unknown rank
        last = params.slice(axis + 1, None) if axis < -1 else Shape.scalar()
        return params.slice(0, axis) + indices.slice(batch, None) + last
    if batch:
        merge_batches(params.slice(0, batch), indices.slice(0, batch), "indices")
    return params.slice(0, axis) + indices.slice(batch, None) + params.slice(axis + 1, None)


def merge_batches(a: Shape, b: Shape, argument: str) -> Shape:
    """The batch dims that two operands share."""
    try:
        return merge(a, b)
    except ShapeMismatch:
        raise OpError("tf-shape", f"batch dims {a} and {b} differ", argument) from None


def _picked(x: TensorType, where: TensorType) -> Any:
    """The contents of some items of a vector."""
    inside, indices = contents(x), contents(where)
    if not isinstance(inside, tuple) or x.shape.rank != 1:
        return None
    if is_number(indices) and 0 <= indices < len(inside):
        return inside[indices]
    if isinstance(indices, tuple) and all(
        is_number(index) and 0 <= index < len(inside) for index in indices
    ):
        return tuple(inside[index] for index in indices)
    return None


@rule(
    "tensorflow.nn.embedding_lookup",
    "tf.nn.embedding_lookup(f32[1000, 64], i32[2, None]) -> f32[2, None, 64]",
    "tf.nn.embedding_lookup(variable(f32[1000, 64]), [1, 2, 3]) -> f32[3, 64]",
    "tf.nn.embedding_lookup(f32[N, 8], i64[...]) -> f32[..., 8]",
    "tf.nn.embedding_lookup(f32[7, 8], array(i32[3, 6])) -> f32[3, 6, 8]",
    "tf.nn.embedding_lookup(f32[7, 8], variable(i32[2])) -> f32[2, 8]",
    "tf.nn.embedding_lookup(f32[10, 4], f32[2]) !! float32 is not supported",
)
def embedding_lookup(params: Any, ids: Any, max_norm: Any = None, name: Any = None) -> TensorType:
    if isinstance(params, (list, tuple)):
        if len(params) != 1:
            raise Unsure
        params = params[0]
    if isinstance(ids, TensorType) and ids.kind not in ("tensor", "array", "variable"):
        raise Unsure
    table, where = as_tensor(params, argument="params"), index_operand(ids, "ids")
    if table.shape.rank:
        check_range(where.value, table.shape[0], "ids")
    return TensorType(table.dtype, where.shape + table.shape.slice(1, None))


@rule(
    "tensorflow.gather_nd",
    "tf.gather_nd(f32[3, 4], i32[7, 2]) -> f32[7]",
    "tf.gather_nd(f32[3, N], i32[7, 1]) -> f32[7, N]",
    "tf.gather_nd(f32[3, 4, 5], i32[3, 7, 1], batch_dims=1) -> f32[3, 7, 5]",
    "tf.gather_nd(f32[3, 4], [[0, 1]]) -> f32[1]",
    "tf.gather_nd(f32[3, 4], i32[7, None]) -> f32[7, ...]",
    "tf.gather_nd(f32[3, 4], i32[7, 3]) !! indices of 3 items for rank 2",
    "tf.gather_nd(f32[3, 4], i32[]) !! expected rank 1 or more, got rank 0",
    "tf.gather_nd(f32[3, 4], f32[2]) !! float32 is not supported",
    "tf.gather_nd(f32[3, 4], i32[7, 2], batch_dims=-1) !! negative batch_dims -1",
    "tf.gather_nd(ragged(f32[3, None]), i32[3, 1], batch_dims=1) !! batch_dims 1 takes no ragged tensor",
)
def gather_nd(
    params: Any, indices: Any, batch_dims: Any = 0, name: Any = None, bad_indices_policy: Any = ""
) -> TensorType:
    batch = attribute(batch_dims, "batch_dims")
    for argument, value in (("params", params), ("indices", indices)):
        if batch and isinstance(value, TensorType) and value.kind == "ragged":
            words = f"batch_dims {batch} takes no ragged tensor"
            raise OpError("tf-value", words, argument, f"{argument}.to_tensor() is dense")
    x = as_tensor(params, argument="params")
    where = rank_at_least(index_operand(indices), 1, "indices")
    if batch is not None and batch < 0:
        raise OpError("tf-value", f"negative batch_dims {batch}", "batch_dims")
    depth = where.shape[-1]
    front = where.shape.slice(0, -1)
    if batch is None or not is_number(depth):
        return TensorType(
            x.dtype, front + Shape.unknown() if front.rank is not None else Shape.unknown()
        )
    if x.shape.rank is not None and batch + depth > x.shape.rank:
        words = f"indices of {batch + depth} items for rank {x.shape.rank}"
        are_columns = not batch and front.rank == 1 and equal(front[0], x.shape.rank) is True
        hint = "tf.transpose(indices) has a row for each" if are_columns else None
        raise OpError("tf-shape", words, "indices", hint)
    if not bad_indices_policy:
        check_rows(contents(where), x.shape.slice(batch, None))
    return TensorType(x.dtype, front + x.shape.slice(batch + depth, None))


def check_rows(rows: Any, target: Shape) -> None:
    """The same for rows of numbers, each of which is for one axis."""
    if not isinstance(rows, tuple):
        return
    for place, each in enumerate(rows):
        if is_number(each):
            check_range(each, target[place])
        check_rows(each, target)


@rule(
    "tensorflow.boolean_mask",
    "tf.boolean_mask(f32[3, 4], b[3]) -> f32[None, 4]",
    "tf.boolean_mask(f32[3, 4], b[3, 4]) -> f32[None]",
    "tf.boolean_mask(f32[3, N], b[N], axis=1) -> f32[3, None]",
    "tf.boolean_mask(f32[3, 4], [True, False, True]) -> f32[2, 4]",
    "tf.boolean_mask(f32[2, 2], [[True, True], [False, True]]) -> f32[3]",
    "tf.boolean_mask(f32[2, 3, 4], b[3, 4]) !! axis=1 fits it",
    "tf.boolean_mask(f32[1, 3, 4], b[3]) !! tensor[0] fits it",
    "tf.boolean_mask(f32[3, 4], b[2]) !! the mask has 2 where the tensor has 3",
    "tf.boolean_mask(f32[3], b[3, 3]) !! a mask of rank 2 for rank 1",
    "tf.boolean_mask(f32[3, 4], True) !! a mask cannot be a scalar",
    "tf.boolean_mask(f32[3, N], b[3], axis=-2) -> f32[None, N]",
    "tf.boolean_mask(f32[3, N], b[N], axis=-1) !! it takes no axis from which the mask reaches the last one",
)
def boolean_mask(
    tensor: Any, mask: Any, axis: Any = None, name: Any = "boolean_mask"
) -> TensorType:
    if any(isinstance(value, TensorType) and value.kind == "ragged" for value in (tensor, mask)):
        raise Unsure
    x, chosen = as_tensor(tensor, argument="tensor"), as_tensor(mask, argument="mask")
    place = axis_argument(0 if axis is None else axis, x.shape.rank)
    if (
        is_number(axis)
        and axis < 0
        and chosen.shape.rank is not None
        and axis + chosen.shape.rank >= 0
    ):
        message = "it takes no axis from which the mask reaches the last one"
        remedy = None if place is None or place < 0 else f"axis={place}"
        raise OpError("tf-axis", message, "axis", remedy)
    if place is None or place < 0:
        return TensorType(x.dtype, Shape.unknown())
    try:
        return TensorType(x.dtype, masked_shape(x.shape, chosen, place, "mask"))
    except OpError as error:
        error.hint = _masked_at(x.shape, chosen.shape)
        raise


def _masked_at(shape: Shape, mask: Shape) -> str | None:
    """Where the dims of a mask are those of a tensor."""
    if not mask.rank or shape.rank is None:
        return None
    last = shape.rank - mask.rank + 1
    fits = (i for i in range(last) if all(map(equal, mask, shape.slice(i, i + mask.rank))))
    place = next(fits, None)
    if place is None:
        return None
    return "tensor[0] fits it" if place == 1 and shape[0] == 1 else f"axis={place} fits it"


@rule(
    "tensorflow.where",
    "tf.where(b[3, 4], f32[3, 4], f32[3, 4]) -> f32[3, 4]",
    "tf.where(b[N, 1], f32[4], 0.) -> f32[N, 4]",
    "tf.where(b[None], 1, 0) -> i32[None]",
    "tf.where(f32[2, 3] > 0., f32[2, 3], 0.) -> f32[2, 3]",
    "tf.where(b[3, 4]) -> i64[None, 2]",
    "tf.where(b[...]) -> i64[None, None]",
    "tf.where([True, False, True]) -> i64[2, 1]",
    "tf.where(tf.constant([[1, 0, 3], [4, 5, 6]]) % 3) -> i64[3, 2]",
    "tf.where(tf.constant([[0.1], [0.7]]) > tf.constant([0.1, 0.5, 0.6])) -> i64[3, 2]",
    "tf.where([], f32[0], f32[0]) -> f32[0]",
    "tf.where(b[3], f32[3], i32[3]) !! expected float32 as x has, got int32",
    "tf.where(b[3], f32[4], f32[4]) !! do not broadcast",
    "tf.where(b[8, 1], f32[5, 4], 0.) !! tf.shape(x)[0] in place of 8",
    "tf.where(i32[3], f32[3], f32[3]) !! int32 is not supported",
    "tf.where(b[3], f32[3]) !! x without y",
    "tf.where(s[3]) !! string is not supported",
)
def where(condition: Any, x: Any = None, y: Any = None, name: Any = None) -> TensorType:
    if x is None and y is None:
        chosen = defaulted(condition, NUMBERS | BOOLS | QUANTIZED, "bool", "condition")
        rank = chosen.shape.rank
        count = count_of(as_tensor(condition, argument="condition"))
        return TensorType(INT64, Shape.of(count, UNKNOWN if rank is None else rank))
    if x is None or y is None:
        raise OpError(
            "tf-value", "x without y" if y is None else "y without x", "y" if y is None else "x"
        )
    if any(isinstance(value, TensorType) and value.kind == "ragged" for value in (condition, x, y)):
        raise Unsure
    chosen = taken(condition, BOOLS, "condition")
    a, b, dtype = matched(x, y)
    both = broadcast_shapes(a.shape, b.shape, "y")
    hint = _in_batch(both, chosen.shape)
    return TensorType(dtype, broadcast_shapes(both, chosen.shape, "condition", hint))


def _in_batch(shape: Shape, condition: Shape) -> str | None:
    """How a condition that there is for another number of rows is made for these."""
    if not shape.rank or shape.rank != condition.rank or not is_number(condition[0]):
        return None
    rest = zip(shape.dims or (), condition.dims or ())
    differ = [place for place, pair in enumerate(rest) if 1 not in pair and not equal(*pair)]
    if differ != [0]:
        return None
    return f"tf.shape(x)[0] in place of {condition[0]} makes one for each row of x"


# --- by their values --------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.unique",
    "tf.unique(f32[N]) -> (f32[None], i32[N])",
    "tf.unique([1, 2, 2], tf.int64) -> (i32[2], i64[3])",
    "tf.unique(f32[3, 3]) !! expected rank 1, got rank 2",
)
def unique(x: Any, out_idx: Any = INT32, name: Any = None) -> tuple[TensorType, ...]:
    value = rank_is(as_tensor(x, argument="x"), 1, "x")
    places = out_idx if isinstance(out_idx, DType) else DType.any()
    known = every_number(value.value) if value.dtype.is_integer else None
    count = UNKNOWN if known is None else decided(len(known))
    return TensorType(value.dtype, Shape.of(count)), TensorType(places, value.shape)


@rule(
    "tensorflow.unique_with_counts",
    "tf.unique_with_counts(i32[5]) -> (i32[None], i32[5], i32[None])",
    "tf.unique_with_counts(f32[]) !! expected rank 1, got rank 0",
)
def unique_with_counts(x: Any, out_idx: Any = INT32, name: Any = None) -> tuple[TensorType, ...]:
    values, places = unique(x, out_idx)
    return values, places, TensorType(places.dtype, values.shape)


@rule(
    "tensorflow.searchsorted",
    "tf.searchsorted(f32[5], f32[3]) -> i32[3]",
    "tf.searchsorted(f32[2, 5], f32[2, N], side='right', out_type=tf.int64) -> i64[2, N]",
    "tf.searchsorted(f32[5], i32[3]) !! expected float32 as sorted_sequence has, got int32",
    "tf.searchsorted(f32[], f32[3]) !! expected rank 1 or more, got rank 0",
    "tf.searchsorted(f32[5], f32[]) !! expected rank 1 or more, got rank 0",
)
def searchsorted(
    sorted_sequence: Any, values: Any, side: Any = "left", out_type: Any = INT32, name: Any = None
) -> TensorType:
    x, y, _ = matched(sorted_sequence, values, ("sorted_sequence", "values"))
    rank_at_least(x, 1, "sorted_sequence")
    rank_at_least(y, 1, "values")
    return TensorType(out_type if isinstance(out_type, DType) else DType.any(), y.shape)


@rule(
    "tensorflow.dynamic_partition",
    "tf.dynamic_partition(f32[4, 3], i32[4], 2) -> [f32[None, 3], f32[None, 3]]",
    "tf.dynamic_partition(f32[4, 3], i32[5], 2) !! batch dims [4] and [5] differ",
)
def dynamic_partition(data: Any, partitions: Any, num_partitions: Any, name: Any = None) -> Any:
    x = as_tensor(data, argument="data")
    where = as_tensor(partitions, INT32, argument="partitions")
    count = known_int(num_partitions)
    if where.shape.rank is None:
        part = TensorType(x.dtype, Shape.unknown())
    else:
        merge_batches(x.shape.slice(0, where.shape.rank), where.shape, "partitions")
        part = TensorType(x.dtype, Shape.of(UNKNOWN) + x.shape.slice(where.shape.rank, None))
    return ListOf(part, count) if count is None or count > CARRIED else [part] * count
