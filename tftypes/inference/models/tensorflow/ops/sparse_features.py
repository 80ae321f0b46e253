"""tf.sparse: columns of features crossed and counted, slices of tables, sums of their rows."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, equal

from .arguments import allow, attributes, defaulted, dim_argument, rank_at_least, rank_is
from .conversion import as_tensor
from .groups import FLOATS, INDICES, REALS, Names
from .rule import OpError, Unsure, rule
from .sparse import made
from .values import ANY, INT64, STRING, is_number, is_sparse, of


def crossed(inputs: Any, allowed: Names = ANY.names) -> Any:
    """The number of rows of a list of columns, each dense, ragged or sparse, of numbers or strings."""
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise Unsure
    rows: Any = UNKNOWN
    for value in inputs:
        x = value if isinstance(value, TensorType) else as_tensor(value, argument="inputs")
        rank_is(allow(x, allowed, "inputs"), 2, "inputs")
        first = UNKNOWN if x.shape.rank is None else x.shape[0]
        if equal(rows, first) is False:
            raise OpError("tf-shape", f"{rows} and {first} rows", "inputs")
        rows = first if rows is UNKNOWN else rows
    return rows


@rule(
    "tensorflow.sparse.cross",
    "tf.sparse.cross([s[2, 3], s[2, 4]]) -> sparse(s[2, None])",
    "tf.sparse.cross([sparse(s[2, 3]), i64[2, 1]]) -> sparse(s[2, None])",
    "tf.sparse.cross([s[3], s[2, 3]]) !! expected rank 2, got rank 1",
)
def cross(inputs: Any, name: Any = None, separator: Any = None) -> TensorType:
    return made(STRING, of(crossed(inputs), UNKNOWN))


@rule(
    "tensorflow.sparse.cross_hashed",
    "tf.sparse.cross_hashed([s[2, 3], s[2, 4]], num_buckets=100) -> sparse(i64[2, None])",
    "tf.sparse.cross_hashed([s[2, 3], s[3, 3]]) !! 2 and 3 rows",
)
def cross_hashed(
    inputs: Any, num_buckets: Any = 0, hash_key: Any = None, name: Any = None
) -> TensorType:
    return made(INT64, of(crossed(inputs), UNKNOWN))


@rule(
    "tensorflow.sparse.bincount",
    "tf.sparse.bincount(i64[2, 3], axis=-1) -> sparse(i64[2, None])",
    "tf.sparse.bincount(i32[3]).indices -> i64[None, 1]",
    "tf.sparse.bincount(i64[2, 3], weights=f32[2, 3], axis=-1) -> sparse(f32[2, None])",
    "tf.sparse.bincount(f32[2, 3]) !! float32 is not supported",
    "tf.sparse.bincount(i64[2, 3], axis=1) !! the axis is 0 or -1",
)
def bincount(
    values: Any,
    weights: Any = None,
    axis: Any = 0,
    minlength: Any = None,
    maxlength: Any = None,
    binary_output: Any = False,
    name: Any = None,
) -> TensorType:
    x = values if is_sparse(values) else as_tensor(values, argument="values")
    allow(x, INDICES, "values")
    if axis is not None and is_number(axis) and axis not in (0, -1):
        raise OpError("tf-value", "the axis is 0 or -1", "axis")
    if weights is None:
        # Counted as what the values are, or as int64: that depends on the kernel.
        dtype = INT64 if x.dtype == INT64 else DType.of("int32", "int64")
    else:
        dtype = weights.dtype if is_sparse(weights) else as_tensor(weights).dtype
    if axis == -1 and x.shape.rank == 2:
        return made(dtype, of(x.shape[0], UNKNOWN))
    return made(dtype, of(UNKNOWN) if axis in (0, None) or x.shape.rank == 1 else Shape.unknown())


@rule(
    "tensorflow.sparse.mask",
    "tf.sparse.mask(tf.IndexedSlices(f32[4, 3], i32[4]), [1, 2]).values -> f32[None, 3]",
)
def mask(a: Any, mask_indices: Any, name: Any = None) -> TensorType:
    if not isinstance(a, TensorType) or a.kind != "indexed_slices":
        raise Unsure
    return rank_at_least(a, 1, "a")


@rule(
    "tensorflow.IndexedSlices",
    "tf.IndexedSlices(f32[2, 3], i32[2], [10, 3]).values -> f32[None, 3]",
    "tf.IndexedSlices(variable(f32[2, 3]), i32[2]) -> anything",
)
def indexed_slices(values: Any, indices: Any, dense_shape: Any = None) -> TensorType:
    """Its shape is that of the whole tensor: the first size is known only where it is given."""
    for part in (values, indices):
        if not isinstance(part, TensorType) or part.kind != "tensor":
            raise Unsure  # it stays what it is
    x = values
    if indices.shape.rank != 1:
        raise Unsure
    if dense_shape is None:
        shape = x.shape if x.shape.rank == 0 else x.shape.replace(0, UNKNOWN)
    else:
        dims = attributes(dense_shape, "dense_shape")
        shape = _of_slices(x.shape, Shape.unknown() if dims is None else of(*dims))
    return TensorType(x.dtype, shape, "indexed_slices")


def _of_slices(values: Shape, dense: Shape) -> Shape:
    """The shape of a whole of which there are these slices; nothing checks that it is."""
    if dense.rank != values.rank or not dense.rank:
        raise Unsure
    pairs = zip(dense.slice(1, None), values.slice(1, None))
    return dense.slice(0, 1) + of(*(size if size == own else UNKNOWN for size, own in pairs))


# --- sums of rows -----------------------------------------------------------------------------------------------------


def _register_segments(op: str, int_sums: bool) -> None:
    def function(
        data: Any,
        indices: Any,
        segment_ids: Any,
        num_segments: Any = None,
        name: Any = None,
        sparse_gradient: Any = False,
    ) -> TensorType:
        x = rank_at_least(as_tensor(data, argument="data"), 1, "data")
        allow(x, REALS if int_sums else FLOATS, "data")
        places = rank_is(defaulted(indices, INDICES, "int32", "indices"), 1, "indices")
        ids = rank_is(defaulted(segment_ids, INDICES, "int32", "segment_ids"), 1, "segment_ids")
        if equal(places.shape[0], ids.shape[0]) is False:
            raise OpError(
                "tf-shape",
                f"{ids.shape[0]} segment ids for {places.shape[0]} indices",
                "segment_ids",
            )
        count = UNKNOWN if num_segments is None else dim_argument(num_segments, "num_segments")
        return TensorType(x.dtype, of(count) + x.shape.slice(1, None))

    rule(
        f"tensorflow.sparse.{op}",
        f"tf.sparse.{op}(f32[5, N], [0, 2], [0, 0]) -> f32[None, N]",
        f"tf.sparse.{op}(f32[5, 3], i32[4], i32[4], num_segments=7) -> f32[7, 3]",
        f"tf.sparse.{op}(f32[5, 3], i32[4], i32[3]) !! 3 segment ids for 4 indices",
        f"tf.sparse.{op}(f32[5, 3], f32[4], i32[4]) !! float32 is not supported",
        f"tf.sparse.{op}(f32[], i32[4], i32[4]) !! expected rank 1 or more, got rank 0",
    )(function)


for _name in ("segment_sum", "segment_mean", "segment_sqrt_n"):
    _register_segments(_name, _name == "segment_sum")
