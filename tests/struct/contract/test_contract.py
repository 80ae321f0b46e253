"""What holds for every reader and writer of `tftypes.struct.formats`, whatever the format."""

from __future__ import annotations

import inspect
import io
from pathlib import Path
from typing import Any

import pytest
import tensorflow as tf

from tests.struct.contract.formats import ALL, BY_COLUMN, FORMATS, Format
from tftypes import struct
from tftypes.struct import formats

ROOT = Path(__file__).parents[3]
EVERY = pytest.mark.parametrize(("name", "format"), list(FORMATS.items()), ids=list(FORMATS))
READERS = [n for n in formats.__all__ if n.startswith("from_") or n.endswith("_dataset")]
WRITERS = [n for n in formats.__all__ if n.startswith("to_")]


def values(st: Any) -> Any:
    """The rows, with text for bytes."""
    if isinstance(st, bytes):
        return st.decode()
    if isinstance(st, list):
        return [values(each) for each in st]
    if isinstance(st, dict):
        return {name: values(each) for name, each in st.items()}
    return values(st.to_py()) if isinstance(st, struct.StructTensor) else st


def test_every_reader_and_writer_is_under_the_contract() -> None:
    assert sorted(READERS) == sorted(FORMATS)
    written = {f"to_{n.removeprefix('from_')}" for n, each in FORMATS.items() if each.write}
    assert sorted(WRITERS) == sorted(written)


@pytest.mark.parametrize("name", formats.__all__)
def test_it_is_public_documented_and_has_an_example(name: str) -> None:
    function = getattr(struct, name)
    assert function is getattr(formats, name)
    assert f"`{name}`" in (ROOT / "docs" / "struct.md").read_text()
    text = inspect.getdoc(function) or ""
    if inspect.isfunction(function):
        assert "Args:" in text or len(inspect.signature(function).parameters) == 1
        assert "Raises:" in text
        assert ">>> " in text


@pytest.mark.parametrize("name", READERS)
def test_its_options_have_the_names_of_all(name: str) -> None:
    parameters = inspect.signature(getattr(struct, name)).parameters
    assert "schema" in parameters
    nulls = parameters["nulls"]
    assert nulls.kind is nulls.KEYWORD_ONLY
    assert nulls.default == ("ragged" if name == "from_protos" else "error")


@EVERY
def test_rows_are_read_with_and_without_a_schema(name: str, format: Format) -> None:
    types = {"x": int, "y": str}
    rows = [{"x": 1, "y": "a"}, {"x": 2, "y": ""}]
    data = format.data(rows, types)
    assert values(format.read(data, types)) == rows
    st = format.read(data, types)
    assert st.shape == [2] and st["x"].dtype == tf.int64
    if not format.needs_types:
        assert values(format.read(data)) == rows


@EVERY
@pytest.mark.parametrize("with_types", [True, False])
def test_no_rows_have_fields_all_the_same(name: str, format: Format, with_types: bool) -> None:
    types = {"x": int, "y": str}
    if not with_types and (
        format.needs_types or name in ("from_firestore", "from_json_lines", "from_json")
    ):
        return  # what has no columns, has no fields
    st = format.read(format.data([], types), types if with_types else None)
    assert st.shape == [0] and set(st.field_names()) == {"x", "y"}
    if with_types:
        assert (st["x"].dtype, st["y"].dtype) == (tf.int64, tf.string)


NESTED = {
    "list": ([int], [[1, 2], []]),
    "struct": ({"a": int, "b": str}, [{"a": 1, "b": "u"}, {"a": 2, "b": "v"}]),
    "structs": ([{"a": int, "b": str}], [[{"a": 1, "b": "u"}], []]),
}


@EVERY
@pytest.mark.parametrize("kind", NESTED)
def test_lists_and_structs(name: str, format: Format, kind: str) -> None:
    if kind not in format.kinds:
        return
    inner, two = NESTED[kind]
    types = {"n": inner, "x": int}
    rows = [{"n": each, "x": i} for i, each in enumerate(two)]
    st = format.read(format.data(rows, types), types)
    assert values(st) == rows
    if format.write is not None:
        assert values(format.read(format.write(st, types), types)) == rows


