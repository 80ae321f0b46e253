"""Spanner and Firestore results to structs; the results are the client libraries' own types."""

from __future__ import annotations

import base64
import datetime
import decimal
import uuid
import warnings

import pytest
import tensorflow as tf

from tftypes import struct
from tftypes.struct.formats import Fill, NullError, SchemaError

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what the libraries say of Python's version is not ours
    from google.api_core.datetime_helpers import DatetimeWithNanoseconds
    from google.auth.credentials import AnonymousCredentials
    from google.cloud import firestore, spanner_v1
    from google.cloud.firestore_v1.vector import Vector
    from google.cloud.spanner_v1.streamed import StreamedResultSet
    from google.protobuf import struct_pb2

CODE = spanner_v1.TypeCode


def column(name, code, **more):
    return spanner_v1.StructType.Field(name=name, type_=spanner_v1.Type(code=code, **more))


def array(code, **more):
    return spanner_v1.Type(code=code, **more)


ITEM = spanner_v1.StructType(fields=[column("name", CODE.STRING), column("price", CODE.NUMERIC)])
COLUMNS = [
    column("id", CODE.INT64),
    column("ok", CODE.BOOL),
    column("score", CODE.FLOAT64),
    column("small", CODE.FLOAT32),
    column("data", CODE.BYTES),
    column("time", CODE.TIMESTAMP),
    column("day", CODE.DATE),
    column("amount", CODE.NUMERIC),
    column("doc", CODE.JSON),
    column("key", CODE.UUID),
    column("tags", CODE.ARRAY, array_element_type=array(CODE.STRING)),
    column("items", CODE.ARRAY, array_element_type=array(CODE.STRUCT, struct_type=ITEM)),
]


def value(raw):
    """A value as Spanner sends it."""
    if isinstance(raw, list):
        return struct_pb2.Value(list_value=struct_pb2.ListValue(values=[value(r) for r in raw]))
    if raw is None:
        return struct_pb2.Value(null_value=0)
    if isinstance(raw, bool):
        return struct_pb2.Value(bool_value=raw)
    if isinstance(raw, float):
        return struct_pb2.Value(number_value=raw)
    return struct_pb2.Value(string_value=raw)


ROW = [
    "7",
    True,
    1.5,
    "NaN",
    base64.b64encode(b"\xff\x00").decode(),
    "2020-01-01T00:00:00.123456789Z",
    "1970-01-03",
    "12.345678901",
    '{"a":[1]}',
    "12345678-1234-5678-1234-567812345678",
    ["x", "y"],
    [["tea", "2.5"], ["milk", "1"]],
]


def results(columns, *rows, **more):
    """What `execute_sql` returns, without a network."""
    metadata = spanner_v1.ResultSetMetadata(row_type=spanner_v1.StructType(fields=columns))
    raw = spanner_v1.PartialResultSet.pb(spanner_v1.PartialResultSet(metadata=metadata))
    raw.values.extend(value(each) for row in rows for each in row)
    return StreamedResultSet(iter([spanner_v1.PartialResultSet.wrap(raw)]), **more)


@pytest.mark.parametrize("lazy", [False, True])
def test_spanner_types(lazy):
    st = struct.from_spanner(results(COLUMNS, ROW, lazy_decode=lazy))
    (row,) = st.to_py()
    assert st.field_names() == tuple(each.name for each in COLUMNS)
    assert row.pop("small") != row.get("small")
    assert row == {
        "id": 7,
        "ok": True,
        "score": 1.5,
        "data": b"\xff\x00",
        "time": 1577836800_123456789,
        "day": 2,
        "amount": b"12.345678901",
        "doc": b'{"a":[1]}',
        "key": b"12345678-1234-5678-1234-567812345678",
        "tags": [b"x", b"y"],
        "items": [{"name": b"tea", "price": b"2.5"}, {"name": b"milk", "price": b"1"}],
    }
    dtypes = {"id": tf.int64, "score": tf.float64, "small": tf.float32, "time": tf.int64}
    assert {name: st.field_value(name).dtype for name in dtypes} == dtypes


def test_spanner_types_do_not_depend_on_the_rows():
    some = struct.from_spanner(results(COLUMNS, ROW))
    none = struct.from_spanner(results(COLUMNS))
    assert none.shape == [0]
    assert none.schema == some.schema or str(none.schema) == str(some.schema)


