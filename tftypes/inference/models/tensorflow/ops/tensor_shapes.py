"""The methods of tf.TensorShape that make another one, or refuse it."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Shape, ShapeMismatch, merge, shapes

from .arguments import attribute, shape_argument
from .rule import OpError, Unsure, rule
from .values import of


def _itself(value: Any) -> Shape:
    if not isinstance(value, Shape):
        raise Unsure
    return value


def _merged(a: Any, b: Any) -> Shape:
    try:
        return merge(_itself(a), shape_argument(b, "other"))
    except ShapeMismatch:
        raise OpError("tf-shape", f"shapes {a} and {b} are not compatible", "other") from None


@rule(
    "tensorflow.TensorShape.concatenate",
    "tf.zeros(tf.TensorShape([2, 3]).concatenate([4])) -> f32[2, 3, 4]",
    "tf.zeros(tf.TensorShape([2]).concatenate(tf.TensorShape([3]))) -> f32[2, 3]",
)
def concatenate(self: Any, other: Any) -> Shape:
    return _itself(self) + shape_argument(other, "other")


@rule(
    "tensorflow.TensorShape.merge_with",
    "tf.zeros(tf.TensorShape([2, None]).merge_with([None, 3])) -> f32[2, 3]",
    "tf.TensorShape([2, 3]).merge_with([2, 4]) !! are not compatible",
)
def merge_with(self: Any, other: Any) -> Shape:
    return _merged(self, other)


@rule(
    "tensorflow.TensorShape.with_rank",
    "tf.zeros(tf.TensorShape([2, 3]).with_rank(2)) -> f32[2, 3]",
    "tf.TensorShape([2, 3]).with_rank(3) !! expected rank 3, got rank 2",
)
def with_rank(self: Any, rank: Any) -> Shape:
    shape, wanted = _itself(self), attribute(rank, "rank")
    if wanted is None:
        return shape
    if shape.rank is None:
        return of(*[UNKNOWN] * wanted) if shape == Shape.unknown() else shape
    if shape.rank != wanted:
        raise OpError("tf-rank", f"expected rank {wanted}, got rank {shape.rank}", "self")
    return shape


@rule(
    "tensorflow.TensorShape.with_rank_at_least",
    "tf.zeros(tf.TensorShape([2, 3]).with_rank_at_least(2)) -> f32[2, 3]",
    "tf.TensorShape([2, 3]).with_rank_at_least(3) !! expected rank 3 or more, got rank 2",
)
def with_rank_at_least(self: Any, rank: Any) -> Shape:
    shape, wanted = _itself(self), attribute(rank, "rank")
    if shape.rank is not None and wanted is not None and shape.rank < wanted:
        raise OpError("tf-rank", f"expected rank {wanted} or more, got rank {shape.rank}", "self")
    return shape


@rule(
    "tensorflow.TensorShape.with_rank_at_most",
    "tf.zeros(tf.TensorShape([2, 3]).with_rank_at_most(2)) -> f32[2, 3]",
    "tf.TensorShape([2, 3]).with_rank_at_most(1) !! expected rank 1 or less, got rank 2",
)
def with_rank_at_most(self: Any, rank: Any) -> Shape:
    shape, wanted = _itself(self), attribute(rank, "rank")
    if shape.rank is not None and wanted is not None and shape.rank > wanted:
        raise OpError("tf-rank", f"expected rank {wanted} or less, got rank {shape.rank}", "self")
    return shape


@rule(
    "tensorflow.TensorShape.assert_has_rank",
    "tf.TensorShape([2, 3]).assert_has_rank(2) -> anything",
    "tf.TensorShape([2, 3]).assert_has_rank(3) !! expected rank 3, got rank 2",
)
def assert_has_rank(self: Any, rank: Any) -> Any:
    with_rank(self, rank)
    return UNKNOWN


@rule(
    "tensorflow.TensorShape.assert_is_compatible_with",
    "tf.TensorShape([2, 3]).assert_is_compatible_with([2, None]) -> anything",
    "tf.TensorShape([2, 3]).assert_is_compatible_with([2, 4]) !! are not compatible",
)
def assert_is_compatible_with(self: Any, other: Any) -> Any:
    _merged(self, other)
    return UNKNOWN


@rule(
    "tensorflow.TensorShape.most_specific_compatible_shape",
    "tf.zeros(tf.TensorShape([2, 3]).most_specific_compatible_shape([2, 3])) -> f32[2, 3]",
)
def most_specific_compatible_shape(self: Any, other: Any) -> Shape:
    return shapes.join(_itself(self), shape_argument(other, "other"))
