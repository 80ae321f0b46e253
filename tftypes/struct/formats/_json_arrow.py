"""JSON lines read by pyarrow, where its result is that of Python's `json`.

It is another reader in these ways, each of which is seen to here: it takes several objects on one
line and one on several; it makes times of some strings, floats of large integers, infinities of
large floats; it has a type for nothing but nulls; and very deep nesting, or a null outside of
objects, ends the process.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.formats import _arrow_data, checks, nulls
from tftypes.struct.formats._arrow_masks import rebuilt
from tftypes.struct.formats._arrow_types import arrow_type
from tftypes.struct.formats._pyarrow import pa, pc

_json: Any = import_module("pyarrow.json")

#: Openings of lists and objects on one line; several times as many make pyarrow run out of stack.
_DEPTH = 500
#: Lines that are read first, to see which strings it takes for times.
_SAMPLE = 100
#: What ints of 64 bits are below.
_INT64 = 2.0**63
#: A number without a fraction or an exponent that may be none of these.
_LONG_INTEGER = re.compile(rb"[:,\[\s]-?[0-9]{19,}\s*[,\]}]")


def read(function: str, texts: list[bytes], spec: Any, policies: nulls.Nulls) -> Any:
    """The struct with the rows of the texts; None where Python's `json` must read them.

    Args:
      function: for whom.
      spec: of the result, or None to find the types.
      policies: what becomes of nulls, by which some fields of the spec are not in the text.
    """
    text = b"\n".join(filter(None, map(_lines, texts)))
    if not text or not _is_plain(text):
        return None
    try:
        if spec is None:
            found = _inferred(text)
        else:
            found = _read(text, _struct_type(spec, nulls.policies(policies, function), ""), "error")
            if any(map(_has_infinity, found.columns)) or not _is_whole(found, text):
                return None
        return None if found is None else _arrow_data.read(function, found, spec, policies)
    except (pa.ArrowException, ValueError, TypeError):
        return None  # the other reader says what is wrong, if anything is


def _inferred(text: bytes) -> Any:
    """The table of the text, with the dtypes of `tf.constant`; None where one has no such."""
    found = _without_times(text)
    if not _is_whole(found, text):
        return None
    types = [_as_constant(column, text) for column in found.columns]
    return None if None in types else found.cast(pa.schema(list(zip(found.column_names, types))))


def _lines(text: bytes) -> bytes:
    """The text with nothing around its lines, and without empty ones."""
    text = text.strip(b" \t\r\n")
    if _ends(text) == text.count(b"\n"):
        return text
    return b"\n".join(filter(None, (line.strip(b" \t\r") for line in text.split(b"\n"))))


def _ends(text: bytes) -> int:
    """How many lines end as an object does, before one that begins so."""
    return text.count(b"}\n{") + text.count(b"}\r\n{")


def _is_plain(text: bytes) -> bool:
    """Whether each line begins and ends as an object does, and none is nested too deep."""
    if text.count(b"\n") != _ends(text) or not (text[:1] == b"{" and text[-1:] == b"}"):
        return False  # a null outside of objects ends the process
    breaks = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    starts = np.concatenate([[0], breaks + 1])
    stops = np.concatenate([breaks, [len(text)]])
    long = stops - starts > _DEPTH
    return all(
        text.count(b"[", start, stop) + text.count(b"{", start, stop) <= _DEPTH
        for start, stop in zip(starts[long], stops[long])
    )


def _is_whole(found: Any, text: bytes) -> bool:
    """Whether there is a row for each line, and something in it."""
    return bool(found.num_rows == text.count(b"\n") + 1 and found.column_names)


def _read(text: bytes, kind: Any, others: str) -> Any:
    """The table of the text, with columns of these types."""
    options = _json.ParseOptions(
        explicit_schema=None if kind is None else pa.schema(list(kind)),
        unexpected_field_behavior=others,
    )
    return _json.read_json(
        pa.BufferReader(text), _json.ReadOptions(block_size=len(text) + 1), options
    )


# Types that a schema says.


def _struct_type(spec: Any, policies: nulls.Policies, path: str) -> Any:
    """The fields that are in the text: all but the companions that are to be made."""
    fields = checks.fields_of(spec)
    made = nulls.companions(fields, policies, path)
    return pa.struct(
        [
            (name, _readable(each, policies, nulls.child(path, name)))
            for name, each in fields.items()
            if name not in made
        ]
    )


def _readable(spec: Any, policies: nulls.Policies, path: str) -> Any:
    """The type, of those that pyarrow reads from JSON: lists are of any length."""
    kind = arrow_type(spec)
    depth = 0
    while (
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    ):
        kind, depth = kind.value_type, depth + 1
    if checks.is_struct(spec):
        for _ in range(depth):
            spec = checks.rows_of(spec)
        kind = _struct_type(spec, policies, path)
    for _ in range(depth):
        kind = pa.list_(kind)
    return kind


def _has_infinity(column: Any) -> bool:
    """Whether a float is infinite: it may stand in the text as a number that is too large."""
    kind = column.type
    if pa.types.is_floating(kind):
        low, high = pc.min_max(column).as_py().values()
        return low is not None and bool(np.isinf([low, high]).any())
    if pa.types.is_list(kind):
        return _has_infinity(pc.list_flatten(column))
    names = [field.name for field in kind] if pa.types.is_struct(kind) else []
    return any(_has_infinity(pc.struct_field(column, name)) for name in names)


# Types that are found.


def _without_times(text: bytes) -> Any:
    """The table of the text, in which strings are strings, whatever they look like.

    The first lines tell which columns are of strings: these are then read as such. Of others it is
    seen when all is read, which is done again if pyarrow has made times of some.
    """
    end = -1
    for _ in range(_SAMPLE):
        end = text.find(b"\n", end + 1)
        if end < 0:
            break
    found, is_part = _read(text if end < 0 else text[:end], None, "infer"), end >= 0
    while is_part or any(map(_has_times, found.schema.types)):
        order, is_part = pa.struct(list(found.schema)), False
        strings = _strings(order)
        found = _read(text, strings, "infer")
        if strings is not None:
            found = _ordered(found, order)
    return found


def _has_times(kind: Any) -> bool:
    if pa.types.is_list(kind):
        return _has_times(kind.value_type)
    if pa.types.is_struct(kind):
        return any(_has_times(field.type) for field in kind)
    return bool(pa.types.is_timestamp(kind))


def _strings(kind: Any) -> Any:
    """What is of strings in a type, those taken for times among them; None without any."""
    if pa.types.is_timestamp(kind) or pa.types.is_string(kind):
        return pa.string()
    if pa.types.is_list(kind):
        item = _strings(kind.value_type)
        return None if item is None else pa.list_(item)
    if pa.types.is_struct(kind):
        fields = [(field.name, _strings(field.type)) for field in kind]
        fields = [(name, each) for name, each in fields if each is not None]
        return pa.struct(fields) if fields else None
    return None


def _ordered(found: Any, order: Any) -> Any:
    """The table with its fields as they come in the text: first those of `order`."""
    whole = [column.combine_chunks() for column in found.columns]
    arrays = [each.chunk(0) if isinstance(each, pa.ChunkedArray) else each for each in whole]
    made = _ordered_struct(dict(zip(found.column_names, arrays)), order)
    return pa.table(list(made.values()), names=list(made))


def _ordered_struct(arrays: dict[str, Any], order: Any) -> dict[str, Any]:
    known = {field.name: field.type for field in order}
    names = [*known, *(name for name in arrays if name not in known)]
    return {
        name: _ordered_array(arrays[name], known[name]) if name in known else arrays[name]
        for name in names
    }


def _ordered_array(array: Any, order: Any) -> Any:
    if pa.types.is_list(array.type) and pa.types.is_list(order):
        return rebuilt(array, None, _ordered_array(array.values, order.value_type))
    if not (pa.types.is_struct(array.type) and pa.types.is_struct(order)):
        return array
    fields = {field.name: array.field(i) for i, field in enumerate(array.type)}
    made = _ordered_struct(fields, order)
    kind = pa.struct([(name, each.type) for name, each in made.items()])
    parts = list(made.values())
    return pa.Array.from_buffers(kind, len(array), [array.buffers()[0]], children=parts)


def _as_constant(column: Any, text: bytes) -> Any:
    """The type with the dtypes that `tf.constant` gives Python's numbers; None if it has none."""
    kind = column.type
    if pa.types.is_null(kind):
        return None if len(column) else pa.float32()  # of lists that are all empty
    if pa.types.is_int64(kind):
        low, high = pc.min_max(column).as_py().values()
        small = low is None or (low >= tf.int32.min and high <= tf.int32.max)
        return pa.int32() if small else kind
    if pa.types.is_floating(kind):
        return pa.float32() if _are_floats(column, text) else None
    if pa.types.is_list(kind):
        item = _as_constant(pc.list_flatten(column), text)
        return None if item is None else pa.list_(item)
    if pa.types.is_struct(kind):
        names = [field.name for field in kind]
        types = [_as_constant(pc.struct_field(column, name), text) for name in names]
        return None if None in types else pa.struct(list(zip(names, types)))
    return kind if pa.types.is_string(kind) or pa.types.is_boolean(kind) else None


def _are_floats(column: Any, text: bytes) -> bool:
    """Whether float32 has the numbers, and not all of them are written as integers."""
    low, high = pc.min_max(column).as_py().values()
    if low is None or low != low or -_INT64 <= low <= high < _INT64:
        return True
    with np.errstate(over="ignore"):
        if not np.isfinite(np.array([low, high], np.float32)).all():
            return False
    has_fraction = pc.any(pc.not_equal(pc.floor(column), column)).as_py()
    return bool(has_fraction) or not _has_long_integer(text)


def _has_long_integer(text: bytes) -> bool:
    """Whether there may be an integer of more than 64 bits: these have 19 digits at least."""
    digits = np.frombuffer(text, np.uint8) - ord("0") < 10
    for more in (1, 2, 4, 8, 3):  # runs of 2, 4, 8, 16 and 19 digits
        digits = digits[:-more] & digits[more:]
    return bool(digits.any()) and _LONG_INTEGER.search(text) is not None
