"""tf.*: tensors put together and taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    DType,
    Shape,
    ShapeMismatch,
    TensorType,
    Unknown,
    equal,
    less,
    merge,
    num_elements,
    same,
)

from .arguments import attribute, axis_argument, int_argument, ints_argument
from .conversion import as_tensor, check_dtypes, is_told
from .describe import describe
from .rule import OpError, Unsure, rule
from .scalars import listed, one_axis
from .values import CARRIED, ListOf, columns, contents, is_number, tensor, total


def operands(values: Any, argument: str = "values") -> list[TensorType] | None:
    """A list of tensors of one dtype, which Python values among them take; None when its length is not known.

    Raises OpError for tensors of different dtypes.
    """
    if isinstance(values, TensorType):
        size = values.shape[0] if values.shape.rank != 0 else 1
        item = TensorType(values.dtype, values.shape.slice(1, None))
        return [item] * size if is_number(size) and size <= CARRIED else None
    if not isinstance(values, (list, tuple)):
        return None
    told = {i: as_tensor(each, argument=argument) for i, each in enumerate(values) if is_told(each)}
    check_dtypes({i: each.dtype for i, each in told.items()}, argument)
    given = list(told.values())
    like = given[0].dtype if given else None
    if not given and any(isinstance(value, TensorType) for value in values):
        return _arrays(values, argument)
    result: list[TensorType] = []
    for value in values:
        result.append(as_tensor(value, like=like, argument=argument))
        like = like or result[-1].dtype
        if same(like, result[-1].dtype) is False:
            raise OpError("tf-dtype", f"{describe(value)} among {like} tensors", argument)
    return result


def _arrays(values: Sequence[Any], argument: str) -> list[TensorType]:
    """NumPy's arrays, of which the op makes tensors of one dtype: that of all if they are floats."""
    found = [as_tensor(value, argument=argument) for value in values]
    dtype = found[0].dtype
    if not dtype.is_floating or any(each.dtype != dtype for each in found):
        dtype = DType.any()
    return [TensorType(dtype, each.shape) for each in found]


def _common(tensors: list[TensorType]) -> DType:
    """The dtype of tensors that have one."""
    known = [each.dtype for each in tensors if each.dtype.is_known]
    return known[0] if known else tensors[0].dtype


@rule(
    "tensorflow.concat",
    "tf.concat([f32[2, 3], f32[4, 3]], 0) -> f32[6, 3]",
    "tf.concat([f32[2, N], f32[2, 1]], axis=-1) -> f32[2, N + 1]",
    "tf.concat([f32[2, None], f32[None, 3]], axis=1) -> f32[2, None]",
    "tf.concat([f32[2], [1, 2, 3]], 0) -> f32[5]",
    "tf.concat([f32[2], [i32[], i32[]]], 0) -> f32[4]",
    "tf.concat([f32[2, 3], f32[2, 3]], some_int) -> f32[None, None]",
    "tf.zeros(tf.concat([tf.shape(f32[N, 3])[:1], [7]], 0)) -> f32[N, 7]",
    "tf.concat([f32[2, 3], f32[4, 5]], 0) !! shapes [2, 3] and [4, 5] differ in axis 1",
    "tf.concat([f32[2, 3], f32[3]], 0) !! ranks 2 and 1 differ",
    "tf.concat([f32[2], i32[2]], 0) !! tensors of different dtypes float32 and int32",
    "tf.concat([f32[2], f32[2]], 1) !! axis 1 is out of range for rank 1",
    "tf.concat(0, [f32[2], f32[2]]) !! expected a list of tensors",
    "tf.concat([f32[], f32[]], 0) !! scalars cannot be concatenated",
)
def concat(values: Any, axis: Any, name: Any = "concat") -> TensorType:
    if isinstance(values, ListOf):
        return _concat_many(as_tensor(values.item, argument="values"), axis, values.count)
    if is_number(values) and isinstance(axis, (list, tuple)):
        raise OpError("tf-value", "expected a list of tensors", "values", "the list comes first")
    tensors = operands(values)
    if tensors is None or not tensors:
        raise Unsure
    shapes = [each.shape for each in tensors]
    rank = _common_rank(shapes, axis)
    if rank == 0 and len(tensors) > 1:
        raise OpError(
            "tf-rank", "scalars cannot be concatenated", "values", "did you mean tf.stack?"
        )
    if len(tensors) == 1:
        return tensors[0]
    place = axis_argument(axis, rank)
    dtype = _common(tensors)
    if place is None or (
        rank is None and place < 0 and any(shape.rank is None for shape in shapes)
    ):
        return TensorType(dtype, Shape.unknown() if rank is None else Shape.of(*[UNKNOWN] * rank))
    return tensor(dtype, _concatenated(shapes, place), _joined(tensors, rank))


