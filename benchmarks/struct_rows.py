"""Rows to structs: Python dicts, JSON lines and protobuf messages, beside what there is otherwise.

100 000 rows each; microseconds a row, the best of several runs.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

ROWS = 100_000

Row = tuple[str, float, float, str]


def rows() -> Iterator[Row]:
    """Each row: what, ours, the other, the unit."""
    data = _data()
    yield from _dicts(data)
    yield from _json(data)
    yield from _protos(data)


def best(call: Callable[[], Any], repeat: int = 5) -> float:
    """Microseconds a row."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times) * 1e6 / ROWS


def together(
    ours: Callable[[], Any], other: Callable[[], Any], repeat: int = 7
) -> tuple[float, float]:
    """Both in turn, so that neither has the better moment."""
    pairs = [(best(ours, 1), best(other, 1)) for _ in range(repeat)]
    return min(one for one, _ in pairs), min(two for _, two in pairs)


def _data() -> list[dict[str, Any]]:
    draw = random.Random(0)
    return [
        {
            "id": 1_000_000 + number,
            "score": draw.random(),
            "name": f"name{number}",
            "items": [{"id": 100_000 + item, "price": 0.5} for item in range(draw.randrange(4))],
        }
        for number in range(ROWS)
    ]


def _dicts(data: list[dict[str, Any]]) -> Iterator[Row]:
    import pyarrow as pa
    import tensorflow as tf

    from tftypes import struct

    item = {"id": tf.int64, "price": tf.float32}
    schema = {"id": tf.int64, "score": tf.float32, "name": str, "items": [item]}
    items = pa.list_(pa.struct([("id", pa.int64()), ("price", pa.float32())]))
    kind = pa.struct(
        [("id", pa.int64()), ("score", pa.float32()), ("name", pa.string()), ("items", items)]
    )
    ours, arrow = together(lambda: struct.constant(data, schema), lambda: pa.array(data, kind))
    yield "dicts, with a schema, against pa.array", ours, arrow, "us/row"
    yield "dicts, inferred, against pa.array", best(lambda: struct.constant(data)), arrow, "us/row"
    theirs = best(lambda: tf.experimental.StructuredTensor.from_pyval(data), 1)
    yield "dicts, with a schema, against from_pyval", ours, theirs, "us/row"
    st = struct.constant(data, schema)
    structured = tf.experimental.StructuredTensor.from_pyval(data)
    yield "to_py, against to_pyval", best(st.to_py), best(structured.to_pyval, 1), "us/row"


def _json(data: list[dict[str, Any]]) -> Iterator[Row]:
    import pyarrow as pa
    import pyarrow.json
    import tensorflow as tf

    from tftypes import struct

    text = "\n".join(map(json.dumps, data)).encode()
    schema = {
        "id": tf.int64,
        "score": tf.float32,
        "name": str,
        "items": [{"id": tf.int64, "price": tf.float32}],
    }
    ours = best(lambda: struct.from_json_lines(text, schema))
    options = pa.json.ReadOptions(block_size=len(text) + 1)
    arrow = best(lambda: pa.json.read_json(pa.BufferReader(text), options))
    yield "JSON lines, with a schema, against pyarrow.json alone", ours, arrow, "us/row"
    yield (
        "JSON lines, inferred, against pyarrow.json alone",
        best(lambda: struct.from_json_lines(text)),
        arrow,
        "us/row",
    )
    theirs = best(
        lambda: tf.experimental.StructuredTensor.from_pyval(
            list(map(json.loads, text.split(b"\n")))
        ),
        1,
    )
    yield "JSON lines, against json and from_pyval", ours, theirs, "us/row"


def _protos(data: list[dict[str, Any]]) -> Iterator[Row]:
    import tensorflow as tf

    from tftypes import struct

    top = _message_class()
    strings = tf.constant(
        [
            top(
                id=row["id"], name=row["name"], items=[top.Item(**item) for item in row["items"]]
            ).SerializeToString()
            for row in data
        ]
    )
    bare = _bare(strings)
    for what, nulls in (("required or filled", "fill"), ("optional as lists", "ragged")):
        read = partial(struct.from_protos, strings, top, nulls=nulls)
        ours, theirs = together(read, bare)
        yield f"protos, {what}, against decode_proto", ours, theirs, "us/row"
    traced = tf.function(lambda each: struct.from_protos(each, top, nulls="fill"))
    ours, theirs = together(lambda: traced(strings), bare)
    yield "protos, in a graph, against decode_proto", ours, theirs, "us/row"
    values = strings.numpy()
    parsed = best(lambda: [top.FromString(each) for each in values], 1)
    yield "protos, against the generated class alone", ours, parsed, "us/row"
    st = struct.from_protos(strings, top)
    messages = [top.FromString(each) for each in values]
    yield (
        "to protos, against SerializeToString",
        best(lambda: struct.to_protos(st, top)),
        best(lambda: [each.SerializeToString() for each in messages], 1),
        "us/row",
    )


def _message_class() -> Any:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    field = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="rows.proto", syntax="proto2", package="rows")
    top = file.message_type.add(name="Row")
    item = top.nested_type.add(name="Item")
    item.field.add(name="id", number=1, type=field.TYPE_INT64, label=field.LABEL_OPTIONAL)
    item.field.add(name="price", number=2, type=field.TYPE_FLOAT, label=field.LABEL_OPTIONAL)
    top.field.add(name="id", number=1, type=field.TYPE_INT64, label=field.LABEL_REQUIRED)
    top.field.add(name="name", number=2, type=field.TYPE_STRING, label=field.LABEL_OPTIONAL)
    top.field.add(
        name="items",
        number=3,
        type=field.TYPE_MESSAGE,
        type_name=".rows.Row.Item",
        label=field.LABEL_REPEATED,
    )
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("rows.Row"))


def _bare(strings: Any) -> Callable[[], Any]:
    """The two calls of decode_proto that the messages need, on the same bytes."""
    import tensorflow as tf

    from tftypes.struct.formats import proto_plan

    plan = proto_plan.plan(_message_class(), None, "scalar", None)
    items = plan.fields[-1].message
    assert items is not None

    def outer() -> Any:
        return tf.io.decode_proto(
            strings, "M", plan.names, plan.dtypes, descriptor_source=plan.source
        )

    sizes, values = outer()
    flat = tf.boolean_mask(values[-1], tf.sequence_mask(sizes[:, -1]))

    def both() -> Any:
        inner = tf.io.decode_proto(
            flat, "M", items.names, items.dtypes, descriptor_source=items.source
        )
        return outer(), inner

    return both
