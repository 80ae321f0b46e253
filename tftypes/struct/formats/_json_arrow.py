"""JSON lines read by pyarrow, where its result is that of Python's `json`.

It is another reader in these ways, each of which is seen to here: it takes several objects on one
line and one on several; it makes times of some strings, floats of large integers; it has a type for
nothing but nulls; and very deep nesting ends the process.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.formats import _arrow_data, checks, nulls
from tftypes.struct.formats._arrow_types import arrow_type
from tftypes.struct.formats._pyarrow import pa, pc

_json: Any = import_module("pyarrow.json")

#: Openings of lists and objects on one line; several times as many make pyarrow run out of stack.
_DEPTH = 500
_EXACT = 2.0**53


def table(texts: list[bytes], spec: Any) -> Any:
    """The rows of the texts as a table; None where Python's `json` must read them.

    Args:
      spec: of the result, or None to find the types.
    """
    text = b"\n".join(texts).strip()
    if not text or not _is_plain(text):
        return None
    options = _json.ParseOptions()
    try:
        if spec is not None:
            options = _json.ParseOptions(
                explicit_schema=_schema(spec), unexpected_field_behavior="error"
            )
        found = _json.read_json(
            pa.BufferReader(text), _json.ReadOptions(block_size=len(text) + 1), options
        )
        if found.num_rows != text.count(b"\n") + 1 or not found.column_names:
            return None
        if spec is not None:
            return found
        types = [_as_constant(column) for column in found.columns]
        if None in types:
            return None
        return found.cast(pa.schema(list(zip(found.column_names, types))))
    except (pa.ArrowException, ValueError, TypeError):
        return None  # the other reader says what is wrong, if anything is


def _is_plain(text: bytes) -> bool:
    """Whether each line begins and ends as an object does, and none is nested too deep."""
    ends = text.count(b"}\n{") + text.count(b"}\r\n{")
    if text.count(b"\n") != ends:
        return False
    breaks = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    starts = np.concatenate([[0], breaks + 1])
    stops = np.concatenate([breaks, [len(text)]])
    return all(
        text.count(b"[", start, stop) + text.count(b"{", start, stop) <= _DEPTH
        for start, stop in zip(starts[stops - starts > _DEPTH], stops[stops - starts > _DEPTH])
    )


def _schema(spec: Any) -> Any:
    """The types that are in the text: no masks, and lists of any length."""
    fields = checks.fields_of(spec)
    masks = {nulls.mask_name(name) for name in fields}
    names = [name for name in fields if name not in masks]
    return pa.schema([(name, _readable(arrow_type(fields[name]))) for name in names])


def _readable(kind: Any) -> Any:
    """The type, of those that pyarrow reads from JSON."""
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return pa.list_(_readable(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, _readable(field.type)) for field in kind])
    return kind


def _as_constant(column: Any) -> Any:
    """The type with the dtypes that `tf.constant` gives Python's numbers; None if it has none."""
    kind = column.type
    if pa.types.is_int64(kind):
        low, high = pc.min_max(column).as_py().values()
        small = low is None or (low >= tf.int32.min and high <= tf.int32.max)
        return pa.int32() if small else kind
    if pa.types.is_floating(kind):
        low, high = pc.min_max(column).as_py().values()
        return pa.float32() if low is None or max(-low, high) < _EXACT else None
    if pa.types.is_list(kind):
        item = _as_constant(pc.list_flatten(column))
        return None if item is None else pa.list_(item)
    if pa.types.is_struct(kind):
        fields = []
        for field in kind:
            fields.append((field.name, _as_constant(pc.struct_field(column, field.name))))
        return None if None in [each for _, each in fields] else pa.struct(fields)
    return kind if pa.types.is_string(kind) or pa.types.is_boolean(kind) else None


def read(function: str, rows: Any, spec: Any, policies: Any) -> Any:
    """The struct with the rows of a table."""
    return _arrow_data.read(function, rows, spec, policies)
