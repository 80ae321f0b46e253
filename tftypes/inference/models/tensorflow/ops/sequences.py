"""tf.*: numbers in order, and what is made of indices and lengths."""

from __future__ import annotations

from math import ceil
from typing import Any

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    DType,
    Shape,
    TensorType,
    Unknown,
    less,
    num_elements,
    same,
)

from .arguments import allow, attribute, axis_argument, choice, dtype_argument
from .broadcasting import broadcast_shapes, mapped, one_dtype
from .conversion import as_tensor
from .groups import INTS, QUOTIENTS
from .rule import OpError, Unsure, rule
from .scalars import scalar, whole_number
from .values import BOOL, CARRIED, FLOAT32, INT64, contents, is_dim, is_number, tensor, with_numbers

_RANGE_ORDER = ("int32", "int64", "float32", "float64")


@rule(
    "tensorflow.range",
    "tf.range(5) -> i32[5]",
    "tf.range(2, 10, 3) -> i32[3]",
    "tf.range(10, 2, -3) -> i32[3]",
    "tf.range(0., 1., 0.25) -> f32[4]",
    "tf.range(5, dtype=tf.int64) -> i64[5]",
    "tf.range(tf.shape(f32[N, 2])[0]) -> i32[N]",
    "tf.range(1, tf.shape(f32[N, 2])[0] + 1) -> i32[N]",
    "tf.range(0, 10, i64[]) -> i64[None]",
    "tf.range(0, f64[]) -> f64[None]",
    "tf.range(5, 2) !! 5 to 2 in steps of 1",
    "tf.range(0, 5, 0) !! the step is 0",
    "tf.range([5, 6]) !! expected a scalar, got rank 1",
    "tf.range('5') !! string is not supported",
    "tf.range(u8[]) !! uint8 is not supported",
)
def range_(
    start: Any = 0, limit: Any = None, delta: Any = 1, dtype: Any = None, name: Any = "range"
) -> TensorType:
    if limit is None:
        start, limit = 0, start
    given = [
        scalar(
            value,
            argument,
            None if dtype is None or isinstance(value, TensorType) else dtype_argument(dtype),
            or_one=True,
        )
        for value, argument in ((start, "start"), (limit, "limit"), (delta, "delta"))
    ]
    for value, argument in zip(given, ("start", "limit", "delta")) if dtype is None else ():
        allow(value, frozenset(_RANGE_ORDER), argument)
    made = dtype_argument(dtype) if dtype is not None else _widest([value.dtype for value in given])
    ends = contents(start), contents(limit), contents(delta)
    size = range_size(*ends)
    numbers = range(*ends) if all(map(is_number, ends)) else range(0)
    if len(numbers) <= CARRIED:
        return tensor(made, Shape.of(size), tuple(numbers) or None)
    return with_numbers(made, Shape.of(size), numbers)


range_.__name__ = "range"


def _widest(dtypes: list[DType]) -> DType:
    """The dtype of a range: the widest of the three, of those that a range can have."""
    if not all(dtype.is_known for dtype in dtypes):
        return DType.any()
    names = [dtype.name or "" for dtype in dtypes]
    if not set(names) <= set(_RANGE_ORDER):
        raise Unsure
    return DType.of(max(names, key=_RANGE_ORDER.index))


def range_size(start: Any, limit: Any, delta: Any) -> Dim:
    numbers = (int, float)
    if isinstance(start, numbers) and isinstance(limit, numbers) and isinstance(delta, numbers):
        if delta == 0:
            raise OpError("tf-value", "the step is 0", "delta")
        if (limit - start) * delta < 0:
            raise OpError(
                "tf-value", f"no way from {start} to {limit} in steps of {delta}", "limit"
            )
        return ceil((limit - start) / delta)
    if not (is_dim(start) and is_dim(limit) and is_number(delta) and delta > 0):
        return UNKNOWN
    if isinstance(start, Unknown) or isinstance(limit, Unknown) or less(limit, start) is not False:
        return UNKNOWN
    return limit - start if delta == 1 else (limit - start + (delta - 1)) // delta


@rule(
    "tensorflow.linspace",
    "tf.linspace(0., 1., 5) -> f32[5]",
    "tf.linspace(f64[], f64[], N) -> f64[N]",
    "tf.linspace(f32[3], f32[3], 5) -> f32[5, 3]",
    "tf.linspace(f32[3], f32[3], 5, axis=-1) -> f32[3, 5]",
    "tf.linspace(0., 1., some_int) -> f32[None]",
    "tf.linspace(0, 10, 5) -> f64[5]",
    "tf.linspace(u8[], u8[], 5) -> f32[5]",
    "tf.linspace(f32[2], f32[3], 4) !! do not broadcast",
    "tf.linspace(0., 1., 5.) !! float32 is not supported",
)
def linspace(start: Any, stop: Any, num: Any, name: Any = None, axis: Any = 0) -> TensorType:
    first = as_tensor(start, argument="start")
    last = as_tensor(stop, like=first.dtype, argument="stop")
    one_dtype(first, last, ("start", "stop"))
    made = mapped(first.dtype, QUOTIENTS)
    shape = broadcast_shapes(first.shape, last.shape, "stop")
    size = contents(whole_number(num, "num", INTS, or_one=True))
    place = axis_argument(axis, None if shape.rank is None else shape.rank + 1)
    if place is None:
        return TensorType(made, Shape.unknown())
    return TensorType(made, shape.insert(place, size if is_dim(size) else UNKNOWN))


