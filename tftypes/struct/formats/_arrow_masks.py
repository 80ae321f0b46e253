"""Companion fields as the nulls that they stand for: what nulls="mask" made, undone.

The bits of a bool array are those of a validity bitmap: no byte is copied.
"""

from __future__ import annotations

from typing import Any

from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._arrow_places import depth_of
from tftypes.struct.formats._pyarrow import pa


def with_nulls(array: Any, function: str, path: str = "") -> Any:
    """The array with the masks in its structs, at any depth, as nulls.

    Args:
      array: as `Writer` makes them: its buffers begin with its first element.

    Raises:
      ValueError: naming the mask, if it has no bool for each value.
    """
    type_ = array.type
    if pa.types.is_struct(type_):
        return _struct(array, function, path) if type_.num_fields else array
    if not hasattr(type_, "value_type"):
        return array
    return rebuilt(array, None, with_nulls(array.values, function, path))


def _struct(array: Any, function: str, path: str) -> Any:
    names = [field.name for field in array.type]
    columns = {
        name: with_nulls(array.field(i), function, _nulls.child(path, name))
        for i, name in enumerate(names)
    }
    masks = {
        _nulls.mask_name(name, depth): (name, depth)
        for name in names
        for depth in range(depth_of(columns[name].type))
        if _nulls.mask_name(name, depth) in columns
    }
    for mask, (name, depth) in masks.items():
        where = f"{function}(): '{_nulls.child(path, mask)}'"
        columns[name] = _masked(columns[name], columns[mask], depth, where)
    kept = {name: column for name, column in columns.items() if name not in masks}
    return pa.StructArray.from_arrays(list(kept.values()), list(kept))


def _masked(array: Any, mask: Any, depth: int, where: str) -> Any:
    if depth and hasattr(mask.type, "value_type"):
        return rebuilt(array, None, _masked(array.values, mask.values, depth - 1, where))
    if depth or not pa.types.is_boolean(mask.type) or len(mask) != len(array):
        raise ValueError(f"{where}: expected a bool for each value, got {len(mask)} of {mask.type} "
                         f"for {len(array)}")  # fmt: skip
    return rebuilt(array, mask.buffers()[1], None)


def rebuilt(array: Any, bitmap: Any, items: Any) -> Any:
    """The array with other validity, and with other items if it is one of lists."""
    type_, own = array.type, array.buffers()
    bitmap = own[0] if bitmap is None else bitmap
    if pa.types.is_struct(type_):
        parts = [array.field(i) for i in range(type_.num_fields)]
        return pa.Array.from_buffers(type_, len(array), [bitmap], children=parts)
    if not hasattr(type_, "value_type"):
        return pa.Array.from_buffers(type_, len(array), [bitmap, *own[1:]])
    items = array.values if items is None else items
    if pa.types.is_fixed_size_list(type_):
        made = pa.list_(items.type, type_.list_size)
        return pa.Array.from_buffers(made, len(array), [bitmap], children=[items])
    make = pa.large_list if pa.types.is_large_list(type_) else pa.list_
    return pa.Array.from_buffers(make(items.type), len(array), [bitmap, own[1]], children=[items])
