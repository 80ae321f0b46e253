"""Structs without those that are equal in fields, and in groups by fields.

Source: `tf.unique`; `pandas.DataFrame.drop_duplicates`, `pandas.DataFrame.groupby`.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import tensorflow as tf

from tftypes.struct import partitions
from tftypes.struct.dense import dense
from tftypes.struct.on_structs import on_structs
from tftypes.struct.ops import keys as _keys
from tftypes.struct.ops.dims import product, sizes
from tftypes.struct.ops.kinds import with_rows
from tftypes.struct.ops.lifting import elements, positions
from tftypes.struct.ops.ordering import By, changed_at, key_of, paths_by
from tftypes.struct.ops.taking import take
from tftypes.struct.paths import Path
from tftypes.struct.tensors import StructTensor


@on_structs
def unique(
    st: StructTensor, by: By, *, keep: Literal["first", "last"] = "first", at: Path = ()
) -> StructTensor:
    """One structure for each value of a field, or of several, in the order in which they come.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"k": "a", "n": 1}, {"k": "b", "n": 2}, {"k": "a", "n": 3}])
    >>> struct.unique(rows, "k").to_py()
    [{'k': b'a', 'n': 1}, {'k': b'b', 'n': 2}]

    Args:
      st: a struct of rank 1 at least; each row of a ragged one by itself.
      by: the path of the field, or a list of paths.
      keep: which of those that are equal: the "first" or the "last".
      at: the path of a struct in `st` in which this is done.

    Returns:
      A vector for a vector; else ragged, since rows then differ in length.

    Raises:
      FieldError: (a KeyError) if there is no such field.
      ValueError: if a field has more than one value for a structure, or `keep` is neither.

    Source: `tf.unique`; `pandas.DataFrame.drop_duplicates`.
    """
    if keep not in ("first", "last"):
        raise ValueError(f"struct.unique() argument keep: expected 'first' or 'last', got {keep!r}")
    if at:
        return changed_at(st, at, lambda inner: unique(inner, by, keep=keep))
    rows = _Rows("struct.unique", st, by)
    ids, kept = _keys.groups(rows.keys)
    if keep == "last":
        last = tf.math.unsorted_segment_max(tf.range(tf.size(ids, tf.int64)), ids, tf.size(kept))
        kept = tf.sort(last)
    return rows.rebuilt(take(rows.flat, kept), kept)


class Groups(NamedTuple):
    """What `group_by` returns: for each group its keys, and the structures in it."""

    #: A vector of structs, or for a ragged struct rows of them, with a field for each path.
    keys: StructTensor
    #: The structures, with one more, ragged, dim: that of the members of a group.
    values: StructTensor


@on_structs
def group_by(st: StructTensor, by: By) -> Groups:
    """The structures in groups by a field, or by several, in the order in which they first come.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"k": "a", "n": 1}, {"k": "b", "n": 2}, {"k": "a", "n": 3}])
    >>> keys, values = struct.group_by(rows, "k")
    >>> keys.to_py(), values["n"].to_list()
    ([{'k': b'a'}, {'k': b'b'}], [[1, 3], [2]])

    Args:
      st: a struct of rank 1 at least; each row of a ragged one by itself.
      by: the path of the field, or a list of paths.

    Raises:
      FieldError: (a KeyError) if there is no such field.
      ValueError: if a field has more than one value for a structure.

    Source: `pandas.DataFrame.groupby`.
    """
    rows = _Rows("struct.group_by", st, by)
    ids, first = _keys.groups(rows.keys)
    members = take(rows.flat, _keys.order([ids], False))
    sizes = tf.math.unsorted_segment_sum(tf.ones_like(ids), ids, tf.size(first))
    names = [".".join(path) for path in paths_by(by)]
    own = rows.keys[-len(names) :]
    keys = dense(1, {name: tf.gather(key, first) for name, key in zip(names, own)})
    values = with_rows(members, partitions.of_lengths(sizes))
    return Groups(rows.rebuilt(keys, first), rows.rebuilt(values, first))


class _Rows:
    """A struct as its elements, with the values of key fields and the row that each is in."""

    def __init__(self, op: str, st: Any, by: By) -> None:
        if not st.rank:
            raise ValueError(
                f"{op}(): expected a struct of rank 1 at least, got a single structure"
            )
        self._places = None if st.rank == 1 else positions(st)
        self.flat = elements(st)
        self.keys = [key_of(op, st, path) for path in paths_by(by)]
        if self._places is not None:
            self._rowids, self._count = _rowids_of(self._places)
            self.keys.insert(0, self._rowids)

    def rebuilt(self, kept: Any, elements: tf.Tensor) -> Any:
        """What is kept, one for each of some elements, in the rows that those are in."""
        if self._places is None:
            return kept
        rows = tf.gather(self._rowids, elements)
        lengths = tf.math.unsorted_segment_sum(tf.ones_like(rows), rows, self._count)
        return _around(self._places, with_rows(kept, partitions.of_lengths(lengths)))


def _rowids_of(places: Any) -> tuple[tf.Tensor, tf.Tensor]:
    """For each position the row that it is in, along the last dim, and the number of rows."""
    if isinstance(places, tf.RaggedTensor):
        if places.values.shape.rank > 1:
            return _rowids_of(places.values)
        splits = tf.cast(places.row_splits, tf.int64)
        return partitions.rowids(splits), partitions.count(splits)
    dims = tf.shape(places, out_type=tf.int64)
    count = tf.reduce_prod(dims[:-1])
    return tf.repeat(tf.range(count), dims[-1]), count


def _around(places: Any, rows: Any) -> Any:
    """Rows of the last dim, with the partitions that positions have around theirs."""
    if isinstance(places, tf.RaggedTensor):
        if places.values.shape.rank == 1:
            return rows
        inner = _around(places.values, rows)
        return with_rows(inner, places.row_splits, places.uniform_row_length)
    dims = sizes(places.shape, tf.shape(places, out_type=tf.int64))
    for dim in range(len(dims) - 2, 0, -1):
        splits = partitions.uniform(product(dims[:dim]), dims[dim], tf.int64)
        rows = with_rows(rows, splits, dims[dim])
    return rows
