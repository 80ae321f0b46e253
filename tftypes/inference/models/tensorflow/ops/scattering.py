"""tf.*: elements put where indices say."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape, TensorType
from tftypes.algebra.matching import mismatch

from .arguments import rank_at_least
from .broadcasting import check_told_alike, matched
from .conversion import as_tensor
from .gathering import check_rows, index_operand
from .random import size_of
from .rule import OpError, rule
from .values import contents, is_number


@rule(
    "tensorflow.scatter_nd",
    "tf.scatter_nd(i32[4, 1], f32[4, 3], [8, 3]) -> f32[8, 3]",
    "tf.scatter_nd(i64[None, 2], f32[None], i64[2]) -> f32[None, None]",
    "tf.scatter_nd(i32[4, 1], f32[4, N], tf.shape(f32[8, N])) -> f32[8, N]",
    "tf.scatter_nd(i32[4, 1], f32[5, 3], [8, 3]) !! expected [4, 3] ([4] indices, each of [3]), got [5, 3]",
    "tf.scatter_nd(f32[4, 1], f32[4, 3], [8, 3]) !! float32 is not supported",
    "tf.scatter_nd(i64[4, 1], f32[4], [tf.shape(f32[8])[0]]) -> f32[8]",
    "tf.scatter_nd(i64[4, 1], f32[4], tf.shape(f32[8])) !! expected int64 as indices has, got int32",
)
def scatter_nd(
    indices: Any, updates: Any, shape: Any, bad_indices_policy: Any = "", name: Any = None
) -> TensorType:
    target = size_of(shape)
    values = as_tensor(updates, argument="updates")
    where = rank_at_least(index_operand(indices), 1, "indices")
    check_told_alike(indices, shape, ("indices", "shape"))
    check_updates(where.shape, values.shape, target)
    if not bad_indices_policy:
        check_rows(contents(where), target)
    return TensorType(values.dtype, target)


def check_updates(indices: Shape, updates: Shape, target: Shape) -> None:
    """Updates have the outer dims of the indices and the inner dims of what they go into; neither is without rows."""
    depth = indices[-1]
    if is_number(depth) and target.rank is not None and depth > target.rank:
        words = f"indices of {depth} items for rank {target.rank}"
        raise OpError("tf-shape", words, "indices", _in_rows(indices, updates, target))
    each = target.slice(depth, None) if is_number(depth) else None
    wanted = None if each is None else indices.slice(0, -1) + each
    if indices.rank == 1 and wanted is not None and depth:
        words = "expected rank 2 or more, a row for each update, got rank 1"
        raise OpError("tf-rank", words, "indices", _in_rows(indices, updates, target))
    if updates.rank == 0:
        sizes = [] if wanted is None or wanted.dims is None else list(wanted.dims)
        hint = f"tf.fill({sizes}, updates) does" if all(map(is_number, sizes)) and sizes else None
        hint = "[updates] does" if sizes == [1] else hint
        raise OpError("tf-rank", "expected rank 1 or more, got rank 0", "updates", hint)
    if wanted is None or mismatch(wanted, updates) is None:
        return
    rows = f"{indices.slice(0, -1)} indices, each of {each}"
    words = f"expected {wanted} ({rows}), got {updates}"
    raise OpError("tf-shape", words, "updates")


def _in_rows(indices: Shape, updates: Shape, target: Shape) -> str | None:
    """How a vector of indices becomes rows: each of them is one, or all are the place of one update."""
    count = indices[0]
    if indices.rank != 1 or target.rank is None or not is_number(count):
        return None
    if updates.rank and mismatch(indices + target.slice(1, None), updates) is None:
        return "tf.expand_dims(indices, 1) has a row for each"
    if count <= target.rank and mismatch(target.slice(count, None), updates) is None:
        return "with [indices] and [updates] it is one row and one update"
    one = Shape.of(1) + target.slice(count, None)
    if count > 1 and updates.rank and mismatch(one, updates) is None:
        return "[indices] has one row"
    return None


def _register_tensor_scatter(op: str) -> None:
    def function(
        tensor: Any, indices: Any, updates: Any, bad_indices_policy: Any = "", name: Any = None
    ) -> TensorType:
        x, y, dtype = matched(tensor, updates, ("tensor", "updates"))
        where = rank_at_least(index_operand(indices), 1, "indices")
        check_updates(where.shape, y.shape, x.shape)
        check_rows(contents(where), x.shape)
        return TensorType(dtype, x.shape)

    rule(
        f"tensorflow.{op}",
        f"tf.{op}(f32[8, 3], i32[4, 1], f32[4, 3]) -> f32[8, 3]",
        f"tf.{op}(f32[N, 3], [[0], [1]], f32[2, 3]) -> f32[N, 3]",
        f"tf.{op}(f32[3], i32[2], f32[2]) !! tf.expand_dims(indices, 1) has a row for each",
        f"tf.{op}(f32[3, 4], i32[2], f32[]) !! with [indices] and [updates] it is one row",
        f"tf.{op}(f32[3, 4], i32[1], f32[]) !! expected rank 2 or more, a row for each update, got rank 1",
        f"tf.{op}(f32[3], i32[2, 1], f32[]) !! tf.fill([2], updates) does",
        f"tf.{op}(f32[8, 3], i32[4, 1], f32[4, 2]) !! expected [4, 3] ([4] indices, each of [3]), got [4, 2]",
        f"tf.{op}(f32[8, 3], i32[4, 1], i32[4, 3]) !! expected float32 as tensor has, got int32",
    )(function)


for _op in ("update", "add", "sub", "max", "min"):
    _register_tensor_scatter(f"tensor_scatter_nd_{_op}")