def _common_rank(shapes: list[Shape], axis: Any) -> int | None:
    ranks = [shape.rank for shape in shapes if shape.rank is not None]
    for rank in ranks:
        if rank != ranks[0]:
            hint = "scalars join with tf.stack" if 0 in (rank, ranks[0]) else None
            low = min(ranks)
            if hint is None and max(ranks) == low + 1:
                # The axis that lacks is most often the one along which they are joined.
                index = "..., None" if axis in (-1, low) else ":, None" if axis == 1 else "None"
                hint = f"values[{ranks.index(low)}][{index}] has rank {low + 1}"
            raise OpError("tf-rank", f"ranks {ranks[0]} and {rank} differ", "values", hint)
    return ranks[0] if ranks else None


def _concatenated(shapes: list[Shape], axis: int) -> Shape:
    """The shape of all along one axis: its sizes add up, the others are the same."""
    size = total(shape[axis] for shape in shapes)
    result = shapes[0].replace(axis, UNKNOWN)
    for shape in shapes[1:]:
        try:
            result = merge(result, shape.replace(axis, UNKNOWN))
        except ShapeMismatch as mismatch:
            where = "" if mismatch.axis is None else f" in axis {mismatch.axis}"
            words = f"shapes {shapes[0]} and {shape} differ{where}"
            other = joining_axis(shapes)
            hint = None if other in (None, axis) else f"axis={other} joins them"
            raise OpError("tf-shape", words, "values", hint) from None
    return result.replace(axis, size)


def joining_axis(shapes: list[Shape]) -> int | None:
    """The one axis along which they are joined: in others they do not differ. The first where they differ in none."""
    sizes = list(zip(*(shape.dims or () for shape in shapes)))
    found = [i for i, each in enumerate(sizes) if any(equal(each[0], one) is False for one in each)]
    return found[0] if len(found) == 1 else None if found else 0


def _joined(tensors: list[TensorType], rank: int | None) -> Any:
    """The contents of vectors one after the other."""
    insides = [contents(each) for each in tensors]
    if rank != 1:
        return None
    parts = [_as_items(inside, each) for inside, each in zip(insides, tensors)]
    return None if None in parts else tuple(item for part in parts for item in part or ())


def _as_items(inside: Any, each: TensorType) -> tuple[Any, ...] | None:
    """The items of a vector, UNKNOWN when only their number is known."""
    if isinstance(inside, tuple):
        return inside
    size = each.shape[0]
    return (UNKNOWN,) * size if each.dtype.is_integer and is_number(size) and size <= 8 else None


def _concat_many(item: TensorType, axis: Any, count: int | None) -> TensorType:
    """Of a list of which one item stands for all, and whose length may not be known."""
    place = axis_argument(axis, item.shape.rank)
    if place is None or item.shape.rank is None:
        return TensorType(item.dtype, Shape.unknown() if item.shape.rank is None else item.shape)
    size = item.shape[place]
    whole = UNKNOWN if count is None or not isinstance(size, int) else size * count
    return TensorType(item.dtype, item.shape.replace(place, whole))