@rule(
    "tensorflow.sequence_mask",
    "tf.sequence_mask([1, 3, 2], 5) -> b[3, 5]",
    "tf.sequence_mask(i32[N]) -> b[N, None]",
    "tf.sequence_mask([1, 3, 2]) -> b[3, 3]",
    "tf.sequence_mask(i64[2, None], maxlen=4, dtype=tf.float32) -> f32[2, None, 4]",
    "tf.sequence_mask(i32[2], i32[3]) !! expected a scalar, got rank 1",
    "tf.sequence_mask(i32[2], -3) !! negative size -3",
)
def sequence_mask(
    lengths: Any, maxlen: Any = None, dtype: Any = BOOL, name: Any = None
) -> TensorType:
    value = as_tensor(lengths, argument="lengths")
    longest: Any = contents(value if maxlen is None else scalar(maxlen, "maxlen"))
    if maxlen is not None and is_number(longest) and longest < 0:
        raise OpError("tf-value", f"negative size {longest}", "maxlen")
    if isinstance(longest, tuple):
        longest = max(longest) if longest and all(map(is_number, longest)) else UNKNOWN
    return TensorType(
        dtype_argument(dtype), value.shape + Shape.of(longest if is_dim(longest) else UNKNOWN)
    )


@rule(
    "tensorflow.one_hot",
    "tf.one_hot(i32[2, None], 10) -> f32[2, None, 10]",
    "tf.one_hot([0, 1, 2], 3, dtype=tf.int64) -> i64[3, 3]",
    "tf.one_hot([f32[], f32[]], 3) -> f32[2, 3]",
    "tf.one_hot(i64[N], N) -> f32[N, N]",
    "tf.one_hot(u8[4], 3, axis=0) -> f32[3, 4]",
    "tf.one_hot(i32[4], 3, on_value=True, off_value=False) -> b[4, 3]",
    "tf.one_hot(i32[4], some_int) -> f32[4, None]",
    "tf.one_hot(f32[4], 3) !! float32 is not supported",
    "tf.one_hot(i32[4], -3) !! negative size -3",
    "tf.one_hot(i32[4], [3]) !! expected a scalar, got rank 1",
    "tf.one_hot(i32[4], 3, axis=2) !! axis 2 is out of range for rank 2",
    "tf.one_hot(i32[4], 3, on_value=1, dtype=tf.float32, off_value=i32[]) !! expected float32, got int32",
)
def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: Any = None,
    dtype: Any = None,
    name: Any = None,
) -> TensorType:
    taken = frozenset({"uint8", "int8", "int32", "int64"})
    where = as_tensor(indices, like=INT64, argument="indices")
    allow(where, taken, "indices", "tf.cast(indices, tf.int32)")
    size = contents(whole_number(depth, "depth", frozenset({"int32"})))
    if is_number(size) and size < 0:
        raise OpError("tf-value", f"negative size {size}", "depth")
    place = axis_argument(
        -1 if axis is None else attribute(axis, "axis"),
        None if where.shape.rank is None else where.shape.rank + 1,
    )
    made = _one_hot_dtype(on_value, off_value, None if dtype is None else dtype_argument(dtype))
    if place is None:
        return TensorType(made, Shape.unknown())
    return TensorType(made, where.shape.insert(place, size if is_dim(size) else UNKNOWN))


def _one_hot_dtype(on_value: Any, off_value: Any, dtype: DType | None) -> DType:
    """The dtype asked for, or that of the values given, or float32. 0 and 1, which stand for those left out, are no texts."""
    if dtype is None and off_value is None and isinstance(on_value, (str, DType)):
        raise OpError("tf-dtype", "expected a number, got a dtype", "on_value", "dtype=on_value")
    given = [
        as_tensor(value, dtype, argument=argument)
        for value, argument in ((on_value, "on_value"), (off_value, "off_value"))
        if value is not None
    ]
    if dtype is not None:
        return dtype
    if len(given) == 2 and same(given[0].dtype, given[1].dtype) is False:
        raise OpError(
            "tf-dtype", f"on_value is {given[0].dtype}, off_value {given[1].dtype}", "off_value"
        )
    return given[0].dtype if given else FLOAT32


@rule(
    "tensorflow.meshgrid",
    "tf.meshgrid([1, 2, 3], [4, 5]) -> [i32[2, 3], i32[2, 3]]",
    "tf.meshgrid(f32[N], f32[4], indexing='ij') -> [f32[N, 4], f32[N, 4]]",
    "tf.meshgrid(f32[2], f32[3], f32[4]) -> [f32[3, 2, 4], f32[3, 2, 4], f32[3, 2, 4]]",
    "tf.meshgrid(b[2], f32[3], indexing='ij') -> [b[2, 3], b[2, 3]]",
    "tf.meshgrid(f32[2], f32[3], indexing='yx') !! 'yx' is none of 'xy', 'ij'",
    "tf.meshgrid([1, 2], [0.5]) !! expected float32 as args[1] has, got int32",
)
def meshgrid(*args: Any, **kwargs: Any) -> list[TensorType]:
    order = choice(kwargs.get("indexing", "xy"), ("xy", "ij"), "indexing")
    grids = [as_tensor(arg) for arg in args]
    sizes = [num_elements(grid.shape) for grid in grids]
    if order == "xy" and len(sizes) > 1:
        sizes[:2] = sizes[1], sizes[0]
    if order is None:
        sizes = [UNKNOWN] * len(sizes)
    # Beside a first one of bools, all are.
    first = grids[0].dtype if grids else FLOAT32
    may_be, is_sure = "bool" in first.names, first == BOOL
    for index, grid in enumerate(grids[1:] if not may_be else (), 1):
        one_dtype(grids[0], grid, ("args[0]", f"args[{index}]"))
    made = [
        BOOL if is_sure else DType.of("bool", *grid.dtype.names) if may_be else grid.dtype
        for grid in grids
    ]
    return [TensorType(dtype, Shape.of(*sizes)) for dtype in made]
