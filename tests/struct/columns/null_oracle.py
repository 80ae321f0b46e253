"""What nulls become, said once more in plain Python, on `to_pylist()` of an Arrow array."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa


def zero(type_: Any) -> Any:
    if pa.types.is_boolean(type_):
        return False
    if pa.types.is_integer(type_) or pa.types.is_floating(type_):
        return 0
    if pa.types.is_struct(type_):
        return {field.name: zero(field.type) for field in type_}
    if pa.types.is_fixed_size_list(type_):
        return [zero(type_.value_type)] * type_.list_size
    return [] if _is_list(type_) else b""


def filled(value: Any, type_: Any) -> Any:
    """Zero for each null."""
    if value is None:
        return zero(type_)
    if pa.types.is_struct(type_):
        return {field.name: filled(value[field.name], field.type) for field in type_}
    if _is_list(type_):
        return [filled(item, type_.value_type) for item in value]
    return value.encode() if isinstance(value, str) else value


def optional(column: list[Any], type_: Any) -> list[Any]:
    """Lists of none or one for the values of a column in which there are nulls."""
    there = [value for value in column if value is not None]
    if pa.types.is_struct(type_):
        parts = {f.name: optional([value[f.name] for value in there], f.type) for f in type_}
        made: list[Any] = [
            {name: part[i] for name, part in parts.items()} for i in range(len(there))
        ]
    elif _is_list(type_):
        items = iter(optional([item for value in there for item in value], type_.value_type))
        made = [[next(items) for _ in value] for value in there]
    else:
        made = [filled(value, type_) for value in there]
    rest: Iterator[Any] = iter(made)
    if len(there) == len(column):
        return made
    return [[] if value is None else [next(rest)] for value in column]


def masks(column: list[Any], type_: Any, name: str) -> dict[str, list[Any]]:
    """The companions of a column of name `name`: true where there is a value, by depth."""
    made = {}
    if any(value is None for value in column):
        made[f"{name}_mask"] = [value is not None for value in column]
    if _is_list(type_):
        rows = [zero_items(type_) if value is None else value for value in column]
        items = [item for row in rows for item in row]
        absent = [value is None for value, row in zip(column, rows) for _ in row]
        inner = masks([_ABSENT if gone else item for item, gone in zip(items, absent)],
                      type_.value_type, f"{name}_item")  # fmt: skip
        for each, bools in inner.items():
            rest = iter(bools)
            made[each] = [[next(rest) for _ in row] for row in rows]
    return made


_ABSENT = object()


def zero_items(type_: Any) -> list[Any]:
    return [None] * type_.list_size if pa.types.is_fixed_size_list(type_) else []


def _is_list(type_: Any) -> bool:
    return hasattr(type_, "value_type") and not pa.types.is_dictionary(type_)