@rule(
    "tensorflow.stack",
    "tf.stack([f32[2, 3], f32[2, 3]]) -> f32[2, 2, 3]",
    "tf.stack([f32[2, N], f32[2, N], f32[2, N]], axis=-1) -> f32[2, N, 3]",
    "tf.stack([f32[2, None], f32[None, 3]], axis=1.5) -> f32[2, 2, 3]",
    "tf.stack([1, 2, 3]) -> i32[3]",
    "tf.stack(f32[]) -> f32[]",
    "tf.zeros(tf.stack([tf.shape(f32[N, 3])[0], 7])) -> f32[N, 7]",
    "tf.stack(f32[2], f32[2]) !! expected an int, got float32[2]",
    "tf.stack([f32[2], f32[3]]) !! items of different shapes [2] and [3]",
    "tf.stack([f32[2], i32[2]]) !! different dtypes float32 and int32",
    "tf.stack([f32[2], f32[2]], axis=3) !! axis 3 is out of range for a result of rank 2",
)
def stack(values: Any, axis: Any = 0, name: Any = "stack") -> TensorType:
    if isinstance(axis, TensorType) and less(1, num_elements(axis.shape)):
        words, hint = f"expected an int, got {axis}", "tf.stack([values, axis]) takes a list"
        raise OpError("tf-rank", words, "axis", hint)
    whole = as_tensor(values, argument="values")
    if (number := attribute(one_axis(axis), "axis")) == 0:  # what is converted needs no axis
        return whole
    place = axis_argument(number, whole.shape.rank, of="a result of rank")
    if whole.shape.rank is None or place is None:
        rank = whole.shape.rank
        return TensorType(
            whole.dtype, Shape.unknown() if rank is None else Shape.of(*[UNKNOWN] * rank)
        )
    size, rows, inside = whole.shape[-1], contents(whole), None
    if whole.shape.rank == 2 and is_number(size) and isinstance(rows, tuple):
        inside = columns(rows, size)
    return tensor(whole.dtype, whole.shape.remove(0).insert(place, whole.shape[0]), inside)


@rule(
    "tensorflow.unstack",
    "tf.unstack(f32[2, 3]) -> [f32[3], f32[3]]",
    "tf.unstack(f32[N, 2], axis=-1) -> [f32[N], f32[N]]",
    "tf.unstack(f32[None, 4], num=2) -> [f32[4], f32[4]]",
    "tf.unstack(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "tf.unstack(f32[2, 3], num=3) !! a dim of 2 does not unstack into 3",
    "tf.unstack(f32[]) !! axis 0 is out of range for rank 0",
)
def unstack(value: Any, num: Any = None, axis: Any = 0, name: Any = "unstack") -> Any:
    x = as_tensor(value, argument="value")
    place = axis_argument(axis, x.shape.rank)
    if place is None:
        raise Unsure
    size = x.shape[place]
    count = size if num is None else attribute(num, "num")
    if is_number(count) and equal(size, count) is False:
        raise OpError("tf-shape", f"a dim of {size} does not unstack into {count}", "num")
    part = TensorType(x.dtype, x.shape.remove(place))
    inside = contents(x)
    if x.shape.rank == 1 and isinstance(inside, tuple):
        return [
            tensor(part.dtype, part.shape, None if isinstance(item, Unknown) else item)
            for item in inside
        ]
    known = count if is_number(count) else None
    return ListOf(part, known) if known is None or known > CARRIED else [part] * known


