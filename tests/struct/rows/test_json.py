"""JSON documents and JSON lines to structs and back; Python's json module is the oracle."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import string
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.json_lines import oddities
from tftypes import struct
from tftypes.struct.formats import Fill, NullError, SchemaError, json_text

ROWS = [
    {"id": 1, "tags": ["a", "b"], "user": {"name": "ann", "score": 0.5}},
    {"id": 2, "tags": [], "user": {"name": "bob", "score": 2}},
]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)


@pytest.fixture(params=["pyarrow", "json"], autouse=True)
def reader(request):
    """Every test reads lines both ways: with pyarrow, and as if it were not installed."""
    if request.param == "pyarrow":
        yield request.param
    else:
        with mock.patch.object(json_text, "find_spec", return_value=None):
            yield request.param


def text_of(value: Any) -> Any:
    """A struct's values with strings as in JSON."""
    return json.loads(struct.to_json(value))


def test_lines_are_a_vector_and_lists_are_ragged():
    st = struct.from_json_lines(LINES)
    assert st.shape == [2] and st.field_names() == ("id", "tags", "user")
    assert text_of(st) == ROWS
    assert st.field_value("id").dtype == tf.int32
    assert st.field_value("user").field_value("score").dtype == tf.float32
    assert st.field_value("tags").shape.as_list() == [2, None]
    assert struct.to_json_lines(st) == LINES.replace("2}}", "2.0}}")


def test_a_document_is_a_single_structure_or_a_list_of_any_depth():
    assert text_of(struct.from_json('{"a": {"b": [[1], []]}}')) == {"a": {"b": [[1], []]}}
    nested = [[{"a": 1}], [], [{"a": 2}, {"a": 3}]]
    found = struct.from_json(json.dumps(nested))
    assert found.shape.as_list() == [3, None] and text_of(found) == nested
    assert struct.from_json("[]").shape == [0]
    assert struct.to_json(struct.from_json('{"a": 1}'), indent=1) == '{\n "a": 1\n}'


