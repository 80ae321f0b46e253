"""How many values there are: `size`, `has`, and the lengths and merged dims of structs.

Source: struct2tensor's `size`, `has`; `tf.RaggedTensor.row_lengths`, `merge_dims`.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.struct.dispatching import method
from tftypes.struct.fields import dynamic_shape
from tftypes.struct.on_structs import on_structs
from tftypes.struct.ops.axes import static_int
from tftypes.struct.paths import Path, get, names_of, parent_of, put, shown
from tftypes.struct.tensors import StructTensor
from tftypes.struct.transforms.dims import Ragged, merge, with_values


@on_structs
def size(
    struct: StructTensor,
    path: Path,
    target: Path | None = None,
    *,
    new_field_name: str | None = None,
) -> StructTensor:
    """A field with the number of values that another one has in each structure, int64.

    >>> from tftypes import struct
    >>> st = struct.constant([{"docs": [{"id": 1}, {"id": 2}]}, {"docs": []}])
    >>> struct.size(st, "docs", "count")["count"].numpy().tolist()
    [2, 0]

    Args:
      path: of the field: a list has as many values as items, a single value is one.
      target: the path of the new field, in the same struct.
      new_field_name: instead of `target`, as in struct2tensor: the name beside the field.

    Raises:
      KeyError: if there is no such field.
      ValueError: if neither or both of `target` and `new_field_name` are given.

    Source: struct2tensor's `size`.
    """
    goal = _goal("size", path, target, new_field_name)
    return put(struct, goal, _counts(struct, path))


@on_structs
def has(
    struct: StructTensor,
    path: Path,
    target: Path | None = None,
    *,
    new_field_name: str | None = None,
) -> StructTensor:
    """A field that tells in which structures another one has a value: a list, an item.

    >>> from tftypes import struct
    >>> st = struct.constant([{"tags": ["a", "b"]}, {"tags": []}])
    >>> struct.has(st, "tags", "tagged")["tagged"].numpy().tolist()
    [True, False]

    Args:
      path, target, new_field_name: as for `size`.

    Raises:
      KeyError, ValueError: as for `size`.

    Source: struct2tensor's `has`.
    """
    goal = _goal("has", path, target, new_field_name)
    counts = _counts(struct, path)
    if isinstance(counts, tf.RaggedTensor):
        return put(struct, goal, counts.with_flat_values(counts.flat_values > 0))
    return put(struct, goal, counts > 0)


def _goal(
    function: str, path: Path, target: Path | None, new_field_name: str | None
) -> tuple[str, ...]:
    names = names_of(path)
    if not names or (target is None) == (new_field_name is None):
        raise ValueError(
            f"{function}(): expected the path of a field, and of the new one as 'target', or its "
            f"name as 'new_field_name'; got {shown(names)}, {target!r} and {new_field_name!r}"
        )
    return names_of(target) if target is not None else (*names[:-1], str(new_field_name))


def _counts(struct: StructTensor, path: Path) -> Any:
    """How many values a field has in each structure that holds it."""
    names = names_of(path)
    value, rank = get(struct, names), parent_of(struct, names).rank
    own = value.rank if isinstance(value, StructTensor) else value.shape.rank
    if own > rank:
        return tf.cast(_lengths(value, rank), tf.int64)
    if isinstance(value, Ragged):
        return _in_rows_of(value, _ones(value.flat_values))
    return _ones(value, rank)


def _in_rows_of(value: Any, flat: tf.Tensor) -> Any:
    """Flat values in the rows of another value."""
    if not isinstance(value, Ragged):
        return flat
    return with_values(value, _in_rows_of(value.values, flat))


def _ones(value: Any, rank: int = 1) -> tf.Tensor:
    return tf.ones(dynamic_shape(value, rank), tf.int64)


def _lengths(value: Any, axis: int) -> Any:
    """How long the rows of a value are along an axis."""
    if axis == 0:
        return dynamic_shape(value, 1)[0]
    if not isinstance(value, Ragged):
        dims = dynamic_shape(value, axis + 1)
        return tf.fill(dims[:axis], dims[axis])
    if axis == 1:
        return value.row_splits[1:] - value.row_splits[:-1]
    return with_values(value, _lengths(value.values, axis - 1))


@method("row_lengths")
def row_lengths(struct: StructTensor, axis: int) -> Any:
    """`StructTensor.row_lengths`."""
    (own,) = _axes(struct, "st.row_lengths", axis=axis)
    if own < 1:
        raise ValueError(f"expected an axis from 1 on, got {axis}")
    return _lengths(struct, own)


@method("merge_dims")
def merge_dims(struct: StructTensor, outer_axis: int, inner_axis: int) -> Any:
    """`StructTensor.merge_dims`."""
    outer, inner = _axes(struct, "st.merge_dims", outer_axis=outer_axis, inner_axis=inner_axis)
    if outer > inner:
        raise ValueError(
            f"expected the outer axis before the inner one, got {outer_axis} and {inner_axis}"
        )
    return merge(struct, outer, inner)


def _axes(struct: StructTensor, method: str, **axes: Any) -> list[int]:
    """Axes of a struct, none negative.

    Raises:
      TypeError: if they are no integers.
      ValueError: if there are no such axes.
    """
    listed = [static_int(method, axis, name) for name, axis in axes.items()]
    found = [axis + struct.rank if axis < 0 else axis for axis in listed]
    for axis, given in zip(found, listed):
        if not 0 <= axis < struct.rank:
            raise ValueError(f"there is no axis {given}: the struct has shape {struct.shape}")
    return found
