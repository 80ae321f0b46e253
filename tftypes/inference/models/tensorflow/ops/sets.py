"""tf.sets: the last dim of a tensor as a set of numbers or strings."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, ShapeMismatch, TensorType, merge

from .arguments import allow, rank_at_least
from .conversion import as_tensor
from .groups import STRINGS
from .rule import OpError, Unsure, rule, with_parameters
from .sparse import sparse
from .sparse_places import check_places
from .values import INT32, is_sparse, known_bool, of

_ITEMS = STRINGS | {"int8", "int16", "int32", "int64", "uint8", "uint16"}


def _set(value: Any, argument: str, validate_indices: Any) -> TensorType:
    x = value if is_sparse(value) else as_tensor(value, argument=argument)
    if known_bool(validate_indices):
        check_places(x, True, argument)
    return rank_at_least(allow(x, _ITEMS, argument), 2, argument)


def _register(op: str, **parameters: Any) -> None:
    def function(a: Any, b: Any, *rest: Any) -> TensorType:
        if is_sparse(a) and not is_sparse(b):
            raise Unsure  # exchanged, which difference does not allow
        first, second = _set(a, "a", rest[-1]), _set(b, "b", rest[-1])
        if first.dtype.names.isdisjoint(second.dtype.names):
            raise OpError("tf-dtype", f"expected {first.dtype} as a has, got {second.dtype}", "b")
        rank, other = first.shape.rank, second.shape.rank
        if rank is None or other is None:
            raise Unsure
        if rank != other:
            raise OpError("tf-rank", f"expected rank {rank} as a has, got rank {other}", "b")
        try:
            groups = merge(first.shape.slice(0, -1), second.shape.slice(0, -1))
        except ShapeMismatch:
            raise OpError(
                "tf-shape", f"groups of sets {first.shape} and {second.shape} differ", "b"
            ) from None
        return TensorType(first.dtype, groups + of(UNKNOWN), "sparse")

    rule(
        f"tensorflow.sets.{op}",
        f"tf.sets.{op}(i32[2, 3], i32[2, 4]) -> sparse(i32[2, None])",
        f"tf.sets.{op}(sparse(s[N, 3]), sparse(s[N, None])) -> sparse(s[N, None])",
        f"tf.sets.{op}(i32[2, 3], s[2, 3]) !! expected int32 as a has, got string",
        f"tf.sets.{op}(i32[2, 3], i32[3, 3]) !! groups of sets [2, 3] and [3, 3] differ",
        f"tf.sets.{op}(i32[2, 2], tf.SparseTensor([[1, 0], [0, 0]], [1, 2], [2, 3])) !! out of order",
        f"tf.sets.{op}(f32[2, 3], f32[2, 3]) !! float32 is not supported",
        f"tf.sets.{op}(i32[2, 2, 3], i32[2, 3]) !! expected rank 3 as a has, got rank 2",
    )(with_parameters(function, a=..., b=..., **parameters, validate_indices=True))


_register("intersection")
_register("union")
_register("difference", aminusb=True)


@rule(
    "tensorflow.sets.size",
    "tf.sets.size(sparse(i32[2, 3])) -> i32[2]",
    "tf.sets.size(sparse(s[N, None, 3])) -> i32[N, None]",
    "tf.sets.size(tf.SparseTensor([[1, 0], [0, 0]], [1, 2], [2, 3])) !! out of order",
    "tf.sets.size(tf.SparseTensor([[1, 0], [0, 0]], [1, 2], [2, 3]), validate_indices=False) -> i32[2]",
    "tf.sets.size(sparse(f32[2, 3])) !! float32 is not supported",
)
def size(a: Any, validate_indices: Any = True) -> TensorType:
    x = allow(sparse(a), _ITEMS, "a")
    if known_bool(validate_indices):
        check_places(x, True, "a")
    if x.shape.rank is None or x.shape.rank < 2:
        raise Unsure
    return TensorType(INT32, x.shape.slice(0, -1))