@rule(
    "tensorflow.split",
    "tf.split(f32[6, 3], 2) -> [f32[3, 3], f32[3, 3]]",
    "tf.split(f32[2, 2*N], 2, axis=1) -> [f32[2, N], f32[2, N]]",
    "tf.split(f32[None, 3], 3, axis=-1) -> [f32[None, 1], f32[None, 1], f32[None, 1]]",
    "tf.split(f32[2, 7], [3, 4], 1) -> [f32[2, 3], f32[2, 4]]",
    "tf.split(f32[2, 7], [3, -1], 1) -> [f32[2, 3], f32[2, 4]]",
    "tf.split(f32[2, N], [3, -1], 1) -> [f32[2, 3], f32[2, N - 3]]",
    "tf.split(f32[7, 3], 2) !! a dim of 7 does not split into 2 equal parts",
    "tf.split(f32[2, 7], [3, 5], 1) !! sizes of 8 in all for a dim of 7",
    "tf.split(f32[2, 7], [-1, -1], 1) !! only one size can be -1",
    "tf.split(f32[2, 7], [-2, 9], 1) !! negative size -2",
    "tf.split(f32[2, 7], 7, 2) !! axis 2 is out of range for rank 2",
)
def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: Any = None, name: Any = "split"
) -> Any:
    if isinstance(value, TensorType) and value.kind == "ragged":
        raise Unsure
    x = as_tensor(value, argument="value")
    place = axis_argument(axis, x.shape.rank)
    argument, are_equal = "num_or_size_splits", _is_scalar(num_or_size_splits)
    number = int_argument(num_or_size_splits, argument) if are_equal else None
    sizes = None if are_equal else ints_argument(num_or_size_splits, argument)
    dim = UNKNOWN if place is None else x.shape[place]
    if number is not None:
        sizes = _equal_parts(dim, number, x.shape, place)
    elif sizes is not None:
        sizes = _parts(dim, sizes)
    if sizes is None:
        return ListOf(_part(x, place, UNKNOWN))
    return [_part(x, place, size) for size in sizes]


def _is_scalar(value: Any) -> bool:
    return as_tensor(value).shape.rank == 0


def _part(x: TensorType, place: int | None, size: Dim) -> TensorType:
    if place is None:
        return TensorType(
            x.dtype,
            Shape.unknown() if x.shape.rank is None else Shape.of(*[UNKNOWN] * x.shape.rank),
        )
    return TensorType(x.dtype, x.shape.replace(place, size))


