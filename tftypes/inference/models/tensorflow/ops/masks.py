"""What a bool mask selects, and other sizes that the values of tensors decide."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType

from .rule import OpError
from .values import contents, is_number

T = TypeVar("T")
_IN_GRAPH: Final[ContextVar[bool]] = ContextVar("in_graph", default=False)


def in_graph(rule: Callable[..., T], *args: Any) -> T:
    """What a rule makes in a graph, which has no sizes that values decide before it runs."""
    token = _IN_GRAPH.set(True)
    try:
        return rule(*args)
    finally:
        _IN_GRAPH.reset(token)


def decided(size: Dim) -> Dim:
    """A size that values decide."""
    return UNKNOWN if _IN_GRAPH.get() else size


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
    count = Shape.of(count_of(chosen))
    return shape.slice(0, axis) + count + shape.slice(axis + mask.rank, None)


def count_of(chosen: TensorType) -> Dim:
    """How many elements of a tensor are true, or are not zero."""
    return decided(_count(contents(chosen)))


def _count(chosen: Any) -> Dim:
    if isinstance(chosen, tuple):
        return sum(map(_count, chosen), 0)
    return int(bool(chosen)) if isinstance(chosen, (int, float)) else UNKNOWN
