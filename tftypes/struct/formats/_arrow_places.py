"""Where an array stands in the data, what a spec says of it, and the rows it is put in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from tftypes.struct import rows as _rows
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._pyarrow import pa
from tftypes.struct.ragged import ragged
from tftypes.struct.tensors import StructTensor

ZERO = _nulls.Policy("fill")
NONE: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Place:
    """Where an array stands in the data.

    Attributes:
      path: of the column.
      row: the row of the data in which an element of the array stands.
      absent: bools, true for elements that stand in a null: whatever they are, they do not count.
      filler: what to put there.
      masks: the depths at which the schema has a mask.
    """

    path: str = ""
    row: Callable[[int], int] = int
    absent: Any = None
    filler: _nulls.Policy = ZERO
    masks: frozenset[int] = NONE


def of_items(masks: frozenset[int]) -> frozenset[int]:
    """The depths of masks as the items see them."""
    return frozenset(depth - 1 for depth in masks if depth) if masks else masks


class Level:
    """A partition into rows, shared by all that is put over it."""

    def __init__(self, splits: tf.Tensor, spec: Any, size: int | None = None) -> None:
        dtype = getattr(spec, "row_splits_dtype", None)
        self.splits = splits if dtype is None or dtype == splits.dtype else tf.cast(splits, dtype)
        self.size = size
        self.partition = _rows.partition(self.splits, size)

    def over(self, values: Any) -> Any:
        """The rows of these values."""
        if not isinstance(values, StructTensor):
            return _rows.ragged_tensor(values, self.partition)
        made = ragged(values, self.splits, self.size)
        made._partition = self.partition
        return made


def is_ragged(spec: Any) -> bool:
    return bool(getattr(spec, "ragged_rank", 0)) or (
        hasattr(spec, "values_spec") and not spec.is_row
    )


def rank_of(spec: Any) -> int:
    return spec.shape.rank or 0


def levels(spec: Any) -> int:
    """How many dims there are before the numbers or the structs."""
    if hasattr(spec, "field_specs"):
        return rank_of(spec)
    return spec.shape.rank if getattr(spec, "shape", None) is not None and spec.shape.rank else 1


def depth_of(type_: Any) -> int:
    """The same of an array of this type."""
    depth = 1
    while hasattr(type_, "value_type") and not pa.types.is_dictionary(type_):
        type_, depth = type_.value_type, depth + 1
    return depth


def named(type_: Any) -> str:
    return f"Arrow's {type_}"