def _equal_parts(dim: Dim, number: int, shape: Shape, place: int | None) -> tuple[Dim, ...]:
    """The sizes of so many parts of one dim of a shape, which is in a place of it."""
    argument = "num_or_size_splits"
    if number <= 0:
        raise OpError("tf-value", f"{number} parts", argument)
    if not isinstance(dim, Unknown) and equal(dim % number, 0) is False:
        words = f"a dim of {dim} does not split into {number} equal parts"
        others = [i for i, each in enumerate(shape) if is_number(each) and each % number == 0]
        hint = f"axis={others[-1]} splits so" if others else None
        is_last = max(others, default=0) <= (place or 0)
        if is_number(dim) and number < 6 and number <= dim and is_last:
            sizes = [dim // number + (i < dim % number) for i in range(number)]
            hint = f"{argument}={sizes} are parts of it"
        raise OpError("tf-shape", words, argument, hint)
    return (dim // number,) * number


def _parts(dim: Dim, sizes: tuple[Dim, ...]) -> tuple[Dim, ...]:
    argument = "num_or_size_splits"
    for size in sizes:
        if is_number(size) and size < -1:
            raise OpError("tf-value", f"negative size {size}", argument)
    rest = sizes.count(-1)
    if rest > 1:
        raise OpError("tf-value", "only one size can be -1", argument)
    given = total(size for size in sizes if size != -1)
    if rest == 0:
        if equal(given, dim) is False:
            words = f"sizes of {given} in all for a dim of {dim}"
            first = sizes[:-1]
            fits = bool(sizes) and less(dim, total(first)) is False
            hint = f"{argument}={[*first, -1]} takes what is left" if fits else None
            raise OpError("tf-shape", words, argument, hint)
        return sizes
    if is_number(given) and is_number(dim) and given > dim:
        raise OpError("tf-shape", f"sizes of {given} in all for a dim of {dim}", argument)
    return tuple(dim - given if size == -1 else size for size in sizes)


# --- repeated ---------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.tile",
    "tf.tile(f32[2, 3], [1, 2]) -> f32[2, 6]",
    "tf.tile(f32[N, None], [3, 2]) -> f32[3*N, None]",
    "tf.tile(f32[2], [0]) -> f32[0]",
    "tf.tile(f32[2, 3], [some_int, 1]) -> f32[None, 3]",
    "tf.tile(f32[1, 3], [tf.shape(f32[N, 2])[0], 1]) -> f32[N, 3]",
    "tf.tile(f32[2, 3], [2]) !! expected 2 multiples, got 1",
    "tf.tile(f32[2], [-1]) !! negative multiple -1",
    "tf.tile(f32[2, 1, 3], 2) !! expected a list, got 2",
)
def tile(input: Any, multiples: Any, name: Any = None) -> TensorType:
    x = as_tensor(input, argument="input")
    times = ints_argument(listed(multiples, "multiples", x.shape.dims or ()), "multiples")
    if times is None:
        rank = x.shape.rank
        shape = Shape.unknown() if rank is None else Shape.of(*[UNKNOWN] * rank)
        return TensorType(x.dtype, shape)
    if x.shape.rank not in (None, len(times)):
        words = f"expected {x.shape.rank} multiples, got {len(times)}"
        more = (x.shape.rank or 0) - len(times)
        known = more > 0 and all(map(is_number, times))
        hint = f"multiples={[1] * more + [*times]} repeats along the last" if known else None
        if more == -1:  # rows of it are meant
            hint = "tf.expand_dims(input, 0) is one row"
        raise OpError("tf-rank", words, "multiples", hint)
    for count in times:
        if is_number(count) and count < 0:
            raise OpError("tf-value", f"negative multiple {count}", "multiples")
    dims = x.shape.dims or (UNKNOWN,) * len(times)
    return TensorType(x.dtype, Shape.of(*(dim * count for dim, count in zip(dims, times))))


@rule(
    "tensorflow.repeat",
    "tf.repeat(f32[2, 3], 2) -> f32[12]",
    "tf.repeat(f32[2, 3], 2, axis=0) -> f32[4, 3]",
    "tf.repeat(f32[2, 3], [1, 4], axis=0) -> f32[5, 3]",
    "tf.repeat(f32[N, 3], 3, axis=-1) -> f32[N, 9]",
    "tf.repeat(f32[2, 3], i32[2], axis=0) -> f32[None, 3]",
    "tf.repeat(f32[2, 3], [1, 2, 3], axis=0) !! 3 repeats for a dim of 2",
    "tf.repeat(f32[2, 3], 2, axis=2) !! axis 2 is out of range for rank 2",
    "tf.repeat(f32[2, 3], i32[2, 1], axis=0) !! expected rank 0 or 1, got [2, 1]",
)
def repeat(input: Any, repeats: Any, axis: Any = None, name: Any = None) -> TensorType:
    x = as_tensor(input, argument="input")
    counts = as_tensor(repeats, argument="repeats")
    if counts.shape.min_rank > 1:
        raise OpError("tf-rank", f"expected rank 0 or 1, got {counts.shape}", "repeats")
    shape = Shape.of(num_elements(x.shape)) if axis is None or x.shape.rank == 0 else x.shape
    place = 0 if axis is None else axis_argument(axis, shape.rank)
    if place is None:
        return TensorType(x.dtype, Shape.unknown())
    return TensorType(x.dtype, shape.replace(place, _repeated(shape[place], counts)))


def _repeated(dim: Dim, counts: TensorType) -> Dim:
    inside = contents(counts)
    if counts.shape.rank == 0:
        return dim * inside if not isinstance(inside, (Unknown, float, bool)) else UNKNOWN
    if counts.shape.rank != 1:
        return UNKNOWN
    size = counts.shape[0]
    if is_number(size) and is_number(dim) and size not in (1, dim):
        raise OpError("tf-shape", f"{size} repeats for a dim of {dim}", "repeats")
    if not isinstance(inside, tuple):
        return UNKNOWN
    return inside[0] * dim if len(inside) == 1 else total(inside)
