"""tf.*: padded, cut, turned, sorted; or passed on as it is."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, Unknown, less

from .arguments import (
    allow,
    attribute,
    axis_argument,
    checked_axis,
    choice,
    dtype_argument,
    ints_argument,
    rank_at_least,
    rank_is,
)
from .broadcasting import check_told_alike
from .conversion import as_tensor
from .groups import FLOATS, INDICES, REALS
from .rule import OpError, Unsure, rule
from .scalars import whole_number
from .values import ANY, INT32, ListOf, contents, is_dim, is_number, known_int, numbers_in, total


@rule(
    "tensorflow.pad",
    "tf.pad(f32[2, 3], [[1, 1], [2, 2]]) -> f32[4, 7]",
    "tf.pad(f32[N, None], [[0, 1], [2, 2]], constant_values=1) -> f32[N + 1, None]",
    "tf.pad(f32[2, 3], [[0, some_int], [1, 1]]) -> f32[None, 5]",
    "tf.pad(f32[2, 3], i32[2, 2]) -> f32[None, None]",
    "tf.pad(f32[2, 3], [[1, 1], [2, 2]], 'reflect') -> f32[4, 7]",
    "tf.pad(f32[2, 3], [[1, 1]]) !! expected 2 pairs, got 1",
    "tf.pad(f32[2, 3], [1, 1]) !! expected rank 2, got rank 1",
    "tf.pad(f32[3], [0, 2]) !! expected rank 2, got rank 1",
    "tf.pad(f32[2, 3], [[1, 1], [-1, 2]]) !! negative padding -1",
    "tf.pad(f32[2, 3], array(f64[2, 2])) -> f32[None, None]",
    "tf.pad(f32[2, 3], [[1.0, 1.0], [0, 0]]) !! expected ints, got float32",
    "tf.pad(f32[2, 3], [[1, 1], [0, 0]], 'EDGE') !! 'EDGE' is none of",
    "tf.pad(f32[2, 3], [[0, 0], [3, 3]], 'REFLECT') !! mode 'REFLECT' pads axis 1 of size 3 by 2 at most, got 3",
    "tf.pad(f32[2, 3], [[0, 0], [3, 3]], 'SYMMETRIC') -> f32[2, 9]",
    "tf.pad(f32[2, 3], [[0, 0], [0, 4]], 'SYMMETRIC') !! mode 'SYMMETRIC' pads axis 1 of size 3 by 3 at most, got 4",
    "tf.pad(i32[2, 3], [[1, 1], [0, 0]], constant_values=1.5) !! int32 cannot hold the float 1.5",
)
def pad(
    tensor: Any, paddings: Any, mode: Any = "CONSTANT", constant_values: Any = 0, name: Any = None
) -> TensorType:
    x = as_tensor(tensor, argument="tensor")
    sizes = as_tensor(paddings, argument="paddings")
    if sizes.dtype.is_floating and getattr(paddings, "kind", "") != "array":  # which is cast
        raise OpError("tf-dtype", f"expected ints, got {sizes.dtype}", "paddings")
    if sizes.shape.rank == 1:
        is_pair = x.shape.rank == 1 and sizes.shape[0] == 2
        hint = "[paddings]" if is_pair else _for_all(x.shape.rank, contents(sizes))
        raise OpError("tf-rank", "expected rank 2, got rank 1", "paddings", hint)
    rank_is(sizes, 2, "paddings")
    choice(
        mode.upper() if isinstance(mode, str) else mode,
        ("CONSTANT", "REFLECT", "SYMMETRIC"),
        "mode",
    )
    if constant_values != 0:
        as_tensor(constant_values, x.dtype, argument="constant_values")
    count = sizes.shape[0]
    if is_number(count) and x.shape.rank not in (None, count):
        words = f"expected {x.shape.rank} pairs, got {count}"
        hint = _for_all(x.shape.rank, contents(sizes))
        raise OpError("tf-rank", words, "paddings", hint)
    inside = contents(sizes)
    rank = x.shape.rank if x.shape.rank is not None else count if is_number(count) else None
    if rank is None:
        return TensorType(x.dtype, Shape.unknown())
    if not isinstance(inside, tuple) or x.shape.dims is None:
        return TensorType(x.dtype, Shape.of(*[UNKNOWN] * rank))
    if isinstance(mode, str) and mode.upper() != "CONSTANT":
        _check_mirrored(x.shape.dims, inside, mode)
    return TensorType(
        x.dtype, Shape.of(*(_padded(dim, around) for dim, around in zip(x.shape.dims, inside)))
    )


def _check_mirrored(dims: tuple[Dim, ...], inside: tuple[Any, ...], mode: str) -> None:
    """A mirror shows no more than there is, and one that reflects leaves out the edge."""
    for axis, (size, around) in enumerate(zip(dims, inside)):
        for given in around if isinstance(around, tuple) else ():
            most = size - (mode.upper() == "REFLECT") if isinstance(size, int) else given
            if isinstance(given, int) and isinstance(most, int) and given > most:
                words = (
                    f"mode {mode!r} pads axis {axis} of size {size} by {most} at most, got {given}"
                )
                error = OpError("tf-value", words, "paddings")
                error.at_run = True
                raise error


def _for_all(rank: int | None, given: Any) -> str | None:
    """A pair for each dim, of one pair or of those for the last dims."""
    numbers = numbers_in(given)
    if (
        not isinstance(given, tuple)
        or rank is None
        or not 2 <= len(numbers) < 2 * rank
        or len(numbers) % 2
    ):
        return None
    pairs = [numbers[i : i + 2] for i in range(0, len(numbers), 2)]
    more = [pairs[0] if is_number(given[0]) else [0, 0]] * (rank - len(pairs))
    if rank == 4 and len(pairs) == 2:  # a batch of images, with channels
        return f"paddings={[[0, 0], *pairs, [0, 0]]} has a pair for each dim"
    return f"paddings={more + pairs} has a pair for each dim"


def _padded(dim: Dim, around: Any) -> Dim:
    """A dim with something before it and behind it."""
    if not isinstance(around, tuple) or len(around) != 2 or not all(map(is_dim, around)):
        return UNKNOWN
    for part in around:
        if is_number(part) and part < 0:
            raise OpError("tf-value", f"negative padding {part}", "paddings")
    return total([dim, *around])


@rule(
    "tensorflow.slice",
    "tf.slice(f32[5, 6], [1, 2], [2, 3]) -> f32[2, 3]",
    "tf.slice(f32[5, N], [1, 0], [-1, -1]) -> f32[4, N]",
    "tf.slice(f32[5, 6], i32[2], [2, 3]) -> f32[2, 3]",
    "tf.slice(f32[5, 6], i32[2], [-1, 3]) -> f32[None, 3]",
    "tf.slice(f32[5, 6], i64[2], i32[2]) !! expected int64 as begin has, got int32",
    "tf.slice(f32[5, 6], [1], [2]) !! 1 items for rank 2",
    "tf.slice(f32[5, 6], [1, 2], [2, -2]) !! negative size -2",
    "tf.slice(f32[5, 6], [1, 2], [2, 5]) !! 2 + 5 is beyond the dim of 6",
    "tf.slice(f32[5, 6], [6, 0], [-1, 1]) !! 6 is beyond the dim of 5",
)
def slice_(input_: Any, begin: Any, size: Any, name: Any = None) -> TensorType:
    x = as_tensor(input_, argument="input_")
    check_told_alike(begin, size, ("begin", "size"))
    starts, sizes = ints_argument(begin, "begin"), ints_argument(size, "size")
    count = next((len(items) for items in (starts, sizes) if items is not None), x.shape.rank)
    for items, argument in ((starts, "begin"), (sizes, "size")):
        rank = count if x.shape.rank is None else x.shape.rank
        if items is not None and len(items) != rank:
            raise OpError("tf-rank", f"{len(items)} items for rank {rank}", argument)
    if count is None:
        return TensorType(x.dtype, Shape.unknown())
    blank: tuple[Dim, ...] = (UNKNOWN,) * count
    dims = zip(x.shape.dims or blank, starts or blank, sizes or blank)
    return TensorType(x.dtype, Shape.of(*(_cut(*each) for each in dims)))


slice_.__name__ = "slice"


def _cut(dim: Dim, start: Dim, size: Dim) -> Dim:
    """A part of a dim, where a size of -1 is all that is left of it."""
    if isinstance(size, Unknown):
        return UNKNOWN
    if is_number(size) and size < -1:
        raise OpError("tf-value", f"negative size {size}", "size", "-1 is all that is left")
    if size == -1:
        if less(dim, start):
            raise OpError("tf-shape", f"{start} is beyond the dim of {dim}", "begin")
        return dim - start
    if less(dim, start + size):
        raise OpError("tf-shape", f"{start} + {size} is beyond the dim of {dim}", "size")
    return size


@rule(
    "tensorflow.reverse",
    "tf.reverse(f32[2, None], [0]) -> f32[2, None]",
    "tf.reverse(f32[2, N], axis=[0, -1]) -> f32[2, N]",
    "tf.reverse(f32[2, 3], 0) !! expected rank 1, got rank 0",
    "tf.reverse(f32[2, 3], [2]) !! axis 2 is out of range for rank 2",
    "tf.reverse(f32[2, 3], [0, -2]) !! axis 0 twice",
)
def reverse(tensor: Any, axis: Any, name: Any = None) -> TensorType:
    x = as_tensor(tensor, argument="tensor")
    if x.shape.rank:  # a scalar is its own reverse
        rank_is(as_tensor(axis, argument="axis"), 1, "axis")
        _distinct_axes(x.shape, axis)
    return TensorType(x.dtype, x.shape)


def _distinct_axes(shape: Shape, axis: Any) -> None:
    dims = ints_argument(axis, "axis")
    if shape.rank is None or dims is None:
        return
    axes = [checked_axis(dim, shape.rank) for dim in dims if is_number(dim)]
    for each in axes:
        if axes.count(each) > 1:
            raise OpError("tf-axis", f"axis {each} twice", "axis")


@rule(
    "tensorflow.roll",
    "tf.roll(f32[2, None], 1, 0) -> f32[2, None]",
    "tf.roll(f32[2, N], shift=[1, 2], axis=[0, -1]) -> f32[2, N]",
    "tf.zeros(tf.roll(tf.constant([2, 3, 4]), -1, 0)) -> f32[3, 4, 2]",
    "tf.roll(f32[2, 3], 1, 2) !! axis 2 is out of range for rank 2",
    "tf.roll(f32[2, 3], [1, 2], 0) !! shifts [2] for axes []",
    "tf.roll(f32[2, 3], 1.5, 0) !! float32 is not supported",
)
def roll(input: Any, shift: Any, axis: Any, name: Any = None) -> TensorType:
    x = rank_at_least(as_tensor(input, argument="input"), 1, "input")
    shifts, places = (
        allow(as_tensor(value, argument=name), INDICES, name).shape
        for value, name in ((shift, "shift"), (axis, "axis"))
    )
    if shifts.is_known and places.is_known and shifts != places:
        raise OpError("tf-shape", f"shifts {shifts} for axes {places}", "shift")
    for dim in ints_argument(axis, "axis") or ():
        axis_argument(dim, x.shape.rank)
    inside, by = contents(x), known_int(shift)
    if x.shape.rank != 1 or not inside or isinstance(inside, Unknown) or by is None:
        return TensorType(x.dtype, x.shape)
    cut = -by % len(inside)
    return TensorType(x.dtype, x.shape, value=inside[cut:] + inside[:cut])


# --- sorted -----------------------------------------------------------------------------------------------------------

_DIRECTIONS = ("ASCENDING", "DESCENDING")


@rule(
    "tensorflow.sort",
    "tf.sort(f32[2, None]) -> f32[2, None]",
    "tf.sort(i32[N, 3], axis=0, direction='DESCENDING') -> i32[N, 3]",
    "tf.sort(f32[3], direction='up') !! 'up' is none of 'ASCENDING', 'DESCENDING'",
    "tf.sort(f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
    "tf.sort(b[3]) !! bool is not supported",
)
def sort(values: Any, axis: Any = -1, direction: Any = "ASCENDING", name: Any = None) -> TensorType:
    choice(direction, _DIRECTIONS, "direction")
    x = allow(as_tensor(values, argument="values"), REALS, "values")
    axis_argument(attribute(axis, "axis"), x.shape.rank)
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.argsort",
    "tf.argsort(f32[2, None]) -> i32[2, None]",
    "tf.argsort(f32[N, 3], axis=0, stable=True) -> i32[N, 3]",
    "tf.argsort(f32[2, 3], axis=-3) !! axis -3 is out of range for rank 2",
)
def argsort(
    values: Any, axis: Any = -1, direction: Any = "ASCENDING", stable: Any = False, name: Any = None
) -> TensorType:
    return TensorType(INT32, sort(values, axis, direction).shape)


@rule(
    "tensorflow.math.top_k",
    "tf.math.top_k(f32[2, 5], 3) -> (f32[2, 3], i32[2, 3])",
    "tf.math.top_k(f32[N, None]) -> (f32[N, 1], i32[N, 1])",
    "tf.math.top_k(f32[2, 5], k=some_int) -> (f32[2, None], i32[2, None])",
    "tf.math.top_k(f32[...], 2, index_type=tf.int64) -> (f32[..., 2], i64[..., 2])",
    "tf.math.top_k(f32[2, 5], 6) !! the 6 greatest of 5",
    "tf.math.top_k(f32[2, 5], -1) !! expected 0 or more, got -1",
    "tf.math.top_k(f32[2, 5], 2.0) !! float32 is not supported",
    "tf.math.top_k(f32[], 1) !! expected rank 1 or more, got rank 0",
)
def top_k(
    input: Any, k: Any = 1, sorted: Any = True, index_type: Any = INT32, name: Any = None
) -> tuple[TensorType, TensorType]:
    x = rank_at_least(allow(as_tensor(input, argument="input"), REALS, "input"), 1, "input")
    many = contents(whole_number(k, "k", INDICES | {"int16"}))
    if is_number(many) and many < 0:
        raise OpError("tf-value", f"expected 0 or more, got {many}", "k")
    if is_dim(many) and less(x.shape[-1], many):
        raise OpError("tf-shape", f"the {many} greatest of {x.shape[-1]}", "k")
    shape = x.shape.slice(0, -1) + Shape.of(many if is_dim(many) else UNKNOWN)
    return TensorType(x.dtype, shape), TensorType(dtype_argument(index_type), shape)


# --- passed on --------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.identity",
    "tf.identity(f32[2, None]) -> f32[2, None]",
    "tf.identity(variable(f32[2, 3])) -> f32[2, 3]",
    "tf.identity([1, 2]) -> i32[2]",
    "tf.identity(ragged(f32[2, None])) -> ragged(f32[2, None])",
    "tf.identity([1, None]) !! None is no tensor",
)
def identity(input: Any, name: Any = None) -> TensorType:
    if isinstance(input, TensorType) and input.kind in ("ragged", "sparse"):
        return input
    return as_tensor(input, argument="input")


@rule(
    "tensorflow.stop_gradient",
    "tf.stop_gradient(f32[2, N]) -> f32[2, N]",
    "tf.stop_gradient(1.5) -> f32[]",
)
def stop_gradient(input: Any, name: Any = None) -> TensorType:
    return identity(input)


@rule("tensorflow.identity_n", "tf.identity_n([f32[2], i32[3]]) -> [f32[2], i32[3]]")
def identity_n(input: Any, name: Any = None) -> Any:
    if not isinstance(input, (list, tuple)):
        raise Unsure
    return [as_tensor(item, argument="input") for item in input]


@rule(
    "tensorflow.clip_by_value",
    "tf.clip_by_value(f32[2, None], 0, 1) -> f32[2, None]",
    "tf.clip_by_value(i32[N, 3], 0, i32[3]) -> i32[N, 3]",
    "tf.clip_by_value(i32[3], 0.5, 1) !! int32 cannot hold the float 0.5",
    "tf.clip_by_value(f32[3], f32[2, 3], 1.) !! [2, 3] does not fit into [3]",
)
def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: Any = None) -> TensorType:
    x = allow(as_tensor(t, argument="t"), REALS, "t")
    for value, argument in ((clip_value_min, "clip_value_min"), (clip_value_max, "clip_value_max")):
        if isinstance(value, float) and x.dtype.is_integer:
            words = f"{x.dtype} cannot hold the float {value}"
            raise OpError("tf-dtype", words, argument, "tf.cast(t, tf.float32)")
        bound = as_tensor(value, x.dtype if x.dtype.is_known else None, argument=argument).shape
        rank = x.shape.rank
        if rank is not None and bound.rank is not None and bound.rank > rank:
            raise OpError("tf-shape", f"{bound} does not fit into {x.shape}", argument)
        for dim, size in zip(reversed(x.shape.dims or ()), reversed(bound.dims or ())):
            if is_number(dim) and is_number(size) and size not in (1, dim) and dim != 1:
                raise OpError("tf-shape", f"{bound} does not fit into {x.shape}", argument)
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.clip_by_norm",
    "tf.clip_by_norm(f32[2, None], 1.0) -> f32[2, None]",
    "tf.clip_by_norm(i32[3], 1.0) !! int32 is not supported",
)
def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: Any = None) -> TensorType:
    if isinstance(t, TensorType) and t.kind == "indexed_slices":
        return t
    x = allow(as_tensor(t, argument="t"), FLOATS, "t")
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.clip_by_global_norm",
    "tf.clip_by_global_norm([f32[3], f32[4, None]], 1.0) -> ([f32[3], f32[4, None]], f32[])",
    "tf.clip_by_global_norm([f32[3]], 1.0, use_norm=f32[]) -> ([f32[3]], f32[])",
    "tf.clip_by_global_norm([i32[3]], 1.0) !! int32 is not supported",
    "tf.clip_by_global_norm(f32[3], 1.0) !! expected a list of tensors",
)
def clip_by_global_norm(t_list: Any, clip_norm: Any, use_norm: Any = None, name: Any = None) -> Any:
    norm = None if use_norm is None else as_tensor(use_norm, argument="use_norm")
    if norm is not None and norm.shape.rank != 0:
        return UNKNOWN, norm  # of another rank the tensors are broadcast with it
    shape = Shape.scalar()
    if isinstance(t_list, ListOf) and isinstance(t_list.item, TensorType):
        each = clip_by_norm(t_list.item, clip_norm)
        return ListOf(each), TensorType(each.dtype, shape)
    if isinstance(t_list, TensorType) and t_list.kind != "indexed_slices":
        words = f"expected a list of tensors, got {t_list}"
        hint = "tf.clip_by_norm(t_list, clip_norm) clips one"
        raise OpError("tf-value", words, "t_list", hint, "builtins.TypeError")
    if not isinstance(t_list, (list, tuple)):
        return UNKNOWN, TensorType(ANY, shape)
    if norm is not None and not all(map(_is_float, t_list)):
        return UNKNOWN, norm  # others are let through
    clipped = [item if item is None else clip_by_norm(item, clip_norm) for item in t_list]
    dtype = next((item.dtype for item in clipped if item is not None), None)
    if dtype is None:
        raise Unsure
    return clipped, norm or TensorType(dtype, shape)


def _is_float(value: Any) -> bool:
    return isinstance(value, TensorType) and value.dtype.is_floating is True
