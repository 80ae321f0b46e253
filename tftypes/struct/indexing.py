"""What `st[...]` means: names select fields, positions index dims, in any order.

    st["recipe", "ingredients", :, "name"]

A name takes no dim: `st[i, "a", j]` is the field `a` of all structures, indexed by `[i, j]`. So the
names are looked up first, which costs nothing, and the positions are applied once, to what is found.

Source: StructTensor RFC, "Indexing".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct import slicing
from tftypes.struct.dispatching import method
from tftypes.struct.tensors import StructTensor

_FULL = slice(None)


@method("__getitem__")
def getitem(st: StructTensor[Any, Any], key: Any) -> Any:
    """What a key selects of a struct.

    Raises:
      KeyError: for a name that is no field.
      IndexError: for more positions than dims, or one out of a range that is static.
      TypeError: for any other key.
    """
    if type(key) is str:
        return st.field_value(key)
    value, positions = _found(st, key if isinstance(key, tuple) else (key,))
    if not positions:
        return value
    masks = [position for position in positions if _is_mask(position)]
    return _masked(value, positions, masks) if masks else slicing.index(value, positions)


def _found(st: StructTensor[Any, Any], keys: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """What the names in a key lead to, and the positions, without what changes nothing."""
    value: Any = st
    positions: list[Any] = []
    for key in keys:
        if isinstance(key, str):
            if not isinstance(value, StructTensor):
                raise TypeError(f"{key!r}: {_kind(value)} has no fields")
            positions = _spread(value, positions)
            value = value.field_value(key)
        else:
            positions.append(_position(key))
    positions = _spread(value, positions, last=True)
    while positions and positions[-1] is Ellipsis or _is_full(positions[-1:]):
        positions.pop()
    return value, tuple(positions)


def _is_full(positions: list[Any]) -> bool:
    return bool(positions) and type(positions[0]) is slice and positions[0] == _FULL


def _spread(value: Any, positions: list[Any], last: bool = False) -> list[Any]:
    """The positions with `...` as slices, as far as they index the dims of this value.

    Raises:
      IndexError: if there are more than dims.
    """
    dots = [i for i, position in enumerate(positions) if position is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index may have one '...' only")
    rank = slicing.rank_of(value)
    if rank is None or not positions:
        return positions
    used = sum(map(_dims, positions))
    if used > rank:
        what = f"the {'struct' if isinstance(value, StructTensor) else 'field'} has {rank} dims"
        names = f"; its fields are {_listed(value)}" if isinstance(value, StructTensor) else ""
        raise IndexError(f"{used} positions, but {what}{names}")
    if not dots or (last and dots[0] == len(positions) - 1):
        return positions
    return [*positions[: dots[0]], *[_FULL] * (rank - used), *positions[dots[0] + 1 :]]


def _listed(st: StructTensor[Any, Any]) -> str:
    return ", ".join(map(repr, st.field_names())) or "none"


def _dims(position: Any) -> int:
    """How many dims a position takes."""
    if position is None or position is Ellipsis:
        return 0
    if _is_mask(position):
        return int(position.shape.rank or 0)
    return 1


def _position(key: Any) -> Any:
    """A position in one of the forms that `slicing` knows: an int for all that is one."""
    if key is None or key is Ellipsis or type(key) is int:
        return key
    if isinstance(key, slice):
        return slice(*(_bound(bound) for bound in (key.start, key.stop, key.step)))
    if isinstance(key, tf.RaggedTensor) and key.dtype == tf.bool:
        return key
    if isinstance(key, tf.Variable):
        key = tf.convert_to_tensor(key)
    if isinstance(key, (list, np.ndarray)) and np.asarray(key).dtype == np.bool_:
        key = tf.constant(key)
    if isinstance(key, tf.Tensor):
        if key.dtype == tf.bool and key.shape.rank:
            return key
        if key.dtype.is_integer and key.shape.rank in (0, None):
            return key
    elif hasattr(key, "__index__") and not isinstance(key, (bool, np.bool_, np.ndarray)):
        return key.__index__()
    hint = "; for a list of indices use tf.gather" if _is_list(key) else ""
    raise TypeError(
        "a struct is indexed by field names, integers, slices, '...', tf.newaxis, scalar integer "
        f"tensors and boolean masks, not by {_kind(key)}{hint}"
    )


def _bound(bound: Any) -> Any:
    if bound is None or type(bound) is int:
        return bound
    position = _position(bound)
    if isinstance(position, (int, tf.Tensor)) and not _dims(position) > 1:
        return position
    raise TypeError(f"a slice has integers and scalar integer tensors as bounds, not {bound!r}")


def _is_list(key: Any) -> bool:
    return isinstance(key, (list, np.ndarray, tf.Tensor, tf.RaggedTensor))


def _kind(value: Any) -> str:
    if isinstance(value, tf.Tensor):
        return f"a {value.dtype.name} tensor of shape {value.shape}"
    return f"a {type(value).__name__}" if not isinstance(value, (bool, float)) else repr(value)


def _masked(value: Any, positions: tuple[Any, ...], masks: list[Any]) -> Any:
    """What a boolean mask in the first place selects, indexed by the other positions."""
    mask, *rest = positions
    if len(masks) > 1 or mask is not masks[0]:
        raise TypeError("a boolean mask is the first position of an index, and the only mask")
    if isinstance(mask, tf.RaggedTensor):
        selected = slicing.masked(value, mask)
    elif isinstance(value, tf.RaggedTensor):
        selected = tf.ragged.boolean_mask(value, mask)
    else:
        selected = tf.boolean_mask(value, mask)
    if not rest:
        return selected
    kept = (slice(None),) if isinstance(mask, tf.Tensor) else (slice(None),) * mask.shape.rank
    return slicing.index(selected, (*kept, *rest))


def _is_mask(position: Any) -> bool:
    return isinstance(position, (tf.Tensor, tf.RaggedTensor)) and position.dtype == tf.bool


@method("__iter__")
def iterate(st: StructTensor[Any, Any]) -> Iterator[Any]:
    """The elements along the first dim; it raises before the first where there is no length."""
    count = len(st)
    return (slicing.index(st, (i,)) for i in range(count))
