"""tf.*: tensors taken as they lie in memory, in other orders and by their hashes."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, dtypes, equal, less

from .arguments import (
    allow,
    attribute,
    axis_argument,
    defaulted,
    dtype_argument,
    rank_at_least,
    rank_is,
    shape_argument,
)
from .broadcasting import broadcast_shapes, check_told_alike
from .conversion import as_tensor, check_dtypes
from .groups import INDICES, REALS
from .rule import OpError, Unsure, rule
from .sparse import sparse
from .values import FLOAT32, INT32, contents, is_number, of, tensor


@rule(
    "tensorflow.bitcast",
    "tf.bitcast(f32[2, N], tf.int32) -> i32[2, N]",
    "tf.bitcast(f32[2], tf.uint8) -> u8[2, 4]",
    "tf.bitcast(u8[N, 4], tf.float32) -> f32[N]",
    "tf.bitcast(u8[2, 3], tf.float32) !! the last dim is 3 instead of 4",
    "tf.bitcast(u8[], tf.float32) !! a scalar uint8 is too small for float32",
    "tf.bitcast(s[2], tf.uint8) !! string is not supported",
)
def bitcast(input: Any, type: Any, name: Any = None) -> TensorType:
    x, made = as_tensor(input, argument="input"), dtype_argument(type)
    for dtype, argument in ((x.dtype, "input"), (made, "type")):
        if dtype.name in ("string", "bool", "variant", "resource"):
            if dtype.name != "bool" or argument == "input":
                raise OpError("tf-dtype", f"{dtype} is not supported", argument)
            raise Unsure
    old, new = dtypes.size(x.dtype), dtypes.size(made)
    if old is None or new is None or "int4" in str(x.dtype) + str(made):
        return TensorType(made, Shape.unknown())
    if old >= new:
        more = () if old == new else (old // new,)
        return TensorType(made, x.shape + of(*more))
    if x.shape.rank == 0:
        raise OpError("tf-shape", f"a scalar {x.dtype} is too small for {made}", "input")
    if x.shape.rank is None:
        return TensorType(made, Shape.unknown())
    if equal(x.shape[-1], new // old) is False:
        raise OpError("tf-shape", f"the last dim is {x.shape[-1]} instead of {new // old}", "input")
    return TensorType(made, x.shape.slice(0, -1))


@rule(
    "tensorflow.reverse_sequence",
    "tf.reverse_sequence(f32[2, N, 3], [1, 2], seq_axis=1) -> f32[2, N, 3]",
    "tf.reverse_sequence(f32[N, 2], i64[2], seq_axis=0, batch_axis=1) -> f32[N, 2]",
    "tf.reverse_sequence(f32[2, 3], [1, f32[]], seq_axis=1) -> f32[2, 3]",
    "tf.reverse_sequence(f32[2, 3], [1, 2], seq_axis=2) !! axis 2 is out of range for rank 2",
    "tf.reverse_sequence(f32[2, 3], [1, 2, 3], seq_axis=1) !! 3 lengths for a batch of 2",
    "tf.reverse_sequence(f32[2, 3], f32[2], seq_axis=1) !! float32 is not supported",
)
def reverse_sequence(
    input: Any, seq_lengths: Any, seq_axis: Any = None, batch_axis: Any = None, name: Any = None
) -> TensorType:
    x = as_tensor(input, argument="input")
    lengths = defaulted(seq_lengths, INDICES, "int64", "seq_lengths")
    rank_is(lengths, 1, "seq_lengths")
    axis = None if seq_axis is None else attribute(seq_axis, "seq_axis")
    if axis is not None and axis >= 0:
        axis_argument(axis, x.shape.rank, "seq_axis")
    place = 0 if batch_axis is None else attribute(batch_axis, "batch_axis")
    batch = axis_argument(place, x.shape.rank, "batch_axis")
    if x.shape.rank and batch is not None and batch >= 0:
        size, count = x.shape[batch], lengths.shape[0]
        if equal(size, count) is False:
            raise OpError("tf-shape", f"{count} lengths for a batch of {size}", "seq_lengths")
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.fingerprint",
    "tf.fingerprint(s[N]) -> u8[N, 8]",
    "tf.fingerprint(f32[2, 3]) -> u8[2, 8]",
    "tf.fingerprint(f32[]) !! expected rank 1 or more, got rank 0",
)
def fingerprint(data: Any, method: Any = "farmhash64", name: Any = None) -> TensorType:
    x = rank_at_least(as_tensor(data, argument="data"), 1, "data")
    return TensorType(DType.of("uint8"), of(x.shape[0], 8))


@rule(
    "tensorflow.unravel_index",
    "tf.unravel_index([2, 5, 7], [3, 3]) -> i32[2, 3]",
    "tf.unravel_index(i64[], i64[3]) -> i64[3]",
    "tf.unravel_index(i64[2], i32[2]) !! expected int64 as indices has, got int32",
    "tf.unravel_index([2, 5], [[3, 3]]) !! expected rank 1, got rank 2",
    "tf.unravel_index(f32[2], [3, 3]) !! float32 is not supported",
)
def unravel_index(indices: Any, dims: Any, name: Any = None) -> TensorType:
    x = defaulted(indices, INDICES, "int32", "indices")
    check_told_alike(indices, dims, ("indices", "dims"))
    sizes = rank_is(as_tensor(dims, like=x.dtype, argument="dims"), 1, "dims")
    if x.shape.rank is None:
        return TensorType(x.dtype, Shape.unknown())
    return TensorType(x.dtype, of(sizes.shape[0]) + (x.shape if x.shape.rank < 2 else of(UNKNOWN)))


@rule(
    "tensorflow.dynamic_stitch",
    "tf.dynamic_stitch([[0, 2], [1]], [f32[2, 4], f32[1, 4]]) -> f32[3, 4]",
    "tf.dynamic_stitch([i32[None], i32[N]], [f32[None, 4], f32[N, 4]]) -> f32[None, 4]",
    "tf.dynamic_stitch([i32[2]], [f32[3, 4]]) !! data of 3 for indices of 2",
    "tf.dynamic_stitch([i64[2]], [f32[2, 4]]) !! expected int32, got int64",
    "tf.dynamic_stitch([i32[2], i32[2]], [f32[2, 4]]) !! 1 data for 2 indices",
    "tf.dynamic_stitch([i32[2], i32[2]], [f32[2], i8[2]]) !! different dtypes float32 and int8",
)
def dynamic_stitch(indices: Any, data: Any, name: Any = None) -> TensorType:
    both = (indices, data)
    if not all(isinstance(each, (list, tuple)) for each in both) or not data:
        raise Unsure
    if len(indices) != len(data):
        raise OpError("tf-value", f"{len(data)} data for {len(indices)} indices", "data")
    places = [as_tensor(each, INT32, argument="indices") for each in indices]
    values = [as_tensor(each, argument="data") for each in data]
    check_dtypes({i: each.dtype for i, each in enumerate(values)}, "data")
    inner = Shape.unknown()
    for place, value in zip(places, values):
        if place.shape.dims is None:
            continue
        for size, dim in zip(value.shape.prefix, place.shape.dims):
            if equal(size, dim) is False:
                raise OpError("tf-shape", f"data of {size} for indices of {dim}", "data")
        inner = value.shape.slice(len(place.shape.dims), None)
    return TensorType(values[0].dtype, of(_beyond(places)) + inner)


def _beyond(places: list[TensorType]) -> Dim:
    """One more than the greatest index."""
    found = [0]
    for place in places:
        inside = contents(place)
        items = inside if isinstance(inside, tuple) else (inside,)
        if not all(map(is_number, items)):
            return UNKNOWN
        found.extend(item + 1 for item in items)
    return max(found)


@rule(
    "tensorflow.edit_distance",
    "tf.edit_distance(sparse(s[2, 3, None]), sparse(s[2, 3, None])) -> f32[2, 3]",
    "tf.edit_distance(sparse(s[2, 3]), sparse(i64[2, 3])) !! expected string as hypothesis has, got int64",
)
def edit_distance(
    hypothesis: Any, truth: Any, normalize: Any = True, name: Any = None
) -> TensorType:
    a, b = sparse(hypothesis), sparse(truth)
    if a.dtype.names.isdisjoint(b.dtype.names):
        raise OpError("tf-dtype", f"expected {a.dtype} as hypothesis has, got {b.dtype}", "truth")
    if a.shape.rank is None or a.shape.rank < 2:
        return TensorType(FLOAT32, Shape.unknown())
    pairs = zip(a.shape.slice(0, -1), b.shape.slice(0, -1) if b.shape.rank == a.shape.rank else ())
    dims = [x if x == y else UNKNOWN for x, y in pairs] or [UNKNOWN] * (a.shape.rank - 1)
    return TensorType(FLOAT32, of(*dims))


@rule(
    "tensorflow.histogram_fixed_width_bins",
    "tf.histogram_fixed_width_bins(f32[2, N], [0.0, 5.0]) -> i32[2, N]",
    "tf.histogram_fixed_width_bins(s[3], [0.0, 5.0]) !! string is not supported",
    "tf.histogram_fixed_width_bins(f32[3], [5.0]) !! expected 2 ends, got 1",
)
def histogram_fixed_width_bins(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = INT32, name: Any = None
) -> TensorType:
    # It takes the dtype of the numbers, and makes int32 all the same.
    x = allow(as_tensor(values, argument="values"), REALS, "values")
    ends = as_tensor(value_range, argument="value_range")
    if ends.shape.rank == 1 and less(ends.shape[0], 2):
        raise OpError("tf-shape", f"expected 2 ends, got {ends.shape[0]}", "value_range")
    return TensorType(INT32, x.shape)


@rule(
    "tensorflow.broadcast_dynamic_shape",
    "tf.zeros(tf.broadcast_dynamic_shape([2, 1], [3])) -> f32[2, 3]",
    "tf.broadcast_dynamic_shape(i32[2], i32[4]) -> i32[4]",
    "tf.broadcast_dynamic_shape([2], [3]) !! [2] and [3] do not broadcast",
    "tf.broadcast_dynamic_shape(i32[], i32[8]) !! expected rank 1, got rank 0",
)
def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> TensorType:
    x, y = as_tensor(shape_x, argument="shape_x"), as_tensor(shape_y, argument="shape_y")
    rank_is(x, 1, "shape_x")
    rank_is(y, 1, "shape_y")
    a, b = shape_argument(shape_x, "shape_x"), shape_argument(shape_y, "shape_y")
    shape = broadcast_shapes(a, b, "shape_y")
    rank = UNKNOWN if shape.rank is None else shape.rank
    dtype = x.dtype if x.dtype == y.dtype else DType.of("int32", "int64")
    return tensor(dtype, of(rank), shape.dims or None)


@rule(
    "tensorflow.broadcast_static_shape",
    "tf.zeros(tf.broadcast_static_shape(tf.TensorShape([2, 1]), tf.TensorShape([3]))) -> f32[2, 3]",
    "tf.broadcast_static_shape(tf.TensorShape([2]), tf.TensorShape([3])) !! [2] and [3] do not broadcast",
)
def broadcast_static_shape(shape_x: Any, shape_y: Any) -> Shape:
    if not (isinstance(shape_x, Shape) and isinstance(shape_y, Shape)):
        raise Unsure
    return broadcast_shapes(shape_x, shape_y, "shape_y")
