"""What is no struct, and what structs are not, is said in words: the argument, what is expected, what came."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pandas as pd
import pytest
import tensorflow as tf

from tftypes import struct
from tftypes.struct import DenseStructTensor

ROWS = struct.constant([{"a": 1}, {"a": 2}])


def itself() -> Any:
    made: dict[str, Any] = {}
    made["a"] = [made]
    return made


def nested(depth: int) -> Any:
    made: Any = int
    for _ in range(depth):
        made = {"a": made}
    return made


def deep_dtype(depth: int) -> Any:
    made = np.dtype("i4")
    for _ in range(depth):
        made = np.dtype([("a", made)])
    return made


class NoShape(tf.experimental.ExtensionType):
    size: tf.Tensor


@tf.experimental.dispatch_for_api(tf.shape, {"input": NoShape})
def no_shape(input: NoShape, out_type: Any = tf.int32, name: Any = None) -> Any:
    return {"size": 1}


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: DenseStructTensor([None], {}), ValueError, "give a shape without None, such as .0."),
        (lambda: DenseStructTensor([], object()), TypeError, "fields: expected a mapping from names"),
        (lambda: DenseStructTensor([], ["ab"]), TypeError, "fields: expected a mapping.*'ab'"),
        (lambda: struct.DenseStructTensorSpec([], ["ab"]), TypeError, "fields: expected a mapping"),
        (lambda: tf.convert_to_tensor(ROWS), TypeError, "is no tensor, its fields are: 'a'"),
        (lambda: tf.reduce_sum(ROWS), TypeError, "reduce_sum.. is not implemented.*is no tensor"),
        (lambda: tf.pad(ROWS, [[0, 1]]), TypeError, "pad.. is not implemented for DenseStructTensor"),
        (lambda: tf.dynamic_stitch([[0], [1]], [ROWS[:1], ROWS[1:]]), TypeError, "is no tensor"),
        (lambda: np.asarray(ROWS), TypeError, "is no array: st.numpy.. has the values"),
        (lambda: struct.to_json(DenseStructTensor([], {"a": tf.constant(1j)})), TypeError,
         "to_json..: field 'a' has complex numbers"),
        (lambda: struct.to_json_lines(struct.constant([{"s": [{"a": 1j}]}])), TypeError,
         "to_json_lines..: field 's.a' has complex numbers"),
        (lambda: struct.from_awkward(ak.Array([{"s": [{"x": 1j}]}])), TypeError,
         "from_awkward..: field 's.x' is of dtype complex128"),
        (lambda: struct.from_pandas(pd.DataFrame({"a": [1j]})), TypeError,
         "from_pandas..: column 'a' is of dtype complex128"),
        (lambda: struct.from_protos([tf.train.Example()], tf.train.Example), TypeError,
         "from_protos.. argument 'serialized': expected strings, got messages of type Example"),
        (lambda: struct.from_examples(tf.train.Example(), {"a": int}), TypeError,
         "from_examples.. argument 'serialized': expected strings, got messages of type Example"),
        (lambda: struct.constant([{"a": 1}], struct.DenseStructTensorSpec([1], {"a": tf.TensorSpec(None)})),
         TypeError, r"\[0\].a: expected a tensor of float32.*leaves the number of dims open"),
        (lambda: struct.from_pandas(pd.DataFrame({"a": [nested(50_000)]})), ValueError,
         "from_pandas..: column 'a': nested more than 100 levels deep"),
        (lambda: struct.from_pandas(pd.DataFrame({"a": [itself()]})), ValueError,
         "from_pandas..: column 'a': nested more than 100 levels deep"),
        (lambda: struct.from_numpy(np.zeros(1, deep_dtype(150))), ValueError,
         "from_numpy..: field 'a.a.*nested more than 100 levels deep"),
        (lambda: struct.from_json("{}", {"a": nested(900)}), ValueError,
         "schema: 'a.a.*nested more than 100 levels deep"),
        (lambda: struct.from_json("{}", {"a": {1: int}}), TypeError,
         "schema: 'a': expected strings as names, got 1"),
        (lambda: struct.from_json("{}", {"a": 10**400}), TypeError, "schema: 'a': 10+... is no type"),
        (lambda: struct.from_arrow_ipc(3), TypeError,
         "from_arrow_ipc.. argument 'source': expected a path, bytes or a file open for reading, got int"),
        (lambda: struct.from_parquet("nothing here"), FileNotFoundError,
         "from_parquet.. argument 'source': there is no file 'nothing here'"),
        (lambda: DenseStructTensor([None], {"a": NoShape(1)}), TypeError,
         "tf.shape.. of a NoShape gives no shape, but {'size': 1}"),
        (lambda: struct.constant(itself()), ValueError, "nested more than 100 levels deep"),
        (lambda: struct.from_json("[" * 300 + '{"a": 1}' + "]" * 300), ValueError,
         "from_json..: .*nested more than 100 levels deep"),
        (lambda: struct.from_json_lines('{"a":' * 600 + "1" + "}" * 600), ValueError,
         "from_json_lines..: field 'a.a.*nested more than 100 levels deep"),
    ],
)  # fmt: skip
def test_the_message_says_what_to_do(call: Any, kind: Any, message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_what_is_nested_a_hundred_levels_deep_is_read_and_used() -> None:
    text = '{"a":' * 99 + "[1]" + "}" * 99
    st = struct.from_json_lines(f"{text}\n{text}")
    assert struct.to_json(st[1]).replace(" ", "") == text
    traced = tf.function(lambda st: tf.concat([st, st], 0))(st)
    assert traced.to_py() == st.to_py() * 2
    assert struct.from_arrow(struct.to_arrow(st)).to_py() == st.to_py()
    assert str(st.schema).count("a") >= 99


@pytest.mark.parametrize(
    ("call", "begins"),
    [
        (lambda: struct.constant([{"a": 1}, {"a": "x"}]), "constant(): [1].a: expected an int"),
        (lambda: struct.constant([{"a": 1}], {"a": "feet"}), "constant(): schema: 'a': 'feet' is no type"),
        (lambda: struct.constant_value([1]), "constant_value(): expected a dict"),
        (lambda: struct.spec_of({"a": object()}), "spec_of(): schema: 'a'"),
        (lambda: struct.from_json("{}", {"a": "feet"}), "from_json(): schema: 'a'"),
        (lambda: DenseStructTensor([2], {"a": [1]}), "DenseStructTensor(): the fields of a struct of shape [2]"),
        (lambda: struct.DenseStructTensorSpec([2], {"a": 1}), "DenseStructTensorSpec(): field_specs['a']"),
        (lambda: struct.RaggedStructTensor.from_row_splits(ROWS, [0, 5]),
         "RaggedStructTensor.from_row_splits(): row_splits: expected 0 first"),
        (lambda: ROWS["b"], "st[...]: no field 'b'; the fields are: 'a'"),
        (lambda: ROWS[0, 0], "st[...]: 2 positions"),
        (lambda: ROWS.with_updates(b=[1]), "st.with_updates(): the fields of a struct of shape [2]"),
        (lambda: ROWS.without(3), "st.without(): expected the name of a field"),
        (lambda: ROWS.without("b"), "st.without(): no field 'b'"),
        (lambda: ROWS.merge_dims(0, 3), "st.merge_dims(): there is no axis 3"),
        (lambda: ROWS[0].nrows(), "st.nrows(): a single structure (shape []) has no rows"),
        (lambda: ROWS.nrows("nope"), "st.nrows(): out_type: expected a dtype, got 'nope'"),
        (lambda: struct.sort(ROWS, "b"), "sort(): no field at path 'b'"),
        (lambda: struct.sort(ROWS, []), "sort() argument by: expected a path"),
        (lambda: struct.promote(ROWS, "a.b", "c"), "promote(): "),
        (lambda: struct.project(3, "a"), "project() argument 'struct': expected a StructTensor, got int"),
        (lambda: struct.unique(tf.zeros([2]), "a"),
         "unique() argument 'st': expected a StructTensor, got a tensor of shape (2,)"),
        (lambda: struct.group_by(st=None, by="a"), "group_by() argument 'st': expected a StructTensor, got None"),
        (lambda: struct.argsort({"a": 1}, "a"), "argsort() argument 'st': expected a StructTensor, got dict"),
        (lambda: struct.promote_and_broadcast(ROWS, ["a"], ()),
         "promote_and_broadcast() argument 'sources': expected paths by name, a dict, got ['a']"),
        (lambda: struct.apply(ROWS, "a", "f", "b"), "apply(): expected a function, got 'f'"),
        (lambda: struct.map_values(ROWS, "a", None), "map_values(): expected a function, got None"),
        (lambda: struct.filter(ROWS, (), lambda st: st["a"]),
         "filter(): expected booleans, the result of 'by' at () is of dtype int32"),
        (lambda: ROWS.row_lengths(None), "st.row_lengths() argument axis: expected a static integer, got None"),
        (lambda: ROWS.merge_dims(0.5, 1), "st.merge_dims() argument outer_axis: expected a static integer, got 0.5"),
        (lambda: ROWS.with_updates([("a", 1)]), "st.with_updates(): updates: expected values by name or path, a dict"),
        (lambda: struct.RaggedStructTensor.from_uniform_row_length(ROWS, 1.5),
         "RaggedStructTensor.from_uniform_row_length(): uniform_row_length: expected an integer, got 1.5"),
        (lambda: struct.spec_of({"a": 5}), "spec_of(): schema: 'a': 5 is no type"),
        (lambda: struct.padded("x"), "padded() argument 'value': expected a struct, a ragged tensor or a tensor, got str"),
        (lambda: struct.padded(ROWS, {"feet": 1}), "padded(): padding values: expected values by dtype, got {'feet': 1}"),
        (lambda: struct.padded_batch(tf.data.Dataset.range(2), 0),
         "padded_batch() argument 'batch_size': expected 1 or more, got 0"),
        (lambda: struct.ragged_batch(tf.data.Dataset.range(2), 2, row_splits_dtype=tf.float32),
         "ragged_batch() argument 'row_splits_dtype': expected int32 or int64, got tf.float32"),
        (lambda: struct.to_json("x"), "to_json(): expected a struct, got str"),
        (lambda: struct.to_json_lines(tf.zeros([2])), "to_json_lines(): expected a struct, got a tensor of shape (2,)"),
        (lambda: struct.to_arrow(ROWS, 5), "to_arrow() argument 'schema': expected a pyarrow.Schema or DataType, got 5"),
    ],
)  # fmt: skip
def test_the_message_begins_with_what_was_called(call: Any, begins: str) -> None:
    with pytest.raises((LookupError, TypeError, ValueError)) as error:
        call()
    assert str(error.value).startswith(begins), error.value


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("from_json", struct.from_json),
        ("from_json_lines", struct.from_json_lines),
        ("from_arrow_ipc", struct.from_arrow_ipc),
        ("from_parquet", struct.from_parquet),
        ("arrow_dataset", lambda path: struct.arrow_dataset(path, 2)),
        ("parquet_dataset", lambda path: struct.parquet_dataset(path, 2)),
        ("to_arrow_ipc", lambda path: struct.to_arrow_ipc(ROWS, path / "file")),
        ("to_parquet", lambda path: struct.to_parquet(ROWS, path / "file")),
    ],
)
def test_so_does_what_is_said_of_files(name: str, call: Any, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        call(tmp_path / "missing")
    assert str(error.value).startswith(f"{name}()") and "missing" in str(error.value)


def test_a_refusal_has_one_name_whoever_calls_whom() -> None:
    with pytest.raises(TypeError) as error:
        struct.from_json("{}", {"a": {"b": "feet"}})
    assert str(error.value).count("()") == 1
    nested = struct.constant([{"s": {"a": 1}}])
    with pytest.raises(KeyError, match=r"^'?st.without\(\): no field 'b'") as missing:
        nested.without(("s", "b"))
    assert str(missing.value).count("()") == 1


def test_what_a_callback_raises_stays_as_it_is() -> None:
    def fails(value: Any) -> Any:
        raise ValueError("mine")

    with pytest.raises(ValueError, match=r"(?m)^( *ValueError: )?mine$") as error:
        struct.apply(ROWS, "a", fails)
    assert not str(error.value).startswith("apply")
    with pytest.raises(ValueError, match=r"(?m)^ *ValueError: st.nrows\(\): ") as error:
        struct.apply(ROWS, "a", lambda _: ROWS[0].nrows())
    assert not str(error.value).startswith("apply")


#: What has nothing to refuse.
QUIET = ("is_validation_enabled", "validation")


@pytest.mark.parametrize("name", [n for n in dir(struct) if inspect.isfunction(getattr(struct, n))])
def test_every_function_names_itself(name: str) -> None:
    assert name in QUIET or name.startswith("_") or hasattr(getattr(struct, name), "__wrapped__")
