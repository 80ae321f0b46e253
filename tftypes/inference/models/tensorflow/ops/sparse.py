"""tf.SparseTensor and tf.sparse. What is dense where a sparse tensor is needed is mypy's to tell, from the stubs."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, Unknown, equal, num_elements

from .arguments import (
    allow,
    axis_argument,
    count_argument,
    dim_argument,
    dtype_argument,
    int_argument,
    ints_argument,
    known_ints,
    rank_at_least,
    rank_is,
    shape_argument,
)
from .conversion import as_tensor
from .describe import describe
from .groups import FLOATS
from .rule import OpError, Unsure, rule
from .scalars import scalar
from .sparse_places import check_places, in_order, places_of
from .values import BOOL, FLOAT32, INT64, is_dim, is_number, is_sparse, of


def sparse(value: Any) -> TensorType:
    """An operand that has to be sparse. Raises OpError for what is dense for sure."""
    if isinstance(value, Unknown):
        return TensorType(DType.any(), Shape.unknown(), "sparse")
    is_told = (
        isinstance(value, TensorType) and value.shape.rank is not None
    )  # not what tf.cast(x) is
    is_dense = is_told and value.kind in ("tensor", "variable", "array")
    if value is None or is_dense or isinstance(value, (list, int, float, str)):
        words = f"expected a SparseTensor, got {describe(value)}"
        raise OpError("tf-value", words, hint="tf.sparse.from_dense(x) makes one of a tensor")
    if not isinstance(value, TensorType) or value.kind != "sparse":
        raise Unsure
    return value


def made(dtype: DType, shape: Shape) -> TensorType:
    """A sparse result."""
    return TensorType(dtype, shape, "sparse")


# --- construction and conversion --------------------------------------------------------------------------------------


@rule(
    "tensorflow.SparseTensor",
    "tf.SparseTensor([[0, 0], [1, 2]], [1.0, 2.0], [3, 4]) -> sparse(f32[3, 4])",
    "tf.SparseTensor(i64[None, 3], s[None], i64[3]) -> sparse(s[None, None, None])",
    "tf.SparseTensor(indices=i64[2, 2], values=f32[2], dense_shape=[5, 6]) -> sparse(f32[5, 6])",
    "tf.SparseTensor(i64[2, 2], f32[3], [4, 4]) !! 2 indices for 3 values",
    "tf.SparseTensor([[0], [1]], [1, 2], [3, 4]) !! indices of 1 numbers for 2 dims",
    "tf.SparseTensor(i64[2], f32[2], [4]) !! expected rank 2, got rank 1",
    "tf.SparseTensor(i32[2, 2], f32[2], [4, 4]) !! expected int64, got int32",
    "tf.SparseTensor(i64[2, 1], f32[2], 4) !! expected rank 1, got rank 0",
)
def sparse_tensor(indices: Any, values: Any, dense_shape: Any) -> TensorType:
    places = rank_is(as_tensor(indices, INT64, argument="indices"), 2, "indices")
    inside = rank_is(as_tensor(values, argument="values"), 1, "values")
    if isinstance(dense_shape, TensorType):
        as_tensor(dense_shape, INT64, argument="dense_shape")
    if is_number(dense_shape) and dense_shape >= 0:
        raise OpError(
            "tf-rank", "expected rank 1, got rank 0", "dense_shape", "[dense_shape] has one size"
        )
    shape = shape_argument(dense_shape, "dense_shape")
    if equal(places.shape[0], inside.shape[0]) is False:
        words = f"{places.shape[0]} indices for {inside.shape[0]} values"
        is_turned = equal(places.shape[1], inside.shape[0]) and places.shape[0] == shape.rank
        hint = "np.transpose(indices) has a row for each" if is_turned is True else None
        raise OpError("tf-shape", words, "values", hint)
    rank = places.shape[1]
    if shape.rank is not None and equal(rank, shape.rank) is False:
        raise OpError("tf-shape", f"indices of {rank} numbers for {shape.rank} dims", "dense_shape")
    if shape.rank is None and is_number(rank):
        shape = of(*[UNKNOWN] * rank)
    return TensorType(inside.dtype, shape, "sparse", places_of(places))


@rule(
    "tensorflow.SparseTensor.with_values",
    "sparse(f32[2, 3]).with_values(i32[None]) -> sparse(i32[2, 3])",
    "sparse(f32[2, 3]).with_values(i32[2, 3]) !! expected rank 1, got rank 2",
)
def with_values(self: Any, new_values: Any) -> TensorType:
    x = sparse(self)
    values = rank_is(as_tensor(new_values, argument="new_values"), 1, "new_values")
    return made(values.dtype, x.shape)


@rule(
    "tensorflow.sparse.from_dense",
    "tf.sparse.from_dense(f32[2, N]) -> sparse(f32[2, N])",
    "tf.sparse.from_dense([[1, 0], [0, 2]]) -> sparse(i32[2, 2])",
    "tf.sparse.from_dense([[1, 2], [3]]) !! nested lists of different shapes",
)
def from_dense(tensor: Any, name: Any = None) -> TensorType:
    x = as_tensor(tensor, argument="tensor")
    return made(x.dtype, x.shape)


@rule(
    "tensorflow.sparse.to_dense",
    "tf.sparse.to_dense(sparse(f32[2, 3])) -> f32[2, 3]",
    "tf.sparse.to_dense(sparse(s[N, None]), default_value='') -> s[N, None]",
    "tf.sparse.to_dense(tf.SparseTensor([[1, 0], [0, 2]], [1., 2.], [2, 3]), 0., False) -> f32[2, 3]",
    "tf.sparse.to_dense(tf.sparse.reorder(tf.SparseTensor([[1], [0]], [1., 2.], [2]))) -> f32[2]",
    "tf.sparse.to_dense(sparse(i32[2, 3]), 0.5) !! int32 cannot hold the float 0.5",
    "tf.sparse.to_dense(tf.SparseTensor([[1, 0], [0, 2]], [1., 2.], [2, 3])) !! out of order",
    "tf.sparse.to_dense(tf.SparseTensor([[1], [1]], [1., 2.], [2])) !! there twice",
    "tf.sparse.to_dense(tf.SparseTensor([[1], [2]], [1., 2.], [2])) !! is outside of [2]",
)
def to_dense(
    sp_input: Any, default_value: Any = None, validate_indices: Any = True, name: Any = None
) -> TensorType:
    x = sparse(sp_input)
    if default_value is not None and x.dtype.is_known:
        scalar(default_value, "default_value", x.dtype)
    check_places(x, validate_indices is True, "sp_input")
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.sparse.to_indicator",
    "tf.sparse.to_indicator(sparse(i64[2, 3]), 10) -> b[2, 10]",
    "tf.sparse.to_indicator(sparse(i32[N, 4, 3]), 7) -> b[N, 4, 7]",
    "tf.sparse.to_indicator(sparse(i64[2, 3]), 'a') !! expected ints, got 'a'",
)
def to_indicator(sp_input: Any, vocab_size: Any, name: Any = None) -> TensorType:
    shape = sparse(sp_input).shape
    if shape.rank == 0:
        raise Unsure
    return TensorType(BOOL, shape.replace(-1, dim_argument(vocab_size, "vocab_size")))


def _count(value: Any, argument: str) -> Dim:
    """A number of rows, which an actual tensor of floats may tell too."""
    is_cut = isinstance(value, TensorType) and value.dtype.is_integer is not True
    return UNKNOWN if is_cut else count_argument(value, argument)


def _wanted(value: Any, argument: str) -> Shape:
    """A shape; floats in a list are cut."""
    if isinstance(value, (list, tuple)):
        return of(*(item if is_dim(item) else UNKNOWN for item in value))
    return shape_argument(value, argument)


@rule(
    "tensorflow.sparse.eye",
    "tf.sparse.eye(3) -> sparse(f32[3, 3])",
    "tf.sparse.eye(3, 4, tf.int32) -> sparse(i32[3, 4])",
    "tf.sparse.eye(2.5) !! expected ints, got 2.5",
    "tf.sparse.eye(-1) !! negative size -1",
)
def eye(
    num_rows: Any, num_columns: Any = None, dtype: Any = FLOAT32, name: Any = None
) -> TensorType:
    rows = _count(num_rows, "num_rows")
    columns = rows if num_columns is None else _count(num_columns, "num_columns")
    return made(dtype_argument(dtype), of(rows, columns))


# --- each on its own --------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.sparse.reorder",
    "tf.sparse.reorder(sparse(f32[2, N])) -> sparse(f32[2, N])",
)
def reorder(sp_input: Any, name: Any = None) -> TensorType:
    return in_order(sparse(sp_input))


@rule(
    "tensorflow.sparse.softmax",
    "tf.sparse.softmax(sparse(f32[2, 3])) -> sparse(f32[2, 3])",
    "tf.sparse.softmax(sparse(i32[2, 3])) !! int32 is not supported",
    "tf.sparse.softmax(sparse(f32[3])) !! expected rank 2 or more, got rank 1",
)
def softmax(sp_input: Any, name: Any = None) -> TensorType:
    return rank_at_least(allow(sparse(sp_input), FLOATS - {"bfloat16"}, "sp_input"), 2, "sp_input")


@rule(
    "tensorflow.sparse.retain",
    "tf.sparse.retain(sparse(f32[2, 3]), b[None]) -> sparse(f32[2, 3])",
    "tf.sparse.retain(sparse(f32[2, 3]), b[2, 3]) !! expected rank 1, got rank 2",
)
def retain(sp_input: Any, to_retain: Any) -> TensorType:
    x = sparse(sp_input)
    rank_is(as_tensor(to_retain, argument="to_retain"), 1, "to_retain")
    return x


@rule(
    "tensorflow.sparse.map_values",
    "tf.sparse.map_values(tf.abs, sparse(f32[2, 3])).indices -> i64[None, 2]",
)
def map_values(op: Any, *args: Any, **kwargs: Any) -> TensorType:
    """The op is not known here, and so neither is the dtype that it makes."""
    inputs = [value for value in (*args, *kwargs.values()) if is_sparse(value)]
    if not inputs:
        raise Unsure
    return made(DType.any(), inputs[0].shape)


@rule(
    "tensorflow.sparse.fill_empty_rows",
    "tf.sparse.fill_empty_rows(sparse(f32[4, 3]), 0.0) -> (sparse(f32[4, 3]), b[4])",
    "tf.sparse.fill_empty_rows(sparse(s[N, None]), '') -> (sparse(s[N, None]), b[N])",
    "tf.sparse.fill_empty_rows(sparse(i32[4, 3]), 'a') !! int32 cannot hold the str 'a'",
)
def fill_empty_rows(
    sp_input: Any, default_value: Any, name: Any = None
) -> tuple[TensorType, TensorType]:
    x = sparse(sp_input)
    as_tensor(default_value, x.dtype if x.dtype.is_known else None, argument="default_value")
    rows = UNKNOWN if x.shape.rank == 0 else x.shape[0]
    return x, TensorType(BOOL, of(rows))


# --- shapes -----------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.sparse.expand_dims",
    "tf.sparse.expand_dims(sparse(f32[2, 3])) -> sparse(f32[2, 3, 1])",
    "tf.sparse.expand_dims(sparse(f32[2, N]), axis=0) -> sparse(f32[1, 2, N])",
    "tf.sparse.expand_dims(sparse(f32[2, 3]), 3) !! axis 3 is out of range",
)
def expand_dims(sp_input: Any, axis: Any = None, name: Any = None) -> TensorType:
    x = sparse(sp_input)
    rank = x.shape.rank
    place = -1 if axis is None else int_argument(axis, "axis")
    if rank is None or place is None:
        return made(x.dtype, Shape.unknown() if rank is None else of(*[UNKNOWN] * (rank + 1)))
    if not -rank - 1 <= place <= rank:
        raise OpError(
            "tf-axis",
            f"axis {place} is out of range for rank {rank}",
            "axis",
            f"a new axis goes from {-rank - 1} to {rank}",
        )
    return made(x.dtype, x.shape.insert(place % (rank + 1), 1))


@rule(
    "tensorflow.sparse.reshape",
    "tf.sparse.reshape(sparse(f32[2, 6]), [3, 4]) -> sparse(f32[3, 4])",
    "tf.sparse.reshape(sparse(f32[2, 6]), [-1]) -> sparse(f32[12])",
    "tf.sparse.reshape(sparse(f32[N, 6]), [-1, 3]) -> sparse(f32[2*N, 3])",
    "tf.sparse.reshape(sparse(f32[2, 6]), [5, 2]) !! 12 elements do not make [5, 2]",
    "tf.sparse.reshape(sparse(f32[2, 6]), [-1, -1]) !! only one size can be -1",
)
def reshape(sp_input: Any, shape: Any, name: Any = None) -> TensorType:
    x = sparse(sp_input)
    wanted = _wanted(shape, "shape")
    if wanted.dims is None:
        return made(x.dtype, Shape.unknown())
    open_places = [place for place, dim in enumerate(wanted.dims) if dim == -1]
    if len(open_places) > 1:
        raise OpError("tf-value", "only one size can be -1", "shape")
    elements = num_elements(x.shape)
    if open_places:
        rest = num_elements(wanted.replace(open_places[0], 1))
        if is_number(rest) and rest > 0 and not isinstance(elements, Unknown):
            if is_number(elements) and elements % rest:
                raise _unfit(elements, wanted)
            return made(x.dtype, wanted.replace(open_places[0], elements // rest))
        return made(x.dtype, wanted.replace(open_places[0], UNKNOWN))
    if is_number(elements) and equal(elements, num_elements(wanted)) is False:
        raise _unfit(elements, wanted)
    return made(x.dtype, wanted)


def _unfit(elements: object, wanted: Shape) -> OpError:
    return OpError("tf-shape", f"{elements} elements do not make {wanted}", "shape")


@rule(
    "tensorflow.sparse.reset_shape",
    "tf.sparse.reset_shape(sparse(f32[2, 3]), [4, 5]) -> sparse(f32[4, 5])",
    "tf.sparse.reset_shape(sparse(f32[2, 3])) -> sparse(f32[None, None])",
    "tf.sparse.reset_shape(sparse(f32[2, 3]), [2, 3, 4]) !! expected rank 2, got rank 3",
    "tf.sparse.reset_shape(sparse(f32[2, 3]), [2, 2]) !! [2, 2] is less than [2, 3]",
)
def reset_shape(sp_input: Any, new_shape: Any = None) -> TensorType:
    x = sparse(sp_input)
    rank = x.shape.rank
    if new_shape is None:
        return made(x.dtype, Shape.unknown() if rank is None else of(*[UNKNOWN] * rank))
    wanted = _wanted(new_shape, "new_shape")
    if rank is not None and wanted.rank is not None:
        if rank != wanted.rank:
            raise OpError("tf-rank", f"expected rank {rank}, got rank {wanted.rank}", "new_shape")
        for old, new in zip(x.shape, wanted):
            if is_number(old) and is_number(new) and new < old:
                raise OpError("tf-shape", f"{wanted} is less than {x.shape}", "new_shape")
    return made(x.dtype, wanted)


@rule(
    "tensorflow.sparse.slice",
    "tf.sparse.slice(sparse(f32[4, 6]), [1, 2], [2, 3]) -> sparse(f32[2, 3])",
    "tf.sparse.slice(sparse(f32[4, 6]), [3, 2], [2, 9]) -> sparse(f32[1, 4])",
    "tf.sparse.slice(sparse(f32[N, 6]), [0, 0], [2, 6]) -> sparse(f32[None, 6])",
    "tf.sparse.slice(sparse(f32[4, 6]), [0], [2]) !! 1 starts for rank 2",
)
def slice_(sp_input: Any, start: Any, size: Any, name: Any = None) -> TensorType:
    """A slice that reaches beyond the end is cut off there."""
    x = sparse(sp_input)
    starts, sizes = ints_argument(start, "start"), ints_argument(size, "size")
    rank = x.shape.rank
    for what, given in (("starts", starts), ("sizes", sizes)):
        if given is not None and rank is not None and len(given) != rank:
            raise OpError("tf-rank", f"{len(given)} {what} for rank {rank}", what[:-1])
    if rank is None:
        return made(x.dtype, Shape.unknown())
    unknown = (UNKNOWN,) * rank
    cuts = zip(x.shape, starts or unknown, sizes or unknown)
    return made(x.dtype, of(*(_cut(*cut) for cut in cuts)))


def _cut(dim: Any, start: Any, size: Any) -> Any:
    if not (is_number(dim) and is_number(start) and is_number(size)) or start < 0 or size < 0:
        return UNKNOWN
    return max(0, min(dim - start, size))


@rule(
    "tensorflow.sparse.transpose",
    "tf.sparse.transpose(sparse(f32[2, N])) -> sparse(f32[N, 2])",
    "tf.sparse.transpose(sparse(f32[2, 3, 4]), perm=[1, 0, 2]) -> sparse(f32[3, 2, 4])",
    "tf.sparse.transpose(sparse(f32[2, 3]), [0, 1, 2]) !! 3 axes for rank 2",
)
def transpose(sp_input: Any, perm: Any = None, name: Any = None) -> TensorType:
    x = sparse(sp_input)
    if x.shape.dims is None:
        return made(x.dtype, Shape.unknown())
    rank = len(x.shape.dims)
    if perm is None:
        return made(x.dtype, of(*reversed(x.shape.dims)))
    order = known_ints(perm, "perm")
    if order is None:
        return made(x.dtype, of(*[UNKNOWN] * rank))
    if len(order) != rank:
        raise OpError("tf-shape", f"{len(order)} axes for rank {rank}", "perm")
    if sorted(order) != list(range(rank)):
        return made(x.dtype, of(*[UNKNOWN] * rank))
    return made(x.dtype, of(*(x.shape[place] for place in order)))


@rule(
    "tensorflow.sparse.split",
    "tf.sparse.split(sparse(f32[4, 6]), 2, axis=1) -> [sparse(f32[4, 3]), sparse(f32[4, 3])]",
    "tf.sparse.split(sparse(f32[5, N]), num_split=2, axis=0) -> [sparse(f32[3, N]), sparse(f32[2, N])]",
    "tf.sparse.split(sparse(f32[4, 6]), 2, axis=2) !! axis 2 is out of range for rank 2",
    "tf.sparse.split(sparse(f32[4, 6]), 7, axis=1) !! 7 parts of a size of 6",
)
def split(
    sp_input: Any = None, num_split: Any = None, axis: Any = None, name: Any = None
) -> list[TensorType]:
    """The first parts are one longer where the size does not divide."""
    x = sparse(sp_input)
    parts = int_argument(num_split, "num_split")
    place = axis_argument(axis, x.shape.rank)
    if parts is None or parts <= 0 or place is None or x.shape.rank is None:
        raise Unsure
    size = x.shape[place]
    if not is_number(size):
        return [made(x.dtype, x.shape.replace(place, UNKNOWN))] * parts
    if parts > size:
        raise OpError("tf-value", f"{parts} parts of a size of {size}", "num_split")
    each, longer = divmod(size, parts)
    sizes = [each + (part < longer) for part in range(parts)]
    return [made(x.dtype, x.shape.replace(place, part)) for part in sizes]