def test_sources(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(LINES)
    for source in (LINES, LINES.encode(), bytearray(LINES.encode()), path, io.StringIO(LINES)):
        assert text_of(struct.from_json_lines(source)) == ROWS
    with open(path, "rb") as file:
        assert text_of(struct.from_json_lines([path, file, LINES.rstrip()])) == ROWS * 3
    assert text_of(struct.from_json(b"\xef\xbb\xbf" + json.dumps(ROWS).encode())) == ROWS
    with pytest.raises(TypeError, match="argument 'data': expected text, bytes, a pathlib.Path"):
        struct.from_json_lines(5)
    with pytest.raises(FileNotFoundError):
        struct.from_json_lines(tmp_path / "none")


def test_a_schema_says_dtypes_order_and_density():
    schema = {
        "user": {"score": tf.float64, "name": str},
        "tags": [str],
        "id": tf.int64,
    }
    st = struct.from_json_lines(LINES, schema)
    assert st.field_names() == ("user", "tags", "id")
    assert st.field_value("id").dtype == tf.int64
    assert st.field_value("user").field_value("score").dtype == tf.float64
    dense = struct.from_json_lines(
        '{"v": [1, 2]}\n{"v": [3, 4]}', {"v": tf.TensorSpec([2], tf.float32)}
    )
    assert dense.field_value("v").numpy().tolist() == [[1, 2], [3, 4]]
    assert struct.from_json('{"v": [1, 2]}', {"v": tf.TensorSpec([2], tf.int8)}).to_py() == {
        "v": [1, 2]
    }


PAIR = struct.DenseStructTensorSpec([2], {"b": tf.TensorSpec([2], tf.int32)})


@pytest.mark.parametrize(
    ("rows", "schema"),
    [
        ([{"a": [], "b": []}], {"a": [{"a": tf.float32}], "b": [tf.bool]}),
        ([{"a": [{"b": [[1], []]}, {"b": []}]}, {"a": []}], {"a": [{"b": [[tf.int8]]}]}),
        ([{"a": [[{"b": [{"c": 1}]}], []]}], {"a": [[{"b": [{"c": tf.int64}]}]]}),
        ([{"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 3}, {"b": 4}]}], {"a": PAIR}),
    ],
)
def test_lists_of_structs_are_read_with_a_schema_too(rows, schema, reader):
    lines = "\n".join(map(json.dumps, rows))
    slow = mock.patch.object(json_text, "Reader", side_effect=AssertionError)
    with slow if reader == "pyarrow" else contextlib.nullcontext():
        assert struct.from_json_lines(lines, schema).to_py() == rows


def test_dtypes_are_those_of_tf_constant():
    st = struct.from_json_lines(
        '{"i": 1, "f": 1, "b": true}\n{"i": 4294967296, "f": 2.5, "b": false}'
    )
    assert [st.field_value(name).dtype for name in "ifb"] == [tf.int64, tf.float32, tf.bool]
    assert struct.from_json_lines('{"t": "2020-01-01"}').to_py() == [{"t": b"2020-01-01"}]


NULLS = '{"a": 1, "t": ["x", null]}\n{"a": null, "t": null}\n{"t": []}\n'


def test_nulls_and_missing_names():
    with pytest.raises(NullError, match="column 'a' has a null in row 1"):
        struct.from_json_lines(NULLS)
    assert text_of(struct.from_json_lines(NULLS, nulls="fill")) == [
        {"a": 1, "t": ["x", ""]},
        {"a": 0, "t": []},
        {"a": 0, "t": []},
    ]
    assert text_of(
        struct.from_json_lines(NULLS, nulls={"a": Fill(-1), "t": "mask", "t[]": "fill"})
    ) == [
        {"a": 1, "t": ["x", ""], "t_mask": True},
        {"a": -1, "t": [], "t_mask": False},
        {"a": -1, "t": [], "t_mask": True},
    ]
    ragged = struct.from_json_lines(NULLS, nulls={"a": "ragged", ...: "fill"})
    assert [row["a"] for row in ragged.to_py()] == [[1], [], []]
    assert ragged.field_value("a").dtype == tf.int32


def test_nulls_in_lists_that_may_be_null():
    st = struct.from_json_lines(
        '{"t": ["x", null]}\n{"t": null}', nulls={"t": "ragged", "t[]": "mask"}
    )
    assert text_of(st) == [
        {"t": [["x", ""]], "t_item_mask": [[True, False]]},
        {"t": [], "t_item_mask": []},
    ]


@pytest.mark.parametrize(
    ("lines", "schema", "message"),
    [
        ('{"a": 1}\n{"a": 1e39}', None, "'a': expected float32, got float 1e\\+39 in row 1"),
        ('{"a": [{"b": -1e39}]}', None, "'a.b': expected float32, got float -1e\\+39 in row 0"),
        ('{"a": 1e39}', {"a": tf.float32}, "'a': expected float32, got float 1e\\+39 in row 0"),
        ('{"a": 1e400}', None, "line 1: the number 1e400 is beyond float64"),
        ('{"a": 1e400}', {"a": tf.float64}, "line 1: the number 1e400 is beyond float64"),
    ],
)
def test_a_number_is_never_made_infinite(lines, schema, message):
    with pytest.raises(ValueError, match=message):
        struct.from_json_lines(lines, schema)


def test_a_schema_reads_large_numbers_and_infinities_are_written_as_json_has_them():
    assert struct.from_json_lines('{"a": 1e39}', {"a": tf.float64}).to_py() == [{"a": 1e39}]
    assert struct.from_json_lines('{"a": -Infinity}').to_py() == [{"a": float("-inf")}]


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"s": {"a": 1, "b": 2, "a": null}}'])
def test_a_name_has_one_value(text):
    with pytest.raises(ValueError, match="line 1: an object has several values of 'a'"):
        struct.from_json_lines(text)
    with pytest.raises(ValueError, match="line 1: an object has several values of 'a'"):
        struct.from_json(text)


@pytest.mark.parametrize("name", ["data.jsonl", "/data/rows", "C:\\data.json", "a b/c.jsonl"])
def test_a_path_as_a_string_is_text(name):
    for read in (struct.from_json, struct.from_json_lines):
        with pytest.raises(ValueError, match="no JSON.*; a str is text: pathlib.Path"):
            read(name)


@pytest.mark.parametrize("text", oddities(300).values(), ids=oddities(2))
def test_odd_lines_are_read_by_pyarrow_and_not_line_by_line(text, reader):
    expected = [json.loads(line) for each in ([text] if isinstance(text, str) else text)
                for line in each.splitlines() if line.strip()]  # fmt: skip
    no = mock.Mock(side_effect=AssertionError("read line by line"))
    slow = reader == "json"
    with contextlib.nullcontext() if slow else mock.patch.object(json_text, "_rows", no):
        found = struct.from_json_lines(text)
    assert list(map(list, found.to_py()[:1])) == [list(expected[0])]  # the order of the fields
    rest = [row.pop("rest") for row in expected]
    assert text_of(found.without("rest")) == expected
    assert found["rest"].to_list() == tf.ragged.constant(rest, tf.float32, ragged_rank=1).to_list()


def test_times_that_come_late_are_strings_in_the_order_of_the_fields():
    rows = [{"a": {"x": 1, "d": None}, "b": [], "c": 1}] * 200
    rows += [{"a": {"x": 2.5, "d": "2020-01-01", "y": "1"}, "b": ["2020-01-01 10:00"], "c": 1}]
    rows += [{"a": {"x": 2.5, "d": "x", "y": "2020-01-01"}, "b": [], "c": 1, "z": 1}]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    found = struct.from_json_lines(lines, nulls="fill")
    assert list(found.to_py()[0]) == ["a", "b", "c", "z"]
    assert list(found.to_py()[0]["a"]) == ["x", "d", "y"]
    assert found["a", "d"].numpy()[-2:].tolist() == [b"2020-01-01", b"x"]
    assert found["b"].to_list()[-2:] == [[b"2020-01-01 10:00"], []]


def test_a_null_struct_is_filled_masked_or_left_out():
    lines = '{"u": {"x": 1, "v": ["a"]}}\n{"u": null}'
    assert text_of(struct.from_json_lines(lines, nulls="fill"))[1] == {"u": {"x": 0, "v": []}}
    assert text_of(struct.from_json_lines(lines, nulls={"u": "mask"}))[1] == {
        "u": {"x": 0, "v": []},
        "u_mask": False,
    }
    assert text_of(struct.from_json_lines(lines, nulls={"u": "ragged"})) == [
        {"u": [{"x": 1, "v": ["a"]}]},
        {"u": []},
    ]


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ('{"a": 1}\n{"a": }\n', "line 2, column 7: no JSON"),
        ('{"a": 1}\n[1]\n', "line 2: expected an object, got an array"),
        ('{"a":\n1}\n', "line 1, column 6: no JSON"),
        ('{"a": 1}{"a": 2}\n', "line 1, column 9: no JSON"),
        (b'{"a": 1}\n{"a": "\xff"}', "line 2: the text is not UTF-8"),
        ("null", "line 1: expected an object, got null"),
        ('{"a": 1}\nnull\n{"a": 2}', "line 2: expected an object, got null"),
        ('{"\\ud800": 1}', r"expected text as names of fields, got '.ud800' in row 0"),
        ('{"a": "\\ud800"}', "'a': expected string, got '.ud800' in row 0, which is no text"),
        ('{"a": 1}\n{"a": "x"}', "'a': expected int32, got str 'x' in row 1"),
        ('{"a": [1]}\n{"a": 1}', "'a': expected a list, got int 1 in row 1"),
        ('{"a": {"b": 1}}\n{"a": 1}', "'a': expected a struct, got int 1 in row 1"),
        ('{"a": {"b": 1}}\n{"a": {"b": true}}', "'a.b': expected int32, got bool True in row 1"),
        ('{"a": 123456789012345678901234567890}', "'a': expected int64, got int 1234"),
        ('{"a": [null]}', r"column 'a\[\]' has a null in row 0"),
        ('{"a": ' + "[" * 100000 + "]" * 100000 + "}", "no JSON that can be read: too deep"),
        ('{"a":\n' + "[\n" * 100000 + "]\n" * 100000 + "}", "line 1, column 6"),
    ],
)
def test_wrong_lines_are_named(lines, error):
    with pytest.raises((ValueError, TypeError), match=error):
        struct.from_json_lines(lines)


def test_a_wrong_line_of_a_file_is_named(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1}\nno\n')
    with pytest.raises(ValueError, match="rows.jsonl, line 2, column 1: no JSON"):
        struct.from_json_lines([LINES, path])
    with pytest.raises(
        ValueError, match="rows.jsonl, line 1, column 9: no JSON: Extra data|line 2"
    ):
        struct.from_json(path)


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        ({"id": tf.int64}, "field '(tags|user)' is not in the schema"),
        (
            {"id": str, "tags": [str], "user": {"name": str, "score": float}},
            "'id': expected string",
        ),
        ({"id": int, "tags": [int], "user": {"name": str, "score": float}}, r"tags"),
        (
            {"id": tf.bool, "tags": [str], "user": {"name": str, "score": float}},
            "'id': expected bool",
        ),
        (
            {"id": int, "tags": [str], "user": {"name": str, "score": int}},
            "'user.score': expected int32",
        ),
        (
            {"id": int, "tags": str, "user": {"name": str, "score": float}},
            "'tags': expected string",
        ),
        ({"id": [int], "tags": [str], "user": {"name": str, "score": float}}, "'id'"),
        (
            {
                "id": int,
                "tags": tf.TensorSpec([2], tf.string),
                "user": {"name": str, "score": float},
            },
            "tags",
        ),
    ],
)
def test_what_is_not_as_the_schema_says_is_named(schema, error):
    with pytest.raises(SchemaError, match=error):
        struct.from_json_lines(LINES, schema)


