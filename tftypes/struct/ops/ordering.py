"""Structs in the order of fields.

Source: `tf.sort`, `tf.argsort`; `pandas.DataFrame.sort_values`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import tensorflow as tf

from tftypes.struct import partitions, paths
from tftypes.struct.dispatching import OPS
from tftypes.struct.on_structs import on_structs
from tftypes.struct.ops import keys as _keys
from tftypes.struct.ops.axes import static_axis
from tftypes.struct.ops.dims import product
from tftypes.struct.ops.lifting import dims_of, elements, placed, positions
from tftypes.struct.paths import Path
from tftypes.struct.tensors import StructTensor

#: A field, by its path, with one value for each structure; or several, the most important first.
By: TypeAlias = Path | list[Path]


@on_structs
def sort(
    st: StructTensor,
    by: By,
    axis: int = -1,
    direction: Literal["ASCENDING", "DESCENDING"] = "ASCENDING",
    *,
    at: Path = (),
) -> StructTensor:
    """The structures in the order of a field, or of several; those that are equal stay as they are.

    Strings are in the order of their bytes, and NaN is last in both directions.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"name": "b", "n": 1}, {"name": "a", "n": 2}])
    >>> struct.sort(rows, "name").to_py()
    [{'name': b'a', 'n': 2}, {'name': b'b', 'n': 1}]
    >>> st = struct.constant({"docs": [{"score": 0.5}, {"score": 0.75}]})
    >>> struct.sort(st, "score", direction="DESCENDING", at="docs").to_py()
    {'docs': [{'score': 0.75}, {'score': 0.5}]}

    Args:
      st: a struct of rank 1 at least; rows of a ragged one are sorted each.
      by: the path of the field, or a list of paths, the most important first.
      axis: the dim along which they are sorted; by default the last.
      direction: "ASCENDING" or "DESCENDING".
      at: the path of a struct in `st` that is to be sorted in its place.

    Raises:
      FieldError: (a KeyError) if there is no such field.
      TypeError: if a field has no order.
      ValueError: if a field has more than one value for a structure, if the axis is out of range,
        or if what is along it are rows of different lengths.

    Source: `tf.sort`.
    """
    if at:
        return changed_at(st, at, lambda inner: sort(inner, by, axis, direction))
    places = _sorted("struct.sort", st, by, axis, direction)
    return placed(elements(st), places)


@on_structs
def argsort(
    st: StructTensor,
    by: By,
    axis: int = -1,
    direction: Literal["ASCENDING", "DESCENDING"] = "ASCENDING",
) -> Any:
    """The indices along `axis`, int32, that put the structures in the order of a field.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"n": 3}, {"n": 1}, {"n": 2}])
    >>> struct.argsort(rows, "n").numpy().tolist()
    [1, 2, 0]

    Args:
      st, by, axis, direction: as of `sort`.

    Returns:
      A tensor of the shape of the struct; a ragged tensor for a ragged one.

    Raises:
      What `sort` does.

    Source: `tf.argsort`.
    """
    places = _sorted("struct.argsort", st, by, axis, direction)
    axis = static_axis("struct.argsort", axis, st.rank)
    return _along(st, places, axis)


def _needs_a_field(name: str) -> None:
    """Enters an op on values that are compared, which structs as such are not."""

    def implementation(*_: Any) -> Any:
        raise TypeError(f"tf.{name}(): structs have no order; use struct.{name}(st, by=...)")

    OPS[getattr(tf, name)] = implementation


for _name in ("sort", "argsort", "unique"):
    _needs_a_field(_name)


def _sorted(op: str, st: Any, by: By, axis: int, direction: str) -> Any:
    """The position, among all elements, of what comes to each place."""
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(
            f"{op}() argument direction: expected 'ASCENDING' or 'DESCENDING', got {direction!r}"
        )
    axis = static_axis(op, axis, st.rank)
    found = [key_of(op, st, path) for path in paths_by(by)]
    descending = direction == "DESCENDING"
    if st.rank == 1:
        return _keys.order(found, descending)
    return _sorted_in_rows(op, positions(st), found, axis, descending)


def _sorted_in_rows(op: str, places: Any, keys: list[Any], axis: int, descending: bool) -> Any:
    if isinstance(places, tf.RaggedTensor):
        inner = places.values
        if axis == 0 or (axis == 1 and inner.shape.rank > 1):
            raise ValueError(
                f"{op}() argument axis: along axis {axis} of shape {places.shape.as_list()} are rows, "
                "which have no order"
            )
        if inner.shape.rank > 1:
            return places.with_values(_sorted_in_rows(op, inner, keys, axis - 1, descending))
        rowids = partitions.rowids(tf.cast(places.row_splits, tf.int64))
        return places.with_values(_in_order(inner, rowids, keys, descending))
    last = places.shape.rank - 1
    order = [dim for dim in range(last + 1) if dim != axis] + [axis]
    moved = tf.transpose(places, order) if axis != last else places
    dims = tf.shape(moved, out_type=tf.int64)
    rowids = tf.repeat(tf.range(tf.reduce_prod(dims[:-1])), dims[-1])
    made = tf.reshape(_in_order(tf.reshape(moved, [-1]), rowids, keys, descending), dims)
    made.set_shape(moved.shape)
    if axis == last:
        return made
    return tf.transpose(made, [order.index(dim) for dim in range(last + 1)])


def _in_order(places: tf.Tensor, rowids: tf.Tensor, keys: list[Any], descending: bool) -> Any:
    """Positions, those of each row in the order of the keys."""
    by_key = _keys.order([tf.gather(key, places) for key in keys], descending)
    by_row = _keys.order([tf.gather(rowids, by_key)], False)
    return tf.gather(places, tf.gather(by_key, by_row))


def _along(st: Any, places: Any, axis: int) -> Any:
    """Where positions are along an axis."""
    if isinstance(places, tf.RaggedTensor):
        if axis > 1 or places.values.shape.rank > 1:
            return places.with_values(_along(st.values, places.values, axis - 1))
        splits = places.row_splits
        starts = tf.gather(splits, partitions.rowids(splits))
        return places.with_values(tf.cast(places.values - tf.cast(starts, tf.int64), tf.int32))
    dims = dims_of(st)
    if len(dims) == 1:
        return places
    below = tf.cast(product(dims[axis + 1 :]), tf.int64)
    return tf.cast(places // below % tf.cast(dims[axis], tf.int64), tf.int32)


def paths_by(by: By) -> list[tuple[str, ...]]:
    found = paths.paths_of(by)
    if not found:
        raise ValueError("argument by: expected a path, or a list of one at least, got []")
    return found


def key_of(op: str, st: Any, path: tuple[str, ...]) -> tf.Tensor:
    """The values of a field for all elements, one after the other."""
    value = paths.get(st, path)
    shown = paths.shown(path)
    if not isinstance(value, (tf.Tensor, tf.RaggedTensor)):
        raise ValueError(
            f"{op}() argument by: field {shown} is a {type(value).__name__}, expected a tensor"
        )
    if value.shape.rank != st.rank:
        raise ValueError(
            f"{op}() argument by: field {shown} of shape {value.shape} has more than one value for "
            f"each structure of shape {st.shape}"
        )
    if isinstance(value, tf.RaggedTensor):
        value = value.flat_values
    return value if value.shape.rank == 1 else tf.reshape(value, [-1])


def changed_at(st: StructTensor, at: Path, change: Callable[[Any], Any]) -> StructTensor:
    """The struct with the one at a path changed."""
    inner = paths.get(st, at)
    if not isinstance(inner, StructTensor):
        raise TypeError(f"argument at: {paths.shown(paths.names_of(at))} is no struct")
    return paths.put(st, at, change(inner))
