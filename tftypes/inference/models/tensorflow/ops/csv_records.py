"""What is wrong with a line of CSV whose text is known: its fields against the defaults of the columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from tftypes.algebra import TensorType

from .rule import OpError

_INT: Final = re.compile(r"\s*[+-]?[0-9]+\s*")


def check_record(record: str, columns: Sequence[TensorType], delimiter: str, quotes: Any) -> None:
    """Each field has a default, and is of its dtype. Raises OpError."""
    fields = _fields(record, delimiter, quotes)
    if fields is None:
        return
    if len(fields) != len(columns):
        noun = "field" if len(fields) == 1 else "fields"
        words = f"{record!r} has {len(fields)} {noun} for {len(columns)} defaults"
        some = any(each.dtype.is_integer for each in columns)
        hint = f"[{', '.join(_default(each, some) for each in fields)}]" if fields else None
        raise OpError("tf-value", words, "record_defaults", hint and f"{hint} has one for each")
    for place, (field, column) in enumerate(zip(fields, columns)):
        if field and not _is_of(field, column):
            words = f"{record!r}: its field {place} is no {column.dtype}: {field!r}"
            hint = f"the default {_default(field, False)} in its place reads it"
            raise OpError("tf-value", words, "record_defaults", hint)


def _fields(record: str, delimiter: str, quotes: Any) -> list[str] | None:
    """The fields of a line; None where TensorFlow may see others."""
    if len(delimiter) != 1 or not isinstance(quotes, bool) or {*record} & {*"\n\r\0"}:
        return None
    if not quotes or '"' not in record:
        return record.split(delimiter) if record else []
    with suppress(csv.Error):
        return next(csv.reader([record], delimiter=delimiter))
    return None


def _is_of(field: str, column: TensorType) -> bool:
    """Whether a text may be read as a dtype."""
    if column.dtype.is_integer:
        return _INT.fullmatch(field) is not None
    return not column.dtype.is_floating or _is_float(field) or any(map(str.isdigit, field))


def _is_float(field: str) -> bool:
    with suppress(ValueError):
        return float(field) is not None
    return False


def _default(field: str, ints: bool) -> str:
    """A default for a column with a field like this, where numbers may be ints."""
    if ints and _INT.fullmatch(field):
        return "0"
    return "0.0" if _is_float(field) else "''"
