"""Parts of structs: `project` to some paths, `reroot` to a nested struct, `filter` its elements.

Source: struct2tensor's `project`, `reroot`, `create_proto_index_field`, `filter_by_child` and
`filter_by_sibling`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from tftypes.struct.assertions import require
from tftypes.struct.fields import shown as short
from tftypes.struct.on_structs import on_structs
from tftypes.struct.paths import Path, get, names_of, parent_of, paths_of, put, shown
from tftypes.struct.rows import with_same_rows
from tftypes.struct.tensors import StructTensor
from tftypes.struct.transforms.dims import Ragged, cut, merge, rows, size, split_first, with_values
from tftypes.struct.transforms.moving import repeated
from tftypes.struct.unconverted import converted


@on_structs
def project(struct: StructTensor, paths: Path | list[Path]) -> StructTensor:
    """The struct with some of its fields only, at any depth, in the order that they have in it.

    >>> from tftypes import struct
    >>> st = struct.constant({"id": 1, "user": {"name": "ann", "age": 30}})
    >>> struct.project(st, ["user.age"]).to_py()
    {'user': {'age': 30}}

    The path of a struct keeps all of it. Nothing is computed: the fields are shared.

    Raises:
      KeyError: if there is no such field.

    Source: struct2tensor's `project`.
    """
    wanted = paths_of(paths)
    for names in wanted:
        get(struct, names)
    return _project(struct, wanted)


def _project(struct: StructTensor, wanted: list[tuple[str, ...]]) -> StructTensor:
    if () in wanted:
        return struct
    firsts = {names[0] for names in wanted}
    kept = struct.with_only(*[name for name in struct.field_names() if name in firsts])
    for name in kept.field_names():
        rest = [names[1:] for names in wanted if names[0] == name]
        value = kept.field_value(name)
        if isinstance(value, StructTensor) and () not in rest:
            kept = kept.with_updates({name: _project(value, rest)})
    return kept


@on_structs
def reroot(struct: StructTensor, path: Path, *, index: str | None = None) -> StructTensor:
    """The structs at a path, all of them in one vector.

    >>> from tftypes import struct
    >>> st = struct.constant([{"docs": [{"id": 1}, {"id": 2}]}, {"docs": []}, {"docs": [{"id": 3}]}])
    >>> struct.reroot(st, "docs", index="row").to_py()
    [{'id': 1, 'row': 0}, {'id': 2, 'row': 0}, {'id': 3, 'row': 2}]

    `st.field_value(path)` has the same structs, in the dims of those that they are part of.

    Args:
      path: the path of a struct.
      index: the name of a new int64 field, which tells the number of the element of `struct` that
        each comes from.

    Raises:
      KeyError: if there is no such field.
      ValueError: if it is no struct, or if it has a field of the name `index`.

    Source: struct2tensor's `reroot`, `create_proto_index_field`.
    """
    found = get(struct, path)
    if not isinstance(found, StructTensor):
        raise ValueError(
            f"reroot(): there is no struct at {shown(names_of(path))}, but {short(found)}"
        )
    result = rows(found, found.rank)
    if index is None:
        return result
    if index in result.field_names():
        raise ValueError(f"reroot(): {shown(names_of(path))} has a field {index!r} already")
    outer = rows(struct, struct.rank)
    count = tf.size(outer, out_type=tf.int64)
    like = found if struct.rank < 2 else merge(found, 0, struct.rank - 1)
    if struct.rank == 0:
        like = tf.expand_dims(found, 0)
    inner = repeated(tf.range(count), 1, like, like.rank)
    return result.with_updates({index: rows(inner, like.rank)})


@on_structs
def filter(
    struct: StructTensor,
    path: Path,
    by: Path | Callable[[Any], Any],
    target: Path | None = None,
    *,
    new_field_name: str | None = None,
) -> StructTensor:
    """The struct with some elements of a list only: those for which a boolean is true.

    >>> from tftypes import struct
    >>> st = struct.constant([{"docs": [{"id": 1, "keep": False}, {"id": 2, "keep": True}]}])
    >>> struct.filter(st, "docs", "docs.keep").to_py()
    [{'docs': [{'id': 2, 'keep': True}]}]
    >>> struct.filter(st, "docs", lambda docs: docs.field_value("id") < 2, "first").to_py()[0]["first"]
    [{'id': 1, 'keep': False}]

    Args:
      path: the path of a list, of structs or of plain values; the empty path, of `struct` itself.
      by: the path of the booleans (a child of the structs, or a sibling of the same shape), or a
        function that makes them of the value at `path`. An optional child (a list of length 0 or
        1 in each) keeps those where it is there and true.
      target: the path of the shorter list; `path` itself if None.
      new_field_name: instead of `target`, as in struct2tensor: the name beside `path`.

    Raises:
      KeyError: if there is no such field.
      ValueError: if there is no list at `path`, or if the booleans are no booleans or of another
        shape.

    Source: struct2tensor's `filter_by_child`, `filter_by_sibling`.
    """
    names = names_of(path)
    value = get(struct, names)
    mask = converted(by)(value) if callable(by) else get(struct, by)
    what = f"the result of 'by' at {shown(names)}" if callable(by) else shown(names_of(by))
    mask = _mask(value, mask, what)
    outer, ndims = parent_of(struct, names).rank if names else 0, mask.shape.rank
    if ndims <= outer:
        raise ValueError(
            f"filter(): there is no list at {shown(names)}: the booleans, of shape {mask.shape}, "
            f"tell no elements of it, of shape {value.shape}, apart"
        )
    if target is None and new_field_name is not None:
        target = (*names[:-1], new_field_name)
    goal = names if target is None else names_of(target)
    kept = _kept(value, mask, ndims)
    return put(struct, goal, kept) if goal else kept


def _mask(value: Any, mask: Any, what: str) -> Any:
    """Booleans with no more dims than the value."""
    if not isinstance(mask, (tf.Tensor, tf.RaggedTensor)):
        mask = tf.convert_to_tensor(mask)
    if mask.dtype != tf.bool:
        raise ValueError(f"filter(): expected booleans, {what} is of dtype {mask.dtype.name}")
    if mask.shape.rank is None or value.shape.rank is None:
        raise ValueError(f"filter(): the rank of {what} is not known")
    if isinstance(value, StructTensor) and mask.shape.rank == value.rank + 1:
        mask = tf.reduce_any(mask, -1)
    shape = value.shape[: mask.shape.rank]
    if mask.shape.rank > value.shape.rank or not mask.shape.is_compatible_with(shape):
        raise ValueError(
            f"filter(): {what} has shape {mask.shape}, which is not how {value.shape} begins"
        )
    return mask


def _kept(value: Any, mask: Any, ndims: int) -> Any:
    """The elements of dim `ndims - 1` for which the mask, of `ndims` dims, is true."""
    if ndims == 1:
        return tf.gather(value, _places(mask))
    if not isinstance(value, Ragged):
        return _kept_dense(value, mask, ndims)
    flat_mask = _same_rows(value, mask)
    if ndims > 2:
        return with_values(value, _kept(value.values, flat_mask, ndims - 1))
    splits = value.row_splits
    before = tf.cumsum(tf.cast(flat_mask, splits.dtype))
    kept_splits = tf.gather(tf.concat([tf.zeros([1], splits.dtype), before], 0), splits)
    return cut(tf.gather(value.values, _places(flat_mask)), kept_splits)


def _places(mask: tf.Tensor) -> tf.Tensor:
    return tf.squeeze(tf.where(mask), 1)


def _kept_dense(value: Any, mask: Any, ndims: int) -> Any:
    """The same in a value whose rows are all of one length: then they no longer are."""
    outer = [size(value, axis) for axis in range(ndims - 1)]
    flat_mask = merge(mask, 0, ndims - 1)
    lengths = tf.reduce_sum(tf.cast(merge(mask, 0, ndims - 2), tf.int64), -1)
    splits = tf.concat([tf.zeros([1], tf.int64), tf.cumsum(lengths)], 0)
    kept = cut(tf.gather(rows(value, ndims), _places(flat_mask)), splits)
    return split_first(kept, outer)


def _same_rows(value: Any, mask: Any) -> Any:
    """The mask without its outer rows, once these are known to be those of the value."""
    if isinstance(mask, tf.RaggedTensor):
        return with_same_rows(
            mask.values, "filter(): the booleans", value.row_splits, mask.row_splits, "the values"
        )
    flat, count = merge(mask, 0, 1), tf.cast(value.row_splits[-1], tf.int64)
    found = tf.shape(flat, tf.int64)[0]
    text = "filter(): the booleans: expected one for each of the values"
    return require(
        flat, lambda: [tf.equal(found, count)], text, {"booleans": found, "values": count}
    )