def test_spanner_json_and_numeric_as_the_schema_says():
    columns = [column("doc", CODE.JSON), column("amount", CODE.NUMERIC)]
    st = struct.from_spanner(
        results(columns, ['{"a":[1,2],"b":"x"}', "1.5"], ['{"a":[],"b":"y"}', "2"]),
        {"doc": {"a": [tf.int32], "b": str}, "amount": tf.float64},
    )
    assert st.to_py() == [
        {"doc": {"a": [1, 2], "b": b"x"}, "amount": 1.5},
        {"doc": {"a": [], "b": b"y"}, "amount": 2.0},
    ]


def test_spanner_nulls():
    columns = [
        column("id", CODE.INT64),
        column("tags", CODE.ARRAY, array_element_type=array(CODE.STRING)),
    ]
    rows = [["1", ["x", None]], [None, None]]
    with pytest.raises(NullError, match="column 'id' has a null in row 1"):
        struct.from_spanner(results(columns, *rows))
    filled = struct.from_spanner(results(columns, *rows), nulls={"id": Fill(-1), ...: "fill"})
    assert filled.to_py() == [{"id": 1, "tags": [b"x", b""]}, {"id": -1, "tags": []}]
    ragged = struct.from_spanner(results(columns, *rows), nulls="ragged")
    assert ragged.to_py() == [{"id": [1], "tags": [[[b"x"], []]]}, {"id": [], "tags": []}]
    masked = struct.from_spanner(results(columns, ["1", ["x"]]), nulls={"id": "mask"})
    assert masked.to_py() == [{"id": 1, "id_mask": True, "tags": [b"x"]}]


def test_spanner_rows_that_do_not_bring_their_types():
    rows = [[1, decimal.Decimal("1.50"), uuid.UUID(int=1)]]
    columns = [column("a", CODE.INT64), column("b", CODE.NUMERIC), column("c", CODE.UUID)]
    st = struct.from_spanner(rows, fields=columns)
    assert st.to_py() == [{"a": 1, "b": b"1.50", "c": str(uuid.UUID(int=1)).encode()}]
    with pytest.raises(TypeError, match="argument 'fields': expected the columns of rows"):
        struct.from_spanner(rows)


@pytest.mark.parametrize(
    ("columns", "schema", "error"),
    [
        ([column("a", CODE.INT64), column("a", CODE.INT64)], None, "have the name 'a'"),
        ([column("", CODE.INT64)], None, "has no name"),
        ([column("a", CODE.INTERVAL)], None, "column 'a': TensorFlow has nothing for an INTERVAL"),
        ([column("a", CODE.INT64)], {"a": tf.float32}, "."),
        ([column("a", CODE.INT64)], {"b": tf.int64}, "field 'a' is not in the schema.*'b'"),
        ([column("a", CODE.STRING)], {"a": tf.int64}, "field 'a': expected int64"),
    ],
)
def test_spanner_errors_name_the_column(columns, schema, error):
    row = ["P1Y" if each.type_.code == CODE.INTERVAL else "1" for each in columns]
    if schema == {"a": tf.float32}:
        assert struct.from_spanner(results(columns, row), schema).to_py() == [{"a": 1.0}]
        return
    with pytest.raises((ValueError, TypeError), match=error):
        struct.from_spanner(results(columns, row), schema)


INT, LIST = column("a", CODE.INT64), column("a", CODE.ARRAY, array_element_type=array(CODE.INT64))


@pytest.mark.parametrize(
    ("field", "row", "error"),
    [
        (INT, [], "the data: expected a list of 1 values, of 'a', got .. in row 1"),
        (INT, [1, 2], r"expected a list of 1 values, of 'a', got .1, 2. in row 1"),
        (INT, 5, "expected a list of 1 values, of 'a', got 5 in row 1"),
        (INT, [1.5], "field 'a': expected a value of INT64, got float 1.5 in row 1"),
        (INT, ["7"], "field 'a': expected a value of INT64, got str '7' in row 1"),
        (column("a", CODE.BOOL), ["no"], "field 'a': expected a value of BOOL"),
        (column("a", CODE.STRING), [3], "field 'a': expected a value of STRING"),
        (column("a", CODE.FLOAT64), ["x"], "field 'a': expected a value of FLOAT64"),
        (column("a", CODE.BYTES), ["%%%%"], "field 'a': expected a value of BYTES"),
        (column("a", CODE.TIMESTAMP), ["2020"], "field 'a': expected a value of TIMESTAMP"),
        (column("a", CODE.DATE), [3], "field 'a': expected a value of DATE"),
        (LIST, [3], "field 'a': expected a list, got 3 in row 1"),
        (LIST, [[1, "x"]], r"field 'a\[\]': expected a value of INT64, got str 'x' in row 1"),
    ],
)
def test_spanner_rows_that_are_not_of_their_types(field, row, error):
    with pytest.raises(SchemaError, match=rf"from_spanner\(\): .*{error}"):
        struct.from_spanner([[None], row], fields=[field], nulls="fill")


