"""tf.ragged and the methods of tf.RaggedTensor."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType, merge

from .arguments import dtype_argument, shape_argument
from .conversion import as_tensor
from .rule import OpError, Unsure, rule
from .values import FLOAT32, INT64, ListOf, of


@rule(
    "tensorflow.RaggedTensor.to_tensor",
    "ragged(f32[N, None]).to_tensor() -> f32[N, None]",
    "ragged(i32[2, None, 3]).to_tensor(default_value=-1) -> i32[2, None, 3]",
    "ragged(f32[2, None]).to_tensor(shape=[None, 5]) -> f32[2, 5]",
    "ragged(i32[2, None]).to_tensor(0.5) !! a int32 tensor cannot hold the float 0.5",
)
def to_tensor(
    self: Any, default_value: Any = None, name: Any = None, shape: Any = None
) -> TensorType:
    if not isinstance(self, TensorType):
        raise Unsure
    if default_value is not None and self.dtype.is_known:
        as_tensor(default_value, self.dtype, argument="default_value")
    if shape is None:
        return TensorType(self.dtype, self.shape)
    wanted = shape_argument(shape)
    if wanted.rank is None or self.shape.rank != wanted.rank:
        return TensorType(self.dtype, wanted)
    # Rows longer than that are cut: what is asked for wins.
    dims = (
        own if asked is UNKNOWN or asked == -1 else asked for own, asked in zip(self.shape, wanted)
    )
    return TensorType(self.dtype, Shape.of(*dims))


@rule("tensorflow.RaggedTensor.row_lengths", "ragged(f32[N, None]).row_lengths() -> index[N]")
def row_lengths(self: Any, axis: Any = 1, name: Any = None) -> TensorType:
    if not isinstance(self, TensorType) or axis != 1 or self.shape.rank in (0, 1):
        raise Unsure
    return TensorType(DType.of("int32", "int64"), of(self.shape[0]))


@rule("tensorflow.RaggedTensor.nrows", "ragged(f32[N, None]).nrows() -> index[]")
def nrows(self: Any, out_type: Any = None, name: Any = None) -> TensorType:
    return TensorType(dtype_argument(out_type, DType.of("int32", "int64")), Shape.scalar())


@rule(
    "tensorflow.RaggedTensor.bounding_shape",
    "ragged(f32[2, None]).bounding_shape() -> index[2]",
)
def bounding_shape(
    self: Any, axis: Any = None, name: Any = None, out_type: Any = None
) -> TensorType:
    if not isinstance(self, TensorType) or axis is not None:
        raise Unsure
    made = dtype_argument(out_type, DType.of("int32", "int64"))
    return TensorType(made, of(UNKNOWN if self.shape.rank is None else self.shape.rank))


@rule(
    "tensorflow.ragged.constant",
    "tf.ragged.constant([[1, 2], [3]]) -> ragged(i32[2, None])",
    "tf.ragged.constant([[1., 2.], [3.]], dtype=tf.float64) -> ragged(f64[2, None])",
    "tf.ragged.constant([['a'], []]) -> ragged(s[2, None])",
    "tf.ragged.constant([[[1], []], [[2, 3]]]) -> ragged(i32[2, None, None])",
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
    if not isinstance(pylist, (list, tuple)) or ragged_rank is not None or inner_shape is not None:
        raise Unsure
    leaves: list[Any] = []
    depth = _depth(pylist, leaves)
    if depth is None:
        raise Unsure
    made = (
        dtype_argument(dtype)
        if dtype is not None
        else as_tensor(leaves).dtype
        if leaves
        else FLOAT32
    )
    if dtype is not None:
        as_tensor(leaves, made, argument="pylist")
    return TensorType(
        made, of(len(pylist), *[UNKNOWN] * (depth - 1)), "ragged" if depth > 1 else "tensor"
    )


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
)
def stack(values: Any, axis: Any = 0, name: Any = None) -> TensorType:
    if not isinstance(values, (list, tuple)) or axis != 0 or not values:
        raise Unsure
    parts = [as_tensor(value, argument="values") for value in values]
    if any(part.shape.rank != 1 for part in parts) or len({part.dtype for part in parts}) > 1:
        raise Unsure
    return TensorType(parts[0].dtype, of(len(parts), UNKNOWN), "ragged")
