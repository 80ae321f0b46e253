"""Where the values of a sparse tensor are: what ops that make it dense refuse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tftypes.algebra import Shape, TensorType

from .rule import OpError
from .values import contents, is_number


@dataclass(frozen=True)
class Places:
    """The indices of a sparse tensor in their order: what is known of its contents."""

    rows: tuple[tuple[int, ...], ...]


def places_of(indices: TensorType) -> Places | None:
    """The indices, where all are known."""
    found = contents(indices)
    if not isinstance(found, tuple) or not all(isinstance(row, tuple) for row in found):
        return None
    return Places(found) if all(map(is_number, (each for row in found for each in row))) else None


def in_order(value: TensorType) -> TensorType:
    """The same sparse tensor with its indices in order."""
    if not isinstance(value.value, Places):
        return value
    return TensorType(value.dtype, value.shape, value.kind, Places(tuple(sorted(value.value.rows))))


def check_places(value: TensorType, ordered: bool, argument: str) -> None:
    """Indices are within the shape, and where they have to be `ordered`, in order and each there once."""
    rows = value.value.rows if isinstance(value.value, Places) else ()
    for row in rows:
        if _is_outside(row, value.shape):
            words = f"the index {[*row]} is outside of {value.shape}"
            raise OpError("tf-value", words, argument)
    for before, row in zip(rows, rows[1:]) if ordered else ():
        if row < before:
            words = f"its indices are out of order: {[*row]} comes after {[*before]}"
            raise OpError("tf-value", words, argument, f"tf.sparse.reorder({argument})")
        if row == before:
            raise OpError("tf-value", f"its index {[*row]} is there twice", argument)


def _is_outside(row: Sequence[int], shape: Shape) -> bool:
    dims: Sequence[Any] = shape.dims or ()
    return any(at < 0 or is_number(dim) and at >= dim for at, dim in zip(row, dims))
