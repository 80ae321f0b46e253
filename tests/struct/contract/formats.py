"""Every format, as the contract sees it: how data is made of rows, and what the format has not.

A new format is one entry. `test_contract.py` fails while a reader has none.
"""

from __future__ import annotations

import io
import json
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import awkward as ak
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import tensorflow as tf
from google.protobuf import descriptor_pb2

from tests.struct.rows.messages import message_class
from tftypes import struct

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what the library says of Python's version is not ours
    from google.cloud import spanner_v1

Rows = list[dict[str, Any]]
#: Types of fields by name: int, str, `[type]` for lists, dicts for structs.
Types = dict[str, Any]

ALL = frozenset({"error", "fill", "mask", "ragged"})


@dataclass(frozen=True)
class Format:
    """One reader of `formats.__all__`.

    Attributes:
      data: what is read, made of rows (None is a null) and the types of their fields.
      read: the struct, of data, types or None, and options.
      write: data again, of a struct; None where there is no writer.
      nulls: what may become of nulls.
      kinds: what fields may be: "list", "struct", "structs" (a list of them).
      needs_types: whether there is no reading without a schema.
      has_name: whether a field may have a name.
      missing: what is raised for a null where nulls="error".
      wrong: data of no kind that is read.
    """

    data: Callable[[Rows, Types], Any]
    read: Callable[..., Any]
    write: Callable[[Any, Types], Any] | None = None
    nulls: frozenset[str] = ALL
    kinds: frozenset[str] = frozenset({"list", "struct", "structs"})
    needs_types: bool = False
    has_name: Callable[[str], bool] = lambda name: True
    missing: type[Exception] = struct.NullError
    wrong: Any = 3.5


def schema(types: Any) -> Any:
    """The types as a schema of tftypes, with integers of 64 bits; a spec as it is."""
    if isinstance(types, tf.TypeSpec):
        return types
    return {name: _dtype(kind) for name, kind in types.items()}