def test_a_string_that_is_not_utf8_cannot_be_written():
    with pytest.raises(ValueError, match="field 'a.b' is not UTF-8"):
        struct.to_json(struct.constant({"a": [{"b": b"x"}, {"b": b"\xff"}]}))


names = st.sampled_from(["a", "b", "c d", "e.f", ""]) | st.text(string.ascii_letters, max_size=3)
scalars = st.sampled_from(
    [
        st.integers(-(2**63), 2**63 - 1),
        st.floats(width=32, allow_nan=False, allow_infinity=False),
        st.booleans(),
        st.text(max_size=8),
        st.dates().map(str) | st.sampled_from(["2020-01-01T10:00:00Z", "10:00", "x"]),
        st.sampled_from([2.0**53, -(2.0**63), 2.0**66, 2.0**127, 1.5]),
    ]
)
blanks = st.sampled_from(["\n", "\n\n", " \n\t", "\r\n", "\n \n"])


@st.composite
def kinds(draw: st.DrawFn, depth: int = 2) -> Any:
    """Strategies for values of one type: a struct, a list or a scalar."""
    kind = draw(st.integers(0, 2 if depth else 0))
    if kind == 1:
        return st.lists(draw(kinds(depth - 1)), min_size=1, max_size=3)
    if kind == 2:
        return st.fixed_dictionaries(draw(st.dictionaries(names, kinds(depth - 1), max_size=3)))
    return draw(scalars)