@pytest.mark.parametrize("fields", [5, [5], "ab", [None]])
def test_spanner_columns_that_are_none(fields):
    with pytest.raises(TypeError, match="argument 'fields': expected the columns of rows"):
        struct.from_spanner([[1]], fields=fields)


@pytest.fixture(scope="module")
def client():
    return firestore.Client(project="p", credentials=AnonymousCredentials())


def snapshot(client, name, data):
    """A document as `stream()` yields it, without a network."""
    return firestore.DocumentSnapshot(
        client.document(f"places/{name}"), data, data is not None, None, None, None
    )


def test_firestore_types(client):
    data = {
        "name": "cafe",
        "visits": 3,
        "score": 4.5,
        "open": True,
        "raw": b"\xff",
        "where": firestore.GeoPoint(1.5, -2.0),
        "since": DatetimeWithNanoseconds(
            2020, 1, 1, nanosecond=123456000, tzinfo=datetime.timezone.utc
        ),
        "owner": client.document("users/ann"),
        "tags": ["a", "b"],
        "menu": [{"name": "tea", "price": 2}],
        "address": {"city": "Oslo"},
        "embedding": Vector([0.5, 1.0]),
    }
    st = struct.from_firestore([snapshot(client, "1", data)], document_id="id")
    assert st.field_names() == tuple(sorted([*data, "id"]))
    assert st.to_py() == [
        {
            "address": {"city": b"Oslo"},
            "embedding": [0.5, 1.0],
            "id": b"1",
            "menu": [{"name": b"tea", "price": 2}],
            "name": b"cafe",
            "open": True,
            "owner": b"users/ann",
            "raw": b"\xff",
            "score": 4.5,
            "since": 1577836800_123456000,
            "tags": [b"a", b"b"],
            "visits": 3,
            "where": {"latitude": 1.5, "longitude": -2.0},
        }
    ]
    assert st.field_value("visits").dtype == tf.int64
    assert st.field_value("score").dtype == tf.float64


def test_firestore_fields_that_documents_lack(client):
    documents = [snapshot(client, "1", {"a": 1, "b": 2.5}), snapshot(client, "2", {"b": 1})]
    with pytest.raises(NullError, match="column 'a' has a null in row 1"):
        struct.from_firestore(documents)
    assert struct.from_firestore(documents, nulls="ragged").to_py() == [
        {"a": [1], "b": 2.5},
        {"a": [], "b": 1.0},
    ]
    schema = {"b": tf.float64, "a": tf.int64}
    assert struct.from_firestore(documents, schema, nulls="fill").field_names() == ("b", "a")


def nested(depth):
    return {"a": nested(depth - 1)} if depth else 1


@pytest.mark.parametrize(
    ("documents", "error"),
    [
        (lambda client: [snapshot(client, "1", None)], "row 0: the document does not exist"),
        (lambda client: [5], "expected DocumentSnapshots or dicts, got int in row 0"),
        (lambda client: 5, "argument 'documents': expected DocumentSnapshots or dicts, got int"),
        (lambda client: [{"a": nested(900)}], "row 0: nested more than 100 levels deep"),
        (lambda client: [{"a": 1}, {"a": "x"}], "'a': expected int64, got str 'x' in row 1"),
        (lambda client: [{"a": [1, "x"]}], r"'a\[\]': expected int64, got str 'x' in row 0"),
        (
            lambda client: [{"a": object()}],
            "column 'a', row 0: TensorFlow has nothing for a object",
        ),
    ],
)
def test_firestore_errors_name_the_column_and_the_row(client, documents, error):
    with pytest.raises((ValueError, TypeError, SchemaError), match=error):
        struct.from_firestore(documents(client))