@EVERY
@pytest.mark.parametrize("kind", sorted(ALL))
def test_nulls_become_what_is_asked_for_or_it_is_refused(
    name: str, format: Format, kind: str
) -> None:
    types = {"x": int, "y": str}
    data = format.data([{"x": 1, "y": "a"}, {"x": None, "y": "b"}], types)
    given = None if not format.needs_types else types
    if kind == "error":
        with pytest.raises(format.missing, match=f"(?s){name}.*x"):
            format.read(data, given)
        return
    if kind not in format.nulls:
        with pytest.raises(ValueError, match=f"{name}.*nulls"):
            format.read(data, given, nulls=kind)
        if format.nulls != BY_COLUMN:
            return
    own = "context.x" if name == "from_sequence_examples" else "x"
    st = format.read(data, given, nulls={own: kind, ...: "fill"})
    expected = {
        "fill": {"x": [1, 0]},
        "mask": {"x": [1, 0], "x_mask": [True, False]},
        "ragged": {"x": [[1], []]},
    }[kind]
    found = values(st)
    assert {name: [row[name] for row in found] for name in expected} == expected
    assert [row["y"] for row in found] == ["a", "b"]


@EVERY
def test_a_value_of_ones_own_fills_nulls(name: str, format: Format) -> None:
    types = {"x": int, "y": str}
    data = format.data([{"x": None, "y": "a"}, {"x": 2, "y": "b"}], types)
    own = "context.x" if name == "from_sequence_examples" else "x"
    given = types if format.needs_types else None
    st = format.read(data, given, nulls={own: struct.Fill(-1), ...: "fill"})
    assert [row["x"] for row in values(st)] == [-1, 2]


@EVERY
def test_policies_that_are_none_are_refused(name: str, format: Format) -> None:
    types = {"x": int}
    data = format.data([{"x": 1}], types)
    with pytest.raises(ValueError, match=f"{name}.*'nulls': expected 'error', 'fill', 'mask'"):
        format.read(data, types, nulls="drop")
    with pytest.raises(
        (ValueError, tf.errors.InvalidArgumentError), match="(?s)'nulls': there is no column 'z'"
    ):
        format.read(data, types, nulls={"z": "fill"})


@EVERY
@pytest.mark.parametrize("order", [("x", "x_mask"), ("x_mask", "x")])
def test_a_mask_never_takes_the_place_of_a_field(
    name: str, format: Format, order: tuple[str, str]
) -> None:
    types = dict.fromkeys(order, int)
    data = format.data([{"x": 1, "x_mask": 7}, {"x": None, "x_mask": 8}], types)
    given = types if format.needs_types else None
    own = "context.x" if name == "from_sequence_examples" else "x"
    with pytest.raises(ValueError, match="(?s)puts a field '.*x_mask' beside '.*x'"):
        format.read(data, given, nulls={own: "mask", ...: "fill"})
    filled = format.read(data, given, nulls={own: "fill", ...: "fill"})
    assert values(filled) == [{"x": 1, "x_mask": 7}, {"x": 0, "x_mask": 8}]


ODD = ["a b", "é", "a.b", "a/b", "", "x_mask", "names", "self", "_index_", "0", "[]", "x[]", "\n", "a'b\"",
       "{}", "%s", "日本", "x/lengths1"]  # fmt: skip


@EVERY
@pytest.mark.parametrize("odd", ODD)
def test_any_name_is_kept_or_refused(name: str, format: Format, odd: str) -> None:
    types = {odd: int, "x": int}
    rows = [{odd: 1, "x": 2}, {odd: 3, "x": 4}]
    if not format.has_name(odd):
        with pytest.raises((ValueError, TypeError)):
            format.read(format.data(rows, types), types)
        return
    st = format.read(format.data(rows, types), types)
    assert values(st) == rows
    if format.write is not None:
        assert values(format.read(format.write(st, types), types)) == rows


@pytest.mark.parametrize("types", [{"a/b": int, "a": {"b": int}}, {"a.b": int, "a": {"b": int}},
                                   {"s": {"": int}, "x": int}])  # fmt: skip
