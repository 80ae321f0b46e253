"""Cloud Firestore: documents, as the client library gives them.

Nothing of the library is imported: its documents bring what is needed.

Source: StructTensor RFC, "Construction" (Firebase); Firestore's "Supported data types",
`google.cloud.firestore_v1`.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats.cloud_values import each_of, nanoseconds, refused
from tftypes.struct.formats.python_rows import Reader
from tftypes.struct.places import check_depth
from tftypes.struct.refusals import named
from tftypes.struct.schemas import spec_of
from tftypes.struct.tensors import StructTensor

_PLAIN = (bool, int, float, str, bytes, type(None))


@named
def from_firestore(
    documents: Iterable[Any],
    schema: Any = None,
    *,
    document_id: str | None = None,
    nulls: _nulls.Nulls = "error",
) -> StructTensor[Any, Any]:
    """A vector of structs from Firestore documents.

    >>> from google.cloud.firestore_v1 import GeoPoint
    >>> from tftypes import struct
    >>> struct.from_firestore([{"where": GeoPoint(1.5, 2.5), "visits": 3}]).to_py()
    [{'visits': 3, 'where': {'latitude': 1.5, 'longitude': 2.5}}]

    * booleans, integers, floats, strings, bytes: bool, int64, float64, string, string;
    * timestamps: int64, nanoseconds since 1970 in UTC (of which a `DocumentSnapshot` keeps whole
      microseconds);
    * geographical points: a struct of `latitude` and `longitude`, float64;
    * references: string, the path of the document; vectors: a list of float64;
    * maps: structs; arrays: ragged, and all items must be of one type.

    A field that a document does not have is a null, and so is one that is null in it.

    Args:
      documents: `DocumentSnapshot`s, of `query.stream()` and the like; or dicts of their values.
      schema: what the result must be, as `struct.constant` takes it; without it fields are in
        alphabetical order, since Firestore has none.
      document_id: the name of a further field for the ids of the documents.
      nulls: what becomes of nulls, see `tftypes.struct.formats.nulls`.

    Raises:
      NullError: (a ValueError) naming the column and the row, for a null where nulls="error".
      SchemaError: (a ValueError) naming the column and the row, if a value is not what the schema,
        or the documents before, have it be.
      TypeError: naming the column and the row, for a value that TensorFlow has nothing for.
      ValueError: for a document that does not exist.

    Source: StructTensor RFC, "Construction"; Firestore's "Supported data types".
    """
    function = "from_firestore"
    given = each_of(function, "documents", documents, "DocumentSnapshots or dicts")
    rows = [_row(document, number, document_id) for number, document in enumerate(given)]
    spec = None if schema is None else spec_of(schema, (None,))
    reader = Reader(function, _nulls.policies(nulls, function), wide=True, ordered=False)
    return reader.vector(rows, spec)


def _row(document: Any, number: int, document_id: str | None) -> dict[str, Any]:
    if isinstance(document, Mapping):
        values = document
        if document_id is not None:
            raise ValueError(
                f"from_firestore() argument 'document_id': row {number} is a dict, which has no id"
            )
    elif hasattr(document, "to_dict"):
        values = document.to_dict()
        if values is None:
            raise ValueError(f"from_firestore(): row {number}: the document does not exist")
    else:
        raise TypeError(
            "from_firestore() argument 'documents': expected DocumentSnapshots or dicts, "
            f"got {type(document).__name__} in row {number}"
        )
    check_depth([values], f"from_firestore(): row {number}")
    read = {name: _value(value, name, number) for name, value in values.items()}
    if document_id is None:
        return read
    if document_id in read:
        raise ValueError(
            f"from_firestore() argument 'document_id': row {number} has a field {document_id!r}"
        )
    return {document_id: document.id, **read}


def _value(value: Any, path: str, row: int) -> Any:
    """A plain Python value for one of Firestore's."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, datetime.datetime):
        return nanoseconds(value)
    if hasattr(value, "latitude") and hasattr(value, "longitude"):
        return {"latitude": float(value.latitude), "longitude": float(value.longitude)}
    if isinstance(value, Mapping):
        return {name: _value(each, f"{path}.{name}", row) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_value(each, f"{path}[]", row) for each in value]
    if hasattr(value, "path") and hasattr(value, "id"):
        return value.path
    if type(value).__name__ == "Vector":
        return [float(each) for each in value]
    where = f"column '{path}', row {row}"
    raise refused("from_firestore", where, f"a {type(value).__name__}")
