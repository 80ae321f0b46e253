"""tf.experimental.numpy: axes exchanged, elements turned around, diagonals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, num_elements

from .arguments import known_ints
from .rule import OpError, Unsure, with_parameters
from .tnp import array, asked, axis_of, numpy_rule
from .tnp_reductions import summed
from .values import FLOAT32, is_dim, is_number, of

# --- axes exchanged ---------------------------------------------------------------------------------------------------


@numpy_rule(
    "swapaxes",
    "f32[2, 3, N], 0, 2) -> f32[N, 3, 2]",
    "f32[2, N], -1, 0) -> f32[N, 2]",
    "f32[...], 0, 1) -> f32[...]",
    "f32[2, 3], 0, 2) !! axis 2 is out of range for rank 2",
)
def swapaxes(a: Any, axis1: Any, axis2: Any) -> TensorType:
    x = array(a, "a")
    one = axis_of(axis1, x.shape.rank, "axis1")
    other = axis_of(axis2, x.shape.rank, "axis2")
    if x.shape.dims is None or one is None or other is None:
        return TensorType(x.dtype, _of_same_rank(x.shape))
    dims = list(x.shape.dims)
    dims[one], dims[other] = dims[other], dims[one]
    return TensorType(x.dtype, of(*dims))


def _of_same_rank(shape: Shape) -> Shape:
    return Shape.unknown() if shape.rank is None else of(*[UNKNOWN] * shape.rank)


@numpy_rule(
    "moveaxis",
    "f32[2, 3, N], 0, -1) -> f32[3, N, 2]",
    "f32[2, 3, N], [0, 1], [-1, -2]) -> f32[N, 3, 2]",
    "f32[...], 1, 0) -> f32[...]",
    "f32[2, 3], [0, 1], [0]) !! 2 axes to 1 places",
)
def moveaxis(a: Any, source: Any, destination: Any) -> TensorType:
    if isinstance(a, TensorType) and a.kind != "tensor":
        raise Unsure  # where nothing is to be moved, it stays what it is
    return moved(array(a, "a"), source, destination)


def moved(x: TensorType, source: Any, destination: Any) -> TensorType:
    froms, tos = _axes(source, "source"), _axes(destination, "destination")
    if froms is None or tos is None or x.shape.dims is None:
        return TensorType(x.dtype, _of_same_rank(x.shape))
    if len(froms) != len(tos):
        raise OpError("tf-value", f"{len(froms)} axes to {len(tos)} places", "destination")
    rank = len(x.shape.dims)
    if not all(-rank <= axis < rank for axis in (*froms, *tos)):
        raise Unsure
    froms, tos = [axis % rank for axis in froms], [axis % rank for axis in tos]
    if len(set(froms)) < len(froms) or len(set(tos)) < len(tos):
        raise Unsure
    order = [axis for axis in range(rank) if axis not in froms]
    for place, axis in sorted(zip(tos, froms)):
        order.insert(place, axis)
    return TensorType(x.dtype, of(*(x.shape.dims[axis] for axis in order)))


def _axes(value: Any, argument: str) -> list[int] | None:
    if is_number(value):
        return [value]
    known = known_ints(value, argument) if isinstance(value, (list, tuple)) else None
    return None if known is None else list(known)


# --- elements turned around -------------------------------------------------------------------------------------------


@numpy_rule(
    "flip",
    "f32[2, N]) -> f32[2, N]",
    "f32[2, N], axis=1) -> f32[2, N]",
    "[1, 2]) -> i64[2]",
    "f32[2, 3], axis=2) !! axis 2 is out of range for rank 2",
)
def flip(m: Any, axis: Any = None) -> TensorType:
    x = array(m, "m")
    if axis is not None and x.shape.rank != 0:  # of a scalar any will do, eagerly
        axis_of(axis, x.shape.rank)
    return x


def _flipped(axis: int) -> Callable[[Any], TensorType]:
    return lambda m: flip(m, axis)


numpy_rule(
    "flipud",
    "f32[2, N]) -> f32[2, N]",
    "[[1, 2]]) -> i64[1, 2]",
    "[[1], [2, 3]]) !! nested lists of different shapes",
)(with_parameters(_flipped(0), m=...))
numpy_rule(
    "fliplr",
    "f32[2, N]) -> f32[2, N]",
    "[[1, 2]]) -> i64[1, 2]",
    "f32[3]) !! axis 1 is out of range for rank 1",
)(with_parameters(_flipped(1), m=...))


@numpy_rule(
    "roll",
    "f32[2, N], 1) -> f32[2, N]",
    "f32[2, N], [1, 2], axis=[0, 1]) -> f32[2, N]",
    "[1, 2, 3], 1) -> i64[3]",
    "[[1], [2, 3]], 1) !! nested lists of different shapes",
)
def roll(a: Any, shift: Any, axis: Any = None) -> TensorType:
    return array(a, "a")


@numpy_rule(
    "rot90",
    "f32[2, N]) -> f32[N, 2]",
    "f32[2, 3], k=2) -> f32[2, 3]",
    "f32[2, 3, N], axes=(1, 2)) -> f32[2, N, 3]",
    "f32[2, 3], some_int) -> f32[None, None]",
    "f32[3]) !! axis 1 is out of range for rank 1",
)
def rot90(m: Any, k: Any = 1, axes: Any = (0, 1)) -> TensorType:
    if not isinstance(m, TensorType) or m.kind != "tensor" or m.shape.rank == 0:
        raise Unsure  # where nothing is to be turned, it stays what it is
    places = _axes(axes, "axes")
    if places is None or len(places) != 2:
        raise Unsure
    one, other = (axis_of(axis, m.shape.rank, "axes") for axis in places)
    if is_number(k) and k % 2 == 0:
        return TensorType(m.dtype, m.shape)
    if m.shape.dims is None or one is None or other is None:
        return TensorType(m.dtype, Shape.unknown())
    turned = swapaxes(m, one, other).shape
    if not is_number(k):
        turned = (
            turned if turned == m.shape else m.shape.replace(one, UNKNOWN).replace(other, UNKNOWN)
        )
    return TensorType(m.dtype, turned)


# --- diagonals --------------------------------------------------------------------------------------------------------


def _diagonal_size(rows: Dim, columns: Dim, offset: Any) -> Dim:
    if not is_number(offset) or not is_number(rows) or not is_number(columns):
        return rows if is_number(offset) and offset == 0 and rows == columns else UNKNOWN
    return max(0, min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns))


def squared(size: Dim, k: Any) -> Shape:
    if isinstance(k, bool) or not is_number(k) or not is_dim(size):
        return of(UNKNOWN, UNKNOWN)
    return of(size + abs(k), size + abs(k))


def on_diagonal(shape: Shape, k: Any, argument: str) -> Shape:
    """The matrix with a vector on its diagonal, or the diagonal of a matrix."""
    if shape.rank is None:
        return Shape.unknown()
    if shape.rank not in (1, 2):
        raise OpError("tf-rank", f"expected rank 1 or 2, got rank {shape.rank}", argument)
    return squared(shape[0], k) if shape.rank == 1 else of(_diagonal_size(shape[0], shape[1], k))


def diagonals(shape: Shape, offset: Any, axis1: Any, axis2: Any) -> Shape:
    """The diagonals of the matrices in two axes."""
    if shape.rank is None or shape.rank < 2:
        return Shape.unknown()
    last = moved(TensorType(FLOAT32, shape), [axis1, axis2], [-2, -1]).shape
    return last.slice(0, -2) + of(_diagonal_size(last[-2], last[-1], offset))


@numpy_rule(
    "diag",
    "f32[3]) -> f32[3, 3]",
    "f32[N], k=-2) -> f32[N + 2, N + 2]",
    "f32[3, 4]) -> f32[3]",
    "f32[3, 4], 2) -> f32[2]",
    "[1, 2]) -> i64[2, 2]",
    "f32[...]) -> f32[...]",
    "f32[2, 3, 4]) !! expected rank 1 or 2, got rank 3",
)
def diag(v: Any, k: Any = 0) -> TensorType:
    x = array(v, "v")
    return TensorType(x.dtype, on_diagonal(x.shape, k, "v"))


@numpy_rule(
    "diagflat",
    "f32[2, 3]) -> f32[6, 6]",
    "f32[N], 1) -> f32[N + 1, N + 1]",
    "[1, 2]) -> i64[2, 2]",
    "[[1], [2, 3]]) !! nested lists of different shapes",
)
def diagflat(v: Any, k: Any = 0) -> TensorType:
    x = array(v, "v")
    return TensorType(x.dtype, squared(num_elements(x.shape), k))


@numpy_rule(
    "diagonal",
    "f32[3, 4]) -> f32[3]",
    "f32[3, 4], offset=2) -> f32[2]",
    "f32[2, 3, 4], axis1=1, axis2=2) -> f32[2, 3]",
    "f32[2, N, 4]) -> f32[4, None]",
    "f32[...]) -> f32[...]",
    "[[1], [2, 3]]) !! nested lists of different shapes",
)
def diagonal(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> TensorType:
    x = array(a, "a")
    return TensorType(x.dtype, diagonals(x.shape, offset, axis1, axis2))


@numpy_rule(
    "trace",
    "f32[3, 4]) -> f32[]",
    "f32[2, 3, N], axis1=1, axis2=2) -> f32[2]",
    "f32[3, 4], 1) -> f32[]",
    "i8[3, 3]) -> i8[]",
    "i8[3, 3], 1) -> i64[]",
    "i8[3, 3], dtype=tf.float32) -> f32[]",
    "[[1], [2, 3]]) !! nested lists of different shapes",
)
def trace(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, dtype: Any = None) -> TensorType:
    """Of the last two axes it is `tf.linalg.trace`, of others a sum, for which ints become larger ones."""
    x = array(a, "a", None if dtype is None else asked(dtype))
    kept = diagonals(x.shape, offset, axis1, axis2)
    shape = kept.slice(0, -1) if kept.rank else Shape.unknown()
    if dtype is not None or summed(x.dtype) == x.dtype:
        return TensorType(x.dtype, shape)
    rank = x.shape.rank
    if rank is None or not all(map(is_number, (offset, axis1, axis2))):
        return TensorType(DType.any(), shape)
    is_last = offset == 0 and axis1 in (-2, rank - 2) and axis2 in (-1, rank - 1)
    return TensorType(x.dtype if is_last else summed(x.dtype), shape)