@EVERY
def test_names_that_collide_are_told_apart_or_refused(
    name: str, format: Format, types: Any
) -> None:
    if "struct" not in format.kinds or not all(
        map(format.has_name, [*types, *types.get("s", "x")])
    ):
        return
    st = struct.constant([{n: dict.fromkeys(k, 2) if isinstance(k, dict) else 1
                           for n, k in types.items()}], spec(types))  # fmt: skip
    if format.write is None:
        return
    try:
        found = format.read(format.write(st, types), types)
    except ValueError as error:
        assert "rename" in str(error) or "path of several columns" in str(error)
        return
    assert values(found) == values(st)


def spec(types: Any) -> Any:
    from tests.struct.contract.formats import schema

    return struct.spec_of(schema(types), [1])


@EVERY
def test_what_is_no_data_is_named(name: str, format: Format) -> None:
    for wrong in (format.wrong, None, 3, object(), tf.constant(1.5)):
        with pytest.raises((ValueError, TypeError, OSError), match=name):
            format.read(wrong, {"x": int})


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    "wrong", [None, object(), {"a": 1}, [{"a": 1}]], ids=["None", "an object", "a dict", "a list"]
)
def test_what_is_no_struct_is_not_written(name: str, wrong: Any) -> None:
    more = {"to_parquet": (io.BytesIO(),), "to_protos": (tf.train.Example,)}
    with pytest.raises(TypeError, match=name):
        getattr(struct, name)(wrong, *more.get(name, ()))


@EVERY
@pytest.mark.parametrize("kind", [str, {"a": int}], ids=["string", "struct"])
def test_a_field_that_is_not_as_the_schema_says_is_named(
    name: str, format: Format, kind: Any
) -> None:
    data = format.data([{"x": 1, "y": 2}], {"x": int, "y": int})
    errors = (KeyError, ValueError, tf.errors.InvalidArgumentError)
    with pytest.raises(errors, match="(?s)x"):
        format.read(data, {"x": kind, "y": int})
    if not format.needs_types:
        with pytest.raises(errors, match="z"):
            format.read(data, {"x": int, "y": int, "z": int})


@pytest.mark.parametrize("dtype", [tf.resource, tf.variant, tf.complex64, tf.bfloat16], ids=str)
@EVERY
def test_a_dtype_is_that_of_the_field_or_it_is_refused(
    name: str, format: Format, dtype: tf.DType
) -> None:
    spec = struct.DenseStructTensorSpec([None], {"x": tf.TensorSpec([None], dtype)})
    try:
        found = format.read(format.data([{"x": 1}], {"x": int}), spec)
    except (ValueError, tf.errors.InvalidArgumentError) as error:
        assert "x" in str(error).lower()
    else:
        assert found["x"].dtype == dtype and complex(found["x"][0].numpy()) == 1


@EVERY
def test_there_are_as_many_rows_as_the_schema_says(name: str, format: Format) -> None:
    if name.endswith("_dataset"):
        return  # whose batches are of any size
    spec = struct.spec_of({"x": tf.int64}, [5])
    with pytest.raises(ValueError, match=name):
        format.read(format.data([{"x": 1}], {"x": int}), spec)


def test_the_checker_knows_every_reader() -> None:
    from tftypes.inference.assembly import tables

    for reader in READERS:
        assert f"tftypes.struct.{reader}" in tables().functions, reader


@EVERY
def test_rows_are_read_in_a_graph_of_tensorflow_1_too(name: str, format: Format) -> None:
    if name.endswith("_dataset"):
        return  # which is iterated eagerly here
    types = {"x": int, "y": str}
    if {"list", "structs"} <= format.kinds:
        types |= {"l": [int], "s": [{"z": str}]}
    rows = [
        {"x": 1, "y": "a", "l": [1, 2], "s": []},
        {"x": None, "y": "", "l": [], "s": [{"z": "u"}]},
    ]
    rows = [{field: row[field] for field in types} for row in rows]
    data, own = format.data(rows, types), "context.x" if name == "from_sequence_examples" else "x"
    data = tf.nest.map_structure(lambda each: each.numpy() if tf.is_tensor(each) else each, data)
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        st = format.read(data, types, nulls={own: struct.Fill(7), ...: "fill"})
        found = session.run(st).to_py()
    assert values(found) == [{**row, "x": row["x"] or 7} for row in rows]
