"""What a bool mask selects."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType

from .rule import OpError
from .values import contents, is_number


def masked_shape(shape: Shape, chosen: TensorType, axis: int, argument: str | None) -> Shape:
    """The shape of the elements that a bool mask selects: one dim in place of the mask's."""
    mask = chosen.shape
    if mask.rank is None:
        return Shape.unknown()
    if mask.rank == 0:
        raise OpError("tf-rank", "a mask cannot be a scalar", argument)
    if shape.rank is not None and axis + mask.rank > shape.rank:
        raise OpError("tf-rank", f"a mask of rank {mask.rank} for rank {shape.rank}", argument)
    for place, dim in enumerate(mask.dims or ()):
        there = shape[axis + place]
        if is_number(dim) and is_number(there) and dim != there:
            raise OpError("tf-shape", f"the mask has {dim} where the tensor has {there}", argument)
    count = Shape.of(_count(contents(chosen)))
    return shape.slice(0, axis) + count + shape.slice(axis + mask.rank, None)


def _count(chosen: Any) -> Dim:
    """How many of a mask's contents are true."""
    if isinstance(chosen, tuple):
        return sum(map(_count, chosen), 0)
    return int(chosen) if isinstance(chosen, bool) else UNKNOWN
