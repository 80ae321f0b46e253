"""Copies of fields at other depths: `promote` to an ancestor, `broadcast` to a descendant.

Source: StructTensor RFC, "Path-Based Manipulation"; struct2tensor's `promote`, `broadcast`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from tftypes.struct.on_structs import on_structs
from tftypes.struct.paths import Path, get, names_of, parent_of, put, shown
from tftypes.struct.tensors import StructTensor
from tftypes.struct.transforms.dims import (
    Ragged,
    merge,
    row_ids,
    rows,
    size,
    splits_of_rows,
    unrows,
    with_values,
)


@on_structs
def promote(
    struct: StructTensor,
    source: Path,
    target: Path | None = None,
    *,
    new_field_name: str | None = None,
    join: bool = True,
) -> StructTensor:
    """A copy of a field at an ancestor: for each struct there, all values from below it in a list.

    >>> from tftypes import struct
    >>> docs = [{"id": 1, "tokens": ["a", "b"]}, {"id": 2, "tokens": ["c"]}]
    >>> st = struct.constant([{"docs": docs}, {"docs": []}])
    >>> st = struct.promote(st, "docs.tokens", "tokens")
    >>> st = struct.promote(st, "docs.id", "ids")
    >>> st["tokens"], st["ids"]
    (<tf.RaggedTensor [[b'a', b'b', b'c'], []]>, <tf.RaggedTensor [[1, 2], []]>)

    Values that are lists themselves are joined into one; with `join=False` they stay whole:

    >>> struct.promote(st, "docs.tokens", "kept", join=False)["kept"]
    <tf.RaggedTensor [[[b'a', b'b'], [b'c']], []]>

    Where there is no list between the two, the value itself is the copy.

    Args:
      source: the path of the field; it may be a struct.
      target: the path of the new field; its parent is an ancestor of the source's parent.
      new_field_name: instead of `target`, as in struct2tensor: the name beside the source's parent.
      join: whether the source's own lists are joined.

    Raises:
      KeyError: if there is no such field.
      ValueError: if the target is not above the source.

    Source: StructTensor RFC, "Path-Based Manipulation"; struct2tensor's `promote`.
    """
    names = names_of(source)
    value = get(struct, names)
    if target is None and new_field_name is not None:
        target = (*names[:-2], new_field_name)
    goal = _target(target, "promote")
    above, below = goal[:-1], names[:-1]
    if below[: len(above)] != above or above == below:
        raise ValueError(
            f"promote(): the target {shown(goal)} is not above the source {shown(names)}: "
            f"expected a child of an ancestor of {shown(below)}"
        )
    outer, inner = get(struct, above).rank, get(struct, below).rank
    return put(struct, goal, _raised(value, outer, inner, join))


def _raised(value: Any, outer: int, inner: int, join: bool = True) -> Any:
    """A value of structs of rank `inner` for those of rank `outer` around them, in one list each."""
    if outer == inner:
        return value
    rank = value.rank if isinstance(value, StructTensor) else value.shape.rank
    return merge(value, outer, inner if rank > inner and join else inner - 1)


@on_structs
def broadcast(
    struct: StructTensor,
    source: Path,
    target: Path | None = None,
    *,
    sibling_field: str | None = None,
    new_field_name: str | None = None,
) -> StructTensor:
    """A copy of a field at a descendant: each struct there has the value of the one above it.

    >>> from tftypes import struct
    >>> st = struct.constant([{"user": 7, "docs": [{"id": 1}, {"id": 2}]}, {"user": 8, "docs": []}])
    >>> struct.broadcast(st, "user", "docs.user")["docs.user".split(".")[0]].field_value("user")
    <tf.RaggedTensor [[7, 7], []]>

    Where there is no list between the two, the value itself is the copy.

    Args:
      source: the path of the field; it may be a struct.
      target: the path of the new field, below the source's parent.
      sibling_field, new_field_name: instead of `target`, as in struct2tensor: the struct beside
        the source that gets the new field, and the field's name.

    Raises:
      KeyError: if there is no such field.
      ValueError: if the target is not below the source's parent.

    Source: StructTensor RFC, "Path-Based Manipulation"; struct2tensor's `broadcast`.
    """
    names = names_of(source)
    value = get(struct, names)
    if target is None and sibling_field is not None and new_field_name is not None:
        target = (*names[:-1], sibling_field, new_field_name)
    goal = _target(target, "broadcast")
    above, below = names[:-1], goal[:-1]
    if below[: len(above)] != above or above == below:
        raise ValueError(
            f"broadcast(): the target {shown(goal)} is not below the source {shown(names)}: "
            f"expected a child of a descendant of {shown(above) if above else 'the struct'}"
        )
    outer, like = get(struct, above).rank, parent_of(struct, goal)
    return put(struct, goal, repeated(value, outer, like, like.rank))


@on_structs
def promote_and_broadcast(
    struct: StructTensor, sources: Mapping[str, Path], parent: Path
) -> StructTensor:
    """Copies of fields anywhere in a struct that holds others: promoted as far as needed, then broadcast.

    >>> from tftypes import struct
    >>> st = struct.constant([{"user": {"id": 7}, "docs": [{"n": 1}, {"n": 2}], "ads": [{"k": 5}]}])
    >>> st = struct.promote_and_broadcast(st, {"user": "user.id", "keys": "ads.k"}, "docs")
    >>> st["docs"].to_py()
    [[{'n': 1, 'user': 7, 'keys': [5]}, {'n': 2, 'user': 7, 'keys': [5]}]]

    Args:
      sources: the paths of the fields, by the names that their copies get.
      parent: the path of the struct that gets them.

    Raises:
      KeyError: if there is no such field.
      ValueError: if `parent` is no struct.

    Source: struct2tensor's `promote_and_broadcast`.
    """
    if not isinstance(sources, Mapping):
        raise TypeError(f"argument 'sources': expected paths by name, a dict, got {sources!r}")
    goal = names_of(parent) if parent else ()
    like = get(struct, goal)
    if not isinstance(like, StructTensor):
        raise ValueError(f"promote_and_broadcast(): there is no struct at {shown(goal)}")
    for name, source in sources.items():
        names = names_of(source)
        value = get(struct, names)
        common = 0
        while common < min(len(names) - 1, len(goal)) and names[common] == goal[common]:
            common += 1
        outer, inner = get(struct, names[:common]).rank, get(struct, names[:-1]).rank
        raised = _raised(value, outer, inner)
        struct = put(struct, (*goal, name), repeated(raised, outer, like, like.rank))
    return struct


def _target(target: Path | None, function: str) -> tuple[str, ...]:
    names = () if target is None else names_of(target)
    if not names:
        raise ValueError(f"{function}(): expected the path of the new field as 'target'")
    return names


def repeated(value: Any, outer: int, like: Any, ndims: int) -> Any:
    """`value`, of which `outer` dims are those of `like`, with the first `ndims` dims of `like`.

    Each element of these dims gets the part of `value` that belongs to it.
    """
    if outer == ndims:
        return value
    if outer > 1 and isinstance(like, Ragged):
        flat = repeated(merge(value, 0, 1), outer - 1, like.values, ndims - 1)
        return with_values(like, flat)
    flat = _repeat_rows(rows(value, outer), like, outer, ndims)
    return unrows(flat, like, ndims)


def _repeat_rows(value: Any, like: Any, outer: int, ndims: int) -> Any:
    """Each row of `value` as often as there are elements in the same one of the rows of `like`."""
    if outer == 0:
        count = size(rows(like, ndims), 0)
        if isinstance(value, tf.Tensor):
            return tf.repeat(value, count, axis=0)
        return tf.gather(value, tf.zeros([count], tf.int32))
    like = rows(like, outer)
    if isinstance(like, Ragged):
        return tf.gather(value, row_ids(splits_of_rows(like, ndims - outer)))
    length = size(merge(like, 1, ndims - outer), 1)
    if isinstance(value, tf.Tensor):
        return tf.repeat(value, length, axis=0)
    return tf.gather(value, tf.repeat(tf.range(size(like, 0)), length))
