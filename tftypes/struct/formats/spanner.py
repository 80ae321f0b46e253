"""Cloud Spanner: the rows of a query or a read, as the client library gives them.

Nothing of the library is imported: its results bring what is needed.

Source: StructTensor RFC, "Construction"; Cloud Spanner's "Data types", `google.cloud.spanner_v1`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Mapping
from operator import index
from typing import Any

import tensorflow as tf

from tftypes.struct.formats import checks
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats.cloud_values import days, each_of, nanoseconds, refused
from tftypes.struct.formats.python_rows import Reader
from tftypes.struct.refusals import named
from tftypes.struct.schemas import spec_of
from tftypes.struct.tensors import StructTensor

#: Spanner's type codes, as in google.spanner.v1.TypeCode: the name, and what a value becomes.
_CODES: dict[int, tuple[str, tf.DType, Callable[[Any], Any]]] = {
    1: ("BOOL", tf.bool, lambda value: _only(bool, value)),
    2: ("INT64", tf.int64, index),
    3: ("FLOAT64", tf.float64, lambda value: float(_only((int, float), value))),
    4: ("TIMESTAMP", tf.int64, nanoseconds),
    5: ("DATE", tf.int32, days),
    6: ("STRING", tf.string, lambda value: _only(str, value)),
    7: ("BYTES", tf.string, lambda value: base64.b64decode(value, validate=True)),
    10: ("NUMERIC", tf.string, str),
    11: ("JSON", tf.string, lambda value: _text(value)),
    13: ("PROTO", tf.string, lambda value: _serialized(value)),
    14: ("ENUM", tf.int64, index),
    15: ("FLOAT32", tf.float32, lambda value: float(_only((int, float), value))),
    17: ("UUID", tf.string, str),
}
_ARRAY, _STRUCT, _NUMERIC, _JSON = 8, 9, 10, 11


@named
def from_spanner(
    results: Iterable[Any],
    schema: Any = None,
    *,
    fields: Iterable[Any] | None = None,
    nulls: _nulls.Nulls = "error",
) -> StructTensor[Any, Any]:
    """A vector of structs from the rows of a Spanner result.

    >>> from google.cloud.spanner_v1 import StructType, Type, TypeCode
    >>> from tftypes import struct
    >>> fields = [StructType.Field(name="id", type_=Type(code=TypeCode.INT64))]
    >>> struct.from_spanner([[1], [2]], fields=fields).to_py()
    [{'id': 1}, {'id': 2}]

    The columns have the types that Spanner says they have, whatever the rows are:

    * BOOL, INT64, FLOAT32, FLOAT64, STRING: bool, int64, float32, float64, string;
    * BYTES: string, the bytes themselves (the client library leaves them in base64);
    * TIMESTAMP: int64, nanoseconds since 1970 in UTC; DATE: int32, days since 1970;
    * NUMERIC, UUID: string, as Spanner writes them; float64 or float32 if the schema says so;
    * JSON: string, the JSON text; a struct, a list or a number if the schema says so;
    * ENUM: int64; PROTO: string, the serialized message (`struct.from_protos` decodes it);
    * ARRAY: ragged; STRUCT, in an ARRAY: a struct. INTERVAL is refused.

    Args:
      results: a `StreamedResultSet` of `Snapshot.execute_sql`, `read` and the like; or any rows.
      schema: what the result must be, as `struct.constant` takes it; JSON and NUMERIC are read so.
      fields: for rows that do not bring their types: those of `results.metadata.row_type`.
      nulls: what becomes of NULLs, see `tftypes.struct.formats.nulls`.

    Raises:
      NullError: (a ValueError) naming the column and the row, for a NULL where nulls="error".
      SchemaError: (a ValueError) naming the column, if the types are not what the schema says.
      TypeError: naming the column, for a type that TensorFlow has nothing for.
      ValueError: for columns of one name, or without a name.

    Source: StructTensor RFC, "Construction"; Cloud Spanner's "Data types".
    """
    function = "from_spanner"
    rows = list(each_of(function, "results", results, "the rows of a result"))
    if rows and hasattr(results, "decode_row") and getattr(results, "_lazy_decode", False):
        rows = [results.decode_row(row) for row in rows]
    columns = _columns(results, fields)
    spec = None if schema is None else spec_of(schema, (None,))
    wanted = None if spec is None else checks.fields_of(spec)
    read = _struct_reader(columns, "", wanted)
    values = []
    for number, row in enumerate(rows):
        try:
            values.append(read(row))
        except checks.SchemaError as error:
            raise checks.SchemaError(f"{error} in row {number}") from error
    policies = _nulls.policies(nulls, function)
    if spec is not None:
        return Reader(function, policies).vector(values, spec)
    typed = spec_of(_struct_type(columns), (None,))
    return Reader(function, policies, typed=True).vector(values, typed)


def _columns(results: Any, fields: Any) -> list[Any]:
    """The columns, with their names and types."""
    expected = "the columns of rows that do not bring them, as a StreamedResultSet does"
    found = list(each_of("from_spanner", "fields", getattr(results, "fields", None)
                         if fields is None else fields, expected))  # fmt: skip
    for column in found:
        if not hasattr(column, "type_"):
            raise TypeError(
                f"from_spanner() argument 'fields': expected {expected}, got {column!r} among them"
            )
    return found


def _struct_reader(
    columns: list[Any], path: str, wanted: Mapping[str, Any] | None
) -> Callable[[Any], dict[str, Any]]:
    """What makes a dict of the values of a row."""
    names = [column.name for column in columns]
    where = f"the structs in '{path}'" if path else "the rows"
    for name in names:
        if not name:
            raise ValueError(f"from_spanner(): a field of {where} has no name: write one, with AS")
        if names.count(name) > 1:
            raise ValueError(f"from_spanner(): several fields of {where} have the name {name!r}")
    readers = [
        _reader(column.type_, _nulls.child(path, column.name), (wanted or {}).get(column.name))
        for column in columns
    ]

    def read(row: Any) -> dict[str, Any]:
        if not isinstance(row, (list, tuple)) or len(row) != len(names):
            expected = f"a list of {len(names)} values, of {', '.join(map(repr, names))}"
            raise checks.mismatch("from_spanner", path, expected, repr(row))
        return {
            name: None if value is None else reader(value)
            for name, reader, value in zip(names, readers, row)
        }

    return read


def _reader(kind: Any, path: str, spec: Any) -> Callable[[Any], Any]:
    """What makes a plain Python value of one of Spanner's."""
    code = int(kind.code)
    if code == _ARRAY:
        item = _reader(kind.array_element_type, _nulls.items(path), spec)

        def items(values: Any) -> list[Any]:
            if not isinstance(values, (list, tuple)):
                raise checks.mismatch("from_spanner", path, "a list", repr(values))
            return [None if each is None else item(each) for each in values]

        return items
    if code == _STRUCT:
        inner = None if spec is None or not checks.is_struct(spec) else checks.fields_of(spec)
        return _struct_reader(list(kind.struct_type.fields), path, inner)
    _known(code, path)
    dtype = getattr(spec, "dtype", None)
    name, _, convert = _CODES[code]
    if code == _NUMERIC and isinstance(dtype, tf.DType) and dtype.is_floating:
        convert = float
    elif code == _JSON and spec is not None and dtype != tf.string:
        convert = _document

    def value_of(value: Any) -> Any:
        try:
            return convert(value)
        except (TypeError, ValueError, AttributeError) as error:
            got = f"{type(value).__name__} {value!r}"
            raise checks.mismatch("from_spanner", path, f"a value of {name}", got) from error

    return value_of


def _only(kind: Any, value: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError
    return value


def _known(code: int, path: str) -> None:
    if code not in _CODES:
        what = "an INTERVAL" if code == 16 else f"a value of type code {code}"
        raise refused("from_spanner", f"column '{path}'", what, ": cast it in the query")


def _struct_type(columns: list[Any]) -> dict[str, Any]:
    """The types of some columns, as a schema."""
    return {column.name: _type(column.type_) for column in columns}


def _type(kind: Any) -> Any:
    code = int(kind.code)
    if code == _ARRAY:
        return [_type(kind.array_element_type)]
    if code == _STRUCT:
        return _struct_type(list(kind.struct_type.fields))
    return _CODES[code][1]


def _text(value: Any) -> str:
    """JSON text, of what the client library has read it as."""
    serialize = getattr(value, "serialize", None)
    return str(serialize()) if serialize is not None else json.dumps(value)


def _document(value: Any) -> Any:
    return json.loads(_text(value))


def _serialized(value: Any) -> bytes:
    return value if isinstance(value, bytes) else bytes(value.SerializeToString())
