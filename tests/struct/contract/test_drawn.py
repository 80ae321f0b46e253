"""Schemas and values of them, drawn, through every format that keeps all of it: what is read is what was written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
import tensorflow as tf
from hypothesis import HealthCheck, given, settings

from tests.struct.core.drawn import collections, schema_of
from tests.struct.times import TIMES
from tftypes import struct


def through_json(st: Any, schema: Any) -> Any:
    return struct.from_json(struct.to_json(st), schema)


def through_json_lines(st: Any, schema: Any) -> Any:
    return struct.from_json_lines(struct.to_json_lines(st), schema)


def through_arrow(st: Any, schema: Any) -> Any:
    return struct.from_arrow(struct.to_arrow(st, binary=True), schema)


def through_parquet(st: Any, schema: Any) -> Any:
    sink = pa.BufferOutputStream()
    struct.to_parquet(st, sink, binary=True)
    return struct.from_parquet(sink.getvalue().to_pybytes(), schema)


def through_examples(st: Any, schema: Any) -> Any:
    return struct.from_examples(struct.to_examples(st), st.schema)


def through_a_function(st: Any, schema: Any) -> Any:
    return tf.function(tf.identity, autograph=False)(st)


#: Each way there and back, whether it takes vectors alone, and what it says of what it has no room for.
WAYS: dict[str, tuple[Callable[[Any, Any], Any], bool, str]] = {
    "JSON": (through_json, False, "to_json"),
    "JSON lines": (through_json_lines, True, "to_json_lines"),
    "Arrow": (through_arrow, False, "nothing"),
    "Parquet": (through_parquet, True, "to_parquet|is the path of several columns"),
    "Examples": (through_examples, True, "to_examples|from_examples"),
    "a function": (through_a_function, False, "nothing"),
}


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=20 * TIMES, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn=collections())
def test_what_is_read_is_what_was_written(way: str, drawn: Any) -> None:
    through, only_vectors, no_room = WAYS[way]
    kind, value, dims = drawn
    if only_vectors and len(dims) != 1:
        return
    schema = schema_of(kind)
    st = struct.constant(value, schema)
    assert st.to_py() == value
    try:
        found = through(st, schema if len(dims) == 1 else st.schema)
    except (ValueError, TypeError) as error:
        with pytest.raises(type(error), match=no_room):
            raise
    else:
        assert found.to_py() == value
