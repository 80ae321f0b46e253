"""Elements of one struct or of another, as a condition says.

Source: `tf.where`; for ragged structs as for `tf.RaggedTensor`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from tftypes.struct.assertions import same
from tftypes.struct.dense import DenseStructTensor, dense
from tftypes.struct.dispatching import implements
from tftypes.struct.ops import agreement, kernels
from tftypes.struct.ops.arguments import bools
from tftypes.struct.ops.dims import flattened
from tftypes.struct.ops.joining import numbered, one_after_the_other, same_fields
from tftypes.struct.ops.kinds import ROWS, over, zipped
from tftypes.struct.ops.lifting import alike, elements, placed
from tftypes.struct.ops.taking import take, taker
from tftypes.struct.tensors import StructTensor


@implements(tf.where)
def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """Where the condition is true the structures of `x`, elsewhere those of `y`.

    Args:
      condition: bools, that broadcast with the dims of `x` and `y`: a structure is taken whole,
        lists in it included. Or a struct with the same fields, of bools, that says it for each
        field. With the condition alone, a struct: the coordinates where each of its fields is true.
      x: a struct.
      y: a struct with the same fields.

    Raises:
      TypeError: if one of `x` and `y` is no struct, or the condition is not of bools.
      ValueError: naming the argument and the field that differ.
    """
    if x is None and y is None:
        return _coordinates(condition)
    if x is None or y is None:
        raise ValueError("tf.where() arguments x and y: expected both or none of them, got one")
    if isinstance(condition, StructTensor):
        return _by_field(condition, x, y)
    if x is not y or not isinstance(x, StructTensor):
        agreement.check("tf.where", [x, y], ["x", "y"], ranks=False)
    condition = bools("tf.where", "condition", condition)
    try:
        return _chosen(condition, x, y)
    except (ValueError, tf.errors.InvalidArgumentError):
        agreement.explain("tf.where", [x, y], ["x", "y"])
        raise


@implements(tf.compat.v1.where)
def where_v1(condition: Any, x: Any = None, y: Any = None) -> Any:
    """`tf.where`, in which a vector as condition chooses along the first dim: rows too."""
    if x is None or y is None or isinstance(condition, StructTensor):
        return where(condition, x, y)
    agreement.check("tf.where", [x, y], ["x", "y"])
    condition = bools("tf.where", "condition", condition)
    if condition.shape.rank != 1 or x.rank < 2:
        return where(condition, x, y)
    numbers = tf.range(tf.size(condition))
    chosen = tf.where(condition, numbers, numbers + tf.size(condition))
    return take(tf.concat([x, y], axis=0), chosen)


def _chosen(condition: Any, x: Any, y: Any) -> Any:
    dense = isinstance(x, DenseStructTensor) and isinstance(y, DenseStructTensor)
    if dense and isinstance(condition, tf.Tensor):
        return _Choice(condition, x, y).structs([x, y])
    if isinstance(condition, ROWS) and isinstance(x, ROWS) and isinstance(y, ROWS):
        if same(condition.row_splits, x.row_splits) and same(x.row_splits, y.row_splits):
            return over(x, _chosen(condition.values, x.values, y.values))
    both = one_after_the_other([elements(x), elements(y)])
    return placed(both, tf.where(*alike(condition, *numbered([x, y]))))


class _Choice:
    """One choice between dense structs: tensors by one kernel, all else by position."""

    def __init__(self, condition: tf.Tensor, x: DenseStructTensor, y: DenseStructTensor) -> None:
        self._condition, self._x, self._y = condition, x, y
        self._own_rank, self._other_rank = x._rank, y._rank
        self._rank = max(condition.shape.rank, x._rank, y._rank)
        self._memo: dict[Any, Any] = {}
        self._placed: Any = None

    def structs(self, values: Sequence[Any]) -> Any:
        rank = values[0]._rank - self._x._rank + self._rank
        return zipped(values, self._field, rank)

    def _field(self, values: Sequence[Any]) -> Any:
        x, y = values
        if isinstance(x, tf.Tensor) and isinstance(y, tf.Tensor):
            inner = x.shape.rank - self._own_rank
            if inner != y.shape.rank - self._other_rank:
                raise ValueError("the ranks of a field differ")
            condition = self._extended(inner) if inner else self._condition
            return kernels.select(condition, x, y)
        if isinstance(x, DenseStructTensor) and isinstance(y, DenseStructTensor):
            same_fields([x, y], ranks=False)
            return self.structs(values)
        if self._placed is None:
            self._placed = taker(tf.where(self._condition, *numbered([self._x, self._y])))
        flat = [flattened(x, self._x._rank), flattened(y, self._y._rank)]
        return self._placed(one_after_the_other(flat, 1, self._memo))

    def _extended(self, inner: int) -> tf.Tensor:
        """The condition with dims of size 1 for those of a field."""
        condition = self._condition
        if inner == 1:
            return tf.raw_ops.ExpandDims(input=condition, axis=-1)
        if condition.shape.rank == 0:
            return condition
        own, ones = condition.shape.as_list(), [1] * inner
        if own.count(None) > 1 or (None in own and 0 in own):
            return tf.reshape(condition, tf.concat([tf.shape(condition), ones], axis=0))
        return tf.reshape(condition, [-1 if size is None else size for size in own] + ones)


def _by_field(condition: StructTensor, x: Any, y: Any) -> Any:
    """Each field by the condition that is its own."""
    names = ["condition", "x", "y"]
    agreement.check("tf.where", [condition, x, y], names, ranks=False)
    fields = {}
    for name in condition.field_names():
        parts = [st.field_value(name) for st in (condition, x, y)]
        try:
            fields[name] = tf.where(*parts)
        except (ValueError, TypeError, tf.errors.InvalidArgumentError) as error:
            agreement.explain("tf.where", [x, y], ["x", "y"])
            reason = str(error).partition("\n")[0]
            raise ValueError(f"tf.where() of field {name!r}: {reason}") from error
    return x.with_updates(fields)


def _coordinates(condition: Any) -> Any:
    """For each field where it is true: of another number each, so in a single structure."""
    fields = {}
    for name in condition.field_names():
        value = condition.field_value(name)
        try:
            fields[name] = tf.where(value)
        except (ValueError, TypeError, tf.errors.InvalidArgumentError) as error:
            reason = str(error).partition("\n")[0]
            raise TypeError(
                f"tf.where() of field {name!r}: expected bools or numbers: {reason}"
            ) from error
    return dense(0, fields)