@given(st.data())
@settings(max_examples=60)
def test_rows_are_what_json_reads(data):
    row = st.fixed_dictionaries(data.draw(st.dictionaries(names, kinds(), max_size=3)))
    rows = data.draw(st.lists(row, min_size=1, max_size=3))
    lines = data.draw(blanks).join(json.dumps(each) for each in rows)
    assert text_of(struct.from_json_lines(lines)) == rows
    assert text_of(struct.from_json(json.dumps(rows))) == rows


@st.composite
def kinds_with_nulls(draw: st.DrawFn, depth: int = 2) -> Any:
    """As `kinds`, with nulls here and there, and names that are missing."""
    kind = draw(st.integers(0, 2 if depth else 0))
    if kind == 1:
        values: Any = st.lists(draw(kinds_with_nulls(depth - 1)), min_size=1, max_size=3)
    elif kind == 2:
        fields = draw(
            st.dictionaries(st.sampled_from("abc"), kinds_with_nulls(depth - 1), max_size=2)
        )
        values = st.fixed_dictionaries({}, optional=fields)
    else:
        values = draw(scalars)
    return st.one_of(values, values, values, st.none()) if draw(st.booleans()) else values


@given(st.data(), st.sampled_from(["error", "fill", "mask", "ragged"]))
@settings(max_examples=80)
def test_pyarrow_and_json_agree_on_nulls(data, nulls):
    row = st.fixed_dictionaries({"x": st.integers(0, 9), "y": data.draw(kinds_with_nulls())})
    rows = data.draw(st.lists(row, min_size=1, max_size=3))
    lines = data.draw(blanks).join(json.dumps(each) for each in rows)

    def read(schema: Any) -> Any:
        try:
            return struct.from_json_lines(lines, schema, nulls=nulls)
        except ValueError:
            return None

    def plainly(schema: Any) -> Any:
        with mock.patch.object(json_text, "find_spec", return_value=None):
            return read(schema)

    plain = plainly(None)
    for schema in (None, *([] if plain is None else [plain.schema])):
        fast, slow = read(schema), plainly(schema)
        assert (fast is None) == (slow is None)
        if fast is not None:
            assert str(fast.schema) == str(slow.schema)
            assert fast.to_py() == slow.to_py()


