"""tf.train.Example and SequenceExample to structs and back; TensorFlow's messages are the oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.graphs import VERSIONS
from tests.struct.times import TIMES
from tftypes import struct
from tftypes.struct.formats import Fill, SchemaError

SCHEMA = {
    "id": tf.int64,
    "ok": bool,
    "name": str,
    "vector": tf.TensorSpec([2], tf.float32),
    "tags": [str],
    "grid": [[int]],
    "user": {"age": int, "mail": [str]},
    "items": [{"name": str, "prices": [float]}],
}
ROWS = [
    {
        "id": 1,
        "ok": True,
        "name": b"ann",
        "vector": [0.5, 1.0],
        "tags": [b"a", b"b"],
        "grid": [[1, 2], [], [3]],
        "user": {"age": 30, "mail": [b"x"]},
        "items": [{"name": b"tea", "prices": [2.5, 3.0]}, {"name": b"milk", "prices": []}],
    },
    {
        "id": 2,
        "ok": False,
        "name": b"",
        "vector": [0.0, -1.0],
        "tags": [],
        "grid": [],
        "user": {"age": -1, "mail": []},
        "items": [],
    },
]


def structs() -> Any:
    return struct.constant(ROWS, struct.spec_of(SCHEMA, [2]))


def example(**features: Any) -> bytes:
    made = tf.train.Example()
    for name, values in features.items():
        feature = made.features.feature[name]
        kinds = {int: feature.int64_list, float: feature.float_list, bytes: feature.bytes_list}
        kinds[type(values[0])].value.extend(values)
    return made.SerializeToString()


def test_there_and_back():
    strings = struct.to_examples(structs())
    assert strings.shape == [2]
    assert struct.from_examples(strings, SCHEMA).to_py() == ROWS
    traced = tf.function(
        lambda each: struct.to_examples(struct.from_examples(each, SCHEMA)),
        input_signature=[tf.TensorSpec([None], tf.string)],
    )
    assert traced(strings).numpy().tolist() == strings.numpy().tolist()
    assert traced(tf.zeros([0], tf.string)).shape == [0]


def test_what_is_written():
    written = tf.train.Example.FromString(struct.to_examples(structs())[0].numpy())
    features = written.features.feature
    assert sorted(features) == [
        "grid",
        "grid/lengths1",
        "id",
        "items/name",
        "items/prices",
        "items/prices/lengths1",
        "name",
        "ok",
        "tags",
        "user/age",
        "user/mail",
        "vector",
    ]
    assert features["grid"].int64_list.value == [1, 2, 3]
    assert features["grid/lengths1"].int64_list.value == [2, 0, 1]
    assert features["ok"].int64_list.value == [1]
    assert features["tags"].bytes_list.value == [b"a", b"b"]
    assert features["vector"].float_list.value == [0.5, 1.0]


def test_the_struct_has_the_shape_of_the_strings():
    one = example(a=[1])
    schema = {"a": int}
    assert struct.from_examples(one, schema).to_py() == {"a": 1}
    ragged = tf.ragged.constant([[one, one], []])
    assert struct.from_examples(ragged, schema).to_py() == [[{"a": 1}] * 2, []]
    assert struct.to_examples(struct.from_examples(ragged, schema)).to_list() == ragged.to_list()
    assert struct.from_examples(tf.zeros([0], tf.string), SCHEMA).shape == [0]


def test_missing_values():
    strings = [example(a=[1], v=[1.0, 2.0]), example(b=[1])]
    schema = {"a": int, "v": tf.TensorSpec([2], tf.float32)}
    with pytest.raises(ValueError, match=r"from_examples\(\): Feature: a .* is required"):
        struct.from_examples(strings, schema)
    filled = struct.from_examples(strings, schema, nulls={"a": Fill(-1), "v": "mask"})
    assert filled.to_py() == [
        {"a": 1, "v": [1.0, 2.0], "v_mask": True},
        {"a": -1, "v": [0.0, 0.0], "v_mask": False},
    ]
    back = [tf.train.Example.FromString(each) for each in struct.to_examples(filled).numpy()]
    assert [sorted(each.features.feature) for each in back] == [["a", "v"], ["a"]]
    ragged = struct.from_examples(strings, {"a": int}, nulls="ragged")
    assert ragged.to_py() == [{"a": [1]}, {"a": []}]


def test_sparse_fields():
    schema = {"s": tf.SparseTensorSpec([None, None], tf.int64)}
    st = struct.from_examples([example(s=[1, 2]), example(t=[1])], schema)
    assert tf.sparse.to_dense(st.field_value("s")).numpy().tolist() == [[1, 2], [0, 0]]


def test_as_an_ordinary_proto_they_say_the_same():
    strings = struct.to_examples(structs())
    st = struct.from_protos(strings, tf.train.Example, nulls="fill")
    assert struct.to_protos(st, tf.train.Example).shape == [2]
    entries = st.to_py()[0]["features"]["feature"]
    found = {each["key"]: each["value"]["bytes_list"]["value"] for each in entries}
    assert found[b"tags"] == [b"a", b"b"]


@pytest.mark.parametrize(
    ("strings", "schema", "error"),
    [
        ([example(a=[1.5])], {"a": int}, "Key: a, Index: 0.*xpected type: int64"),
        ([example(a=[1, 2])], {"a": int}, "Key: a, Index: 0.*Number of int64 values"),
        ([example(a=[2**40])], {"a": tf.int32}, "field 'a': value number 0 is no int32"),
        ([example(a=[2])], {"a": bool}, "field 'a': value number 0 is no bool"),
        ([b"\x0a\xff"], {"a": int}, "parse"),
        ([b""], {"a": tf.complex64}, "field 'a': expected a dtype that an Example has room for"),
        ([b""], {"a": tf.uint64}, "field 'a': expected a dtype"),
        ([b""], {"a": tf.TensorSpec([2, None], tf.int64)}, "field 'a': expected ragged dims"),
        ([b""], {"a": [tf.TensorSpec([0], tf.int64)]}, "field 'a': expected lists of items that"),
        ([1], {"a": int}, "."),
    ],
)
def test_errors_name_the_feature(strings, schema, error):
    with pytest.raises((ValueError, TypeError), match=error):
        struct.from_examples(strings, schema)


def test_lists_of_structs_have_one_length():
    strings = [example(**{"items/a": [1, 2], "items/b": [1]})]
    with pytest.raises(ValueError, match="'items/b' and 'items/a' differ in length in Example 0"):
        struct.from_examples(strings, {"items": [{"a": int, "b": int}]})


def test_what_an_example_has_no_room_for_is_not_written():
    with pytest.raises(SchemaError, match="field 'a': expected a dtype .*, got float64"):
        struct.to_examples(struct.constant({"a": tf.constant(1.0, tf.float64)}))
    nothings = struct.constant([{"a": [[], []]}], {"a": [tf.TensorSpec([0], tf.int64)]})
    with pytest.raises(SchemaError, match=r"field 'a': expected .*, got lists of items of shape"):
        struct.to_examples(nothings)


SEQUENCE = {
    "context": {"id": int},
    "feature_lists": {
        "words": [str],
        "frames": [tf.TensorSpec([2], tf.float32)],
        "tags": [[int]],
    },
}
STEPS = [
    {
        "context": {"id": 1},
        "feature_lists": {
            "words": [b"a", b"b"],
            "frames": [[1.0, 2.0], [3.0, 4.0]],
            "tags": [[1, 2], []],
        },
    },
    {"context": {"id": 2}, "feature_lists": {"words": [], "frames": [], "tags": [[3]]}},
]


def test_sequence_examples_there_and_back():
    st = struct.constant(STEPS, struct.spec_of(SEQUENCE, [2]))
    strings = struct.to_sequence_examples(st)
    written = tf.train.SequenceExample.FromString(strings[0].numpy())
    assert written.context.feature["id"].int64_list.value == [1]
    frames = written.feature_lists.feature_list["frames"].feature
    assert [list(each.float_list.value) for each in frames] == [[1.0, 2.0], [3.0, 4.0]]
    assert struct.from_sequence_examples(strings, SEQUENCE).to_py() == STEPS
    traced = tf.function(lambda each: struct.from_sequence_examples(each, SEQUENCE))
    assert traced(strings).to_py() == STEPS
    assert struct.from_sequence_examples(strings[1], SEQUENCE).to_py() == STEPS[1]


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        (
            {"feature_lists": {"frames": [tf.TensorSpec([3], tf.float32)]}},
            "step number 0 has not 3",
        ),
        ({"feature_lists": {"words": [int]}}, "words"),
        ({"feature_lists": {"words": str}}, "feature_lists.words': expected a ragged list"),
        ({"steps": {"words": [str]}}, "expected a schema of structs 'context' and 'feature_lists'"),
    ],
)
def test_sequence_errors_name_the_feature(schema, error):
    strings = struct.to_sequence_examples(struct.constant(STEPS, struct.spec_of(SEQUENCE, [2])))
    with pytest.raises(ValueError, match=error):
        struct.from_sequence_examples(strings, schema)


NAMES = st.text("abc", min_size=1, max_size=2)
VALUES = {
    tf.int64: st.integers(-(2**63), 2**63 - 1),
    tf.int32: st.integers(-(2**31), 2**31 - 1),
    tf.float32: st.floats(width=32, allow_nan=False),
    tf.string: st.binary(max_size=4),
    tf.bool: st.booleans(),
}


@st.composite
def drawn(draw: st.DrawFn) -> tuple[Any, Any]:
    """A schema of scalars, lists and lists of lists, and some rows."""
    dtypes = draw(st.dictionaries(NAMES, st.sampled_from(list(VALUES)), min_size=1, max_size=3))
    schema, row = {}, {}
    for name, dtype in dtypes.items():
        schema[name], row[name] = dtype, VALUES[dtype]
        for _ in range(draw(st.integers(0, 2))):
            schema[name], row[name] = [schema[name]], st.lists(row[name], max_size=2)
    return schema, draw(st.lists(st.fixed_dictionaries(row), min_size=1, max_size=3))


@given(drawn())
@settings(max_examples=25 * TIMES)
def test_rows_are_what_they_were(case):
    schema, rows = case
    st = struct.constant(rows, struct.spec_of(schema, [len(rows)]))
    assert struct.from_examples(struct.to_examples(st), schema).to_py() == rows


def in_rows(values: list[int], *levels: list[int]) -> bytes:
    """An Example with `a`, and the lengths of the rows that its values are in."""
    example = tf.train.Example()
    example.features.feature["a"].int64_list.value.extend(values)
    for depth, lengths in enumerate(levels, 1):
        example.features.feature[f"a/lengths{depth}"].int64_list.value.extend(lengths)
    return bytes(example.SerializeToString())


PAIRS = {"a": [tf.TensorSpec([2], tf.int64)]}
LISTS = {"a": [[tf.int64]]}
DEEP = {"a": [[[tf.int64]]]}


@pytest.mark.parametrize("graph", [None, *VERSIONS], ids=["eager", "version 1", "version 2"])
@pytest.mark.parametrize(
    ("examples", "schema", "expected"),
    [
        ([in_rows([1, 2, 3], [1, 2]), in_rows([]), in_rows([], [0])], LISTS, [[[1], [2, 3]], [], [[]]]),
        ([in_rows([1, 2, 3, 4], [2, 0], [1, 3])], DEEP, [[[[1], [2, 3, 4]], []]]),
        ([in_rows([1, 2, 3, 4]), in_rows([])], PAIRS, [[[1, 2], [3, 4]], []]),
        ([in_rows([1, 2, 3], [1, 5])], LISTS, "do not add up to the values"),
        ([in_rows([1, 2, 3], [-1, 4])], LISTS, "do not add up to the values"),
        ([in_rows([1, 2, 3])], LISTS, "do not add up to the values"),
        ([in_rows([1, 2, 3], [1, 1]), in_rows([4], [2])], LISTS, "do not add up to the values"),
        ([in_rows([], [2**62] * 4)], LISTS, "do not add up to the values"),
        ([in_rows([1, 2], [2], [1, 5])], DEEP, "do not add up to the values"),
        ([in_rows([1, 2]), in_rows([1, 2, 3])], PAIRS, "do not add up to the items of 2 values"),
    ],
    ids=["lists", "lists of lists", "pairs", "too long", "negative", "missing", "of another Example", "overflow",
         "deeper", "half a pair"],
)  # fmt: skip
def test_rows_must_add_up_to_the_values_of_their_example(
    examples: list[bytes], schema: Any, expected: Any, graph: Any
) -> None:
    def read(serialized: Any) -> Any:
        return struct.from_examples(serialized, schema)["a"]

    def found() -> Any:
        if graph is None:
            return read(tf.constant(examples)).to_list()
        traced = graph(read, [tf.TensorSpec([None], tf.string)])
        arrays = [np.array(examples, object)]
        return traced.whole(arrays).to_list()

    if isinstance(expected, list):
        assert found() == expected
    else:
        with pytest.raises((ValueError, tf.errors.InvalidArgumentError), match=expected):
            found()