def _dtype(kind: Any) -> Any:
    if isinstance(kind, dict):
        return schema(kind)
    if isinstance(kind, list):
        return [_dtype(kind[0])]
    return {int: tf.int64, str: tf.string}[kind]


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A reader whose schema is its second argument."""

    def read(data: Any, types: Types | None = None, **options: Any) -> Any:
        return function(data, None if types is None else schema(types), **options)

    return read


def arrow(rows: Rows, types: Types) -> Any:
    def kind(each: Any) -> Any:
        if isinstance(each, dict):
            return pa.struct([(name, kind(part)) for name, part in each.items()])
        if isinstance(each, list):
            return pa.list_(kind(each[0]))
        return {int: pa.int64(), str: pa.string()}[each]

    columns = {n: pa.array([row[n] for row in rows], kind(each)) for n, each in types.items()}
    return pa.table(columns)


def ipc(rows: Rows, types: Types, writer: Any = pa.ipc.new_stream) -> bytes:
    sink = pa.BufferOutputStream()
    table = arrow(rows, types)
    with writer(sink, table.schema) as opened:
        opened.write_table(table)
    return sink.getvalue().to_pybytes()


def ipc_file(rows: Rows, types: Types) -> bytes:
    return ipc(rows, types, pa.ipc.new_file)


def parquet(rows: Rows, types: Types) -> bytes:
    sink = pa.BufferOutputStream()
    pyarrow.parquet.write_table(arrow(rows, types), sink)
    return sink.getvalue().to_pybytes()


def to_parquet(st: Any, types: Types) -> bytes:
    sink = io.BytesIO()
    struct.to_parquet(st, sink)
    return sink.getvalue()


def frame(rows: Rows, types: Types) -> Any:
    kinds: dict[Any, Any] = {int: "Int64", str: "string"}
    columns: dict[Any, Any] = {}
    for name, kind in types.items():
        values = [row[name] for row in rows]
        if isinstance(kind, dict):
            for inner, part in frame([value or {} for value in values], kind).items():
                columns[name, inner] = part
        else:
            column = pd.Series(
                values, dtype=kinds.get(kind, object) if kind in (int, str) else object
            )
            columns[name] = column
    if any(isinstance(name, tuple) for name in columns):
        columns = {n if isinstance(n, tuple) else (n, ""): c for n, c in columns.items()}
    made = pd.DataFrame(dict(enumerate(columns.values())), index=pd.RangeIndex(len(rows)))
    made.columns = (
        pd.MultiIndex.from_tuples(list(columns))
        if any(isinstance(name, tuple) for name in columns)
        else pd.Index(list(columns), dtype=object)
    )
    return made


def records(rows: Rows, types: Types) -> Any:
    def layout(each: Types) -> list[Any]:
        return [(n, layout(k) if isinstance(k, dict) else {int: "i8", str: "S9"}[k])
                for n, k in each.items()]  # fmt: skip

    def values(row: Any, each: Types) -> tuple[Any, ...]:
        return tuple(values(row[n], k) if isinstance(k, dict)
                     else (0 if k is int else "") if row[n] is None else row[n]
                     for n, k in each.items())  # fmt: skip

    def masked(row: Any, each: Types) -> tuple[Any, ...]:
        return tuple(masked(row[n], k) if isinstance(k, dict) else row[n] is None
                     for n, k in each.items())  # fmt: skip

    if "" in types:
        raise ValueError("NumPy has no field without a name")
    made = np.ma.zeros(len(rows), layout(types))
    for number, row in enumerate(rows):
        made[number] = values(row, types)
        made.mask[number] = masked(row, types)
    return made


def awkward(rows: Rows, types: Types) -> Any:
    return ak.from_arrow(arrow(rows, types))


def json_lines(rows: Rows, types: Types) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


# Examples.


def features(row: dict[str, Any], types: Types, prefix: str = "") -> dict[str, tf.train.Feature]:
    made: dict[str, Any] = {}
    for name, kind in types.items():
        value, key = row[name], f"{prefix}{name}"
        if isinstance(kind, dict):
            made.update(features(value, kind, f"{key}/"))
        elif isinstance(kind, list) and isinstance(kind[0], dict):
            for inner, part in kind[0].items():
                items = {inner: [each[inner] for each in value]}
                made.update(features(items, {inner: [part]}, f"{key}/"))
        elif value is not None:
            values = value if isinstance(value, list) else [value]
            if (kind[0] if isinstance(kind, list) else kind) is int:
                made[key] = tf.train.Feature(int64_list=tf.train.Int64List(value=values))
            else:
                encoded = [each.encode() for each in values]
                made[key] = tf.train.Feature(bytes_list=tf.train.BytesList(value=encoded))
    return made


def examples(rows: Rows, types: Types) -> Any:
    parts = [tf.train.Features(feature=features(row, types)) for row in rows]
    return tf.constant([tf.train.Example(features=each).SerializeToString() for each in parts],
                       tf.string, [len(rows)])  # fmt: skip


def sequences(rows: Rows, types: Types) -> Any:
    parts = [tf.train.Features(feature=features(row, types)) for row in rows]
    return tf.constant(
        [tf.train.SequenceExample(context=each).SerializeToString() for each in parts],
        tf.string,
        [len(rows)],
    )


def read_sequences(data: Any, types: Types, **options: Any) -> Any:
    whole = {"context": schema(types)}
    return struct.from_sequence_examples(data, whole, **options)["context"]


def to_sequences(st: Any, types: Types) -> Any:
    return struct.to_sequence_examples(struct.DenseStructTensor([None], {"context": st}))


# Protocol buffers: the class is made of the types, so the data brings it.


def message_type(types: Types) -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="c.proto", syntax="proto2", package="c")
    kinds = descriptor_pb2.FieldDescriptorProto

    def add(name: str, each: Types) -> None:
        message = file.message_type.add(name=name)
        for number, (field, kind) in enumerate(each.items(), 1):
            many = isinstance(kind, list)
            kind = kind[0] if many else kind
            label = kinds.LABEL_REPEATED if many else kinds.LABEL_OPTIONAL
            if isinstance(kind, dict):
                label = label if many else kinds.LABEL_REQUIRED
                add(f"{name}_{field}", kind)
                message.field.add(name=field, number=number, type=kinds.TYPE_MESSAGE, label=label,
                                  type_name=f".c.{name}_{field}")  # fmt: skip
            else:
                wire = {int: kinds.TYPE_INT64, str: kinds.TYPE_STRING}[kind]
                message.field.add(name=field, number=number, type=wire, label=label)

    add("M", types)
    return message_class(file, "c.M")


def protos(rows: Rows, types: Types) -> Any:
    kind = message_type(types)

    def message(made: Any, row: dict[str, Any], each: Types) -> Any:
        for name, part in each.items():
            value = row[name]
            if isinstance(part, dict):
                getattr(made, name).SetInParent()
                message(getattr(made, name), value, part)
            elif isinstance(part, list) and isinstance(part[0], dict):
                for item in value:
                    message(getattr(made, name).add(), item, part[0])
            elif isinstance(part, list):
                getattr(made, name).extend(value)
            elif value is not None:
                setattr(made, name, value)
        return made

    strings = [message(kind(), row, types).SerializeToString() for row in rows]
    return kind, tf.constant(strings, tf.string, [len(rows)])


def read_protos(data: Any, types: Types | None = None, *, nulls: Any = "error") -> Any:
    if not isinstance(data, tuple):
        return struct.from_protos(data, tf.train.Example)
    kind, strings = data
    return struct.from_protos(strings, kind, None if types is None else schema(types), nulls=nulls)


def to_protos(st: Any, types: Types) -> Any:
    kind = message_type(types)
    return kind, struct.to_protos(st, kind)


# Spanner: rows that do not bring their columns.


def spanner(rows: Rows, types: Types) -> Any:
    codes = spanner_v1.TypeCode

    def kind(each: Any) -> Any:
        if isinstance(each, list):
            return spanner_v1.Type(code=codes.ARRAY, array_element_type=kind(each[0]))
        if isinstance(each, dict):
            inner = spanner_v1.StructType(fields=fields(each))
            return spanner_v1.Type(code=codes.STRUCT, struct_type=inner)
        return spanner_v1.Type(code={int: codes.INT64, str: codes.STRING}[each])

    def fields(each: Types) -> list[Any]:
        return [spanner_v1.StructType.Field(name=n, type_=kind(k)) for n, k in each.items()]

    def values(row: Any, each: Types) -> list[Any]:
        return [
            [values(item, k[0]) for item in row[n]]
            if isinstance(k, list) and isinstance(k[0], dict)
            else row[n]
            for n, k in each.items()
        ]

    return [values(row, types) for row in rows], fields(types)


def read_spanner(data: Any, types: Types | None = None, *, nulls: Any = "error") -> Any:
    rows, fields = data if isinstance(data, tuple) else ([], data)
    wanted = None if types is None else schema(types)
    return struct.from_spanner(rows, wanted, fields=fields, nulls=nulls)


# Datasets: all rows in one batch.


def read_dataset(make: Callable[..., Any], write: Callable[..., Any]) -> Callable[..., Any]:
    def read(data: Any, types: Types | None = None, **options: Any) -> Any:
        if not isinstance(data, bytes):
            return make(data, 1)
        with tempfile.NamedTemporaryFile() as file:
            write(data, file)
            wanted = None if types is None else schema(types)
            parts = list(make(file.name, 100, wanted, **options))
            spec = make(file.name, 100, wanted, **options).element_spec
        return parts[0] if parts else _none_of(spec)

    return read


def _none_of(spec: Any) -> Any:
    """No rows, of a dataset that has no batch."""
    flat = tf.nest.flatten(spec, expand_composites=True)
    empty = [tf.zeros([0], each.dtype) for each in flat]
    return tf.nest.pack_sequence_as(spec, empty, expand_composites=True)


def as_is(data: bytes, file: Any) -> None:
    file.write(data)
    file.flush()


ONLY_DENSE = frozenset({"struct"})
#: A dataset's type must not depend on its rows.
BY_COLUMN = frozenset({"error", "fill"})

FORMATS = {
    "from_arrow": Format(arrow, plain(struct.from_arrow), lambda st, _: struct.to_arrow(st)),
    "from_arrow_ipc": Format(
        ipc, plain(struct.from_arrow_ipc), lambda st, _: struct.to_arrow_ipc(st), wrong=b"no"
    ),
    "from_awkward": Format(
        awkward, plain(struct.from_awkward), lambda st, _: struct.to_awkward(st)
    ),
    "from_examples": Format(
        examples,
        plain(struct.from_examples),
        lambda st, _: struct.to_examples(st),
        needs_types=True,
        missing=ValueError,
    ),
    "from_firestore": Format(lambda rows, _: rows, plain(struct.from_firestore), wrong=[3.5]),
    "from_json": Format(
        lambda rows, _: json.dumps(rows), plain(struct.from_json), lambda st, _: struct.to_json(st)
    ),
    "from_json_lines": Format(
        json_lines, plain(struct.from_json_lines), lambda st, _: struct.to_json_lines(st)
    ),
    "from_numpy": Format(
        records,
        plain(struct.from_numpy),
        lambda st, _: struct.to_numpy(st),
        nulls=ALL - {"ragged"},
        kinds=ONLY_DENSE,
        has_name=bool,
    ),
    "from_pandas": Format(frame, plain(struct.from_pandas), lambda st, _: struct.to_pandas(st)),
    "from_parquet": Format(parquet, plain(struct.from_parquet), to_parquet, wrong=b"no"),
    "from_protos": Format(
        protos, read_protos, to_protos, has_name=lambda name: name.isidentifier() and name.isascii()
    ),
    "from_sequence_examples": Format(
        sequences, read_sequences, to_sequences, needs_types=True, missing=ValueError
    ),
    "from_spanner": Format(
        spanner, read_spanner, kinds=frozenset({"list", "structs"}), has_name=bool, wrong=None
    ),
    "arrow_dataset": Format(
        ipc_file,
        read_dataset(struct.arrow_dataset, as_is),
        nulls=BY_COLUMN,
        missing=tf.errors.InvalidArgumentError,
    ),  # fmt: skip
    "parquet_dataset": Format(
        parquet,
        read_dataset(struct.parquet_dataset, as_is),
        nulls=BY_COLUMN,
        missing=tf.errors.InvalidArgumentError,
    ),  # fmt: skip
}