@given(st.data())
@settings(max_examples=60)
def test_damaged_lines_give_an_error_or_what_json_reads(data):
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        lines[data.draw(st.integers(0, len(lines) - 1))] = data.draw(
            st.sampled_from('{}[]":,\n 0e-.x\\')
        )
    damaged = "".join(lines)
    try:
        found = text_of(struct.from_json_lines(damaged, nulls="fill"))
    except (ValueError, TypeError):
        return
    read = [json.loads(line) for line in damaged.split("\n") if line.strip()]
    with mock.patch.object(json_text, "find_spec", return_value=None):
        plain = struct.from_json_lines(damaged, nulls="fill")
    assert found == text_of(plain) and len(found) == len(read)
    for one, other in zip(found, read):
        assert {name: value for name, value in other.items() if value is not None}.keys() <= (
            one.keys()
        )


@pytest.mark.parametrize("read", [struct.from_json, struct.from_json_lines])
def test_a_file_that_cannot_be_read_is_named(read: Any, tmp_path: Path) -> None:
    with pytest.raises(
        FileNotFoundError, match=rf"{read.__name__}\(\) argument 'data': '.*none.json'"
    ):
        read(tmp_path / "none.json")
    with pytest.raises(OSError, match=rf"{read.__name__}\(\) argument 'data': "):
        read(tmp_path)


def test_compressed_text_is_read_through_gzip(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n'))
    with pytest.raises(
        ValueError, match=r"rows.jsonl.gz, line 1: this is gzip: pass gzip.open\(path\)"
    ):
        struct.from_json_lines(path)
    with gzip.open(path) as file:
        assert struct.from_json_lines(file).to_py() == [{"a": 1}]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("null", "null"),
        ("true", "true"),
        ("3", "a number"),
        ('"a"', "a string"),
        ("[1]", "an array"),
    ],
)
def test_what_is_no_object_has_the_name_that_json_has_for_it(text: str, kind: str) -> None:
    with pytest.raises(ValueError, match=f"line 1: expected an object, got {kind}$"):
        struct.from_json_lines(text)
