"""Parquet files and directories of them, by column and by row group."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet
import pytest
import tensorflow as tf
from hypothesis import given, settings

from tests.struct.columns.arrow_values import arrays
from tftypes import struct

TABLE = pa.table(
    {
        "id": [0, 1, 2, 3, 4],
        "recipe": [{"title": f"t{i}", "steps": [{"t": i, "tags": ["x"]}]} for i in range(5)],
        "kind": ["a", "b", "a", "b", "a"],
    }
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    struct.to_parquet(struct.from_arrow(TABLE), tmp_path / "x.parquet", row_group_size=2)
    return tmp_path / "x.parquet"


def test_what_is_written_is_read(path: Path) -> None:
    assert struct.from_parquet(path).to_py() == struct.from_arrow(TABLE).to_py()
    assert struct.from_parquet(path.read_bytes()).to_py() == struct.from_arrow(TABLE).to_py()
    assert struct.from_parquet([path, str(path)]).shape == [10]
    assert struct.from_parquet(pyarrow.dataset.dataset(path)).shape == [5]


def test_columns_by_path_through_lists_and_structs(path: Path) -> None:
    rows = struct.from_parquet(path, columns=["recipe.steps.t", "id"])
    assert rows[1].to_py() == {"recipe": {"steps": [{"t": 1}]}, "id": 1}
    rows = struct.from_parquet(path, columns=["recipe"], row_groups=[2])
    assert rows.to_py() == [{"recipe": {"title": b"t4", "steps": [{"t": 4, "tags": [b"x"]}]}}]


def test_a_schema_reads_the_columns_it_has(path: Path) -> None:
    schema = {"recipe": {"steps": [{"t": tf.int64}]}}
    assert struct.from_parquet(path, schema)[2:3].to_py() == [{"recipe": {"steps": [{"t": 2}]}}]
    with pytest.raises(struct.SchemaError, match="field 'id': expected string"):
        struct.from_parquet(path, {"id": tf.string})
    with pytest.raises(ValueError, match="there is no column 'idx'; .*did you mean 'id'"):
        struct.from_parquet(path, {"idx": tf.int64})


def test_row_groups_of_all_files(path: Path) -> None:
    assert struct.from_parquet([path, path], row_groups=[5, 0])["id"].numpy().tolist() == [4, 0, 1]
    assert struct.from_parquet(path, row_groups=[]).shape == [0]


def test_only_what_is_asked_for_is_decoded(path: Path, monkeypatch: Any) -> None:
    asked = []
    read = pyarrow.parquet.ParquetFile.read_row_groups

    def spy(self: Any, groups: Any, columns: Any = None, **options: Any) -> Any:
        asked.append((groups, columns))
        return read(self, groups, columns=columns, **options)

    monkeypatch.setattr(pyarrow.parquet.ParquetFile, "read_row_groups", spy)
    struct.from_parquet(path, columns=["recipe.title"], row_groups=[1])
    assert [each for each in asked if each[0]] == [([1], ["recipe.title"])]


def test_partitions_are_directories_and_columns(tmp_path: Path) -> None:
    rows = struct.from_arrow(TABLE)
    struct.to_parquet(rows, tmp_path, partition_by=["kind"])
    assert sorted(p.name for p in tmp_path.iterdir()) == ["kind=a", "kind=b"]
    found = struct.from_parquet(tmp_path, columns=["id", "kind"])
    assert sorted(found.to_py(), key=lambda row: row["id"]) == [
        {"id": i, "kind": kind.encode()} for i, kind in enumerate(TABLE["kind"].to_pylist())
    ]
    assert struct.from_parquet(tmp_path, columns=["id"]).field_names() == ("id",)
    assert struct.from_parquet(tmp_path, {"kind": tf.string}).field_names() == ("kind",)


def test_nulls_in_files(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pa.table({"x": [1, None]}), tmp_path / "n.parquet")
    with pytest.raises(struct.NullError, match=r"from_parquet\(\): column 'x' has a null in row 1"):
        struct.from_parquet(tmp_path / "n.parquet")
    rows = struct.from_parquet(tmp_path / "n.parquet", nulls="ragged")
    assert rows["x"].to_list() == [[1], []]
    schema = {"x": tf.int64, "x_mask": tf.bool}
    assert struct.from_parquet(tmp_path / "n.parquet", schema, nulls="mask").field_names() == tuple(
        schema
    )


NOTHINGS = tf.TensorSpec([0], tf.int32)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (struct.constant([{}]), "the data: Parquet does not keep structs without fields"),
        (struct.constant([{"a": [{"e": {}}]}]), "field 'a.e': .* structs without fields"),
        (struct.constant([{"a": []}], {"a": NOTHINGS}), "field 'a': .* lists of size 0"),
        (struct.constant([{"a": [{"b": [[]]}]}], {"a": [{"b": [NOTHINGS]}]}),
         r"field 'a.b\[\]': .* lists of size 0"),
    ],
)  # fmt: skip
def test_what_parquet_does_not_keep_is_not_written(rows: Any, message: str) -> None:
    with pytest.raises(ValueError, match=rf"to_parquet\(\): {message}"):
        struct.to_parquet(rows, io.BytesIO())


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    rows = struct.constant([{"x": 1}])
    with pytest.raises(
        TypeError, match=r"to_parquet\(\) argument 'path': expected a path or a file"
    ):
        struct.to_parquet(rows, 5)
    with pytest.raises(ValueError, match=r"to_parquet\(\): Unsupported compression: none at all"):
        struct.to_parquet(rows, tmp_path / "x.parquet", compression="none at all")


# What Parquet does not keep.
@settings(max_examples=40)
@given(arrays(structs=True).filter(lambda a: not re.search(r"struct<>|\[0\]", str(a.type))))
def test_every_struct_comes_back_as_it_was(array: Any) -> None:
    rows = struct.from_arrow(pa.RecordBatch.from_struct_array(array))
    sink = pa.BufferOutputStream()
    struct.to_parquet(rows, sink, binary=True)
    assert struct.from_parquet(sink.getvalue().to_pybytes()).to_py() == rows.to_py()


def test_errors(path: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        struct.from_parquet(tmp_path / "none.parquet")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 and then nothing PAR1")
    for source in (tmp_path / "bad.parquet", b"PAR1 and then nothing PAR1"):
        with pytest.raises(ValueError, match="argument 'source': no valid Parquet"):
            struct.from_parquet(source)
    with pytest.raises(ValueError, match="argument 'row_groups': there are 3, got 3"):
        struct.from_parquet(path, row_groups=[3])
    for wrong in (0, "0", [0.5]):
        with pytest.raises(TypeError, match="argument 'row_groups': expected a list of ints, got"):
            struct.from_parquet(path, row_groups=wrong)
    with pytest.raises(TypeError, match="argument 'columns': expected a list of paths"):
        struct.from_parquet(path, columns="id")
    with pytest.raises(TypeError, match="argument 'columns': expected paths, got 1"):
        struct.from_parquet(path, columns=[1])
    with pytest.raises(TypeError, match=r"expected a struct of shape \[rows\]"):
        struct.to_parquet(struct.constant([[{"x": 1}]]), tmp_path / "y.parquet")
    with pytest.raises(ValueError, match="argument 'partition_by': there is no field 'z'"):
        struct.to_parquet(struct.constant([{"x": 1}]), tmp_path / "y", partition_by=["z"])
    with pytest.raises(TypeError, match="argument 'source': expected a path, a list of paths"):
        struct.from_parquet(3)
    with pytest.raises(FileNotFoundError, match="there are no Parquet files in"):
        struct.from_parquet([])
    filtered = pyarrow.dataset.dataset(path).filter(pyarrow.dataset.field("id") > 0)
    with pytest.raises(ValueError, match="expected a dataset of whole Parquet files.*to_table"):
        struct.from_parquet(filtered)


def test_rows_without_columns_are_rows(path: Path) -> None:
    for source in (path, [path, path], path.read_bytes()):
        count = 10 if isinstance(source, list) else 5
        assert struct.from_parquet(source, columns=[]).to_py() == [{}] * count


def test_an_open_file_is_read(path: Path) -> None:
    with path.open("rb") as file:
        assert struct.from_parquet(file, columns=["id"]).to_py()[4] == {"id": 4}


def test_a_path_that_two_columns_have_is_refused(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pa.table({"a.b": [1], "a": [{"b": 2}]}), tmp_path / "x.parquet")
    with pytest.raises(
        ValueError, match="'a.b' is the path of several columns, in 'a.b' and in 'a'"
    ):
        struct.from_parquet(tmp_path / "x.parquet", columns=["a.b"])
    assert struct.from_parquet(tmp_path / "x.parquet").to_py() == [{"a.b": 1, "a": {"b": 2}}]


# Files that differ: pyarrow.dataset is the oracle.

FIRST = {"a": pa.array([1], pa.int64()), "b": ["x"], "s": [{"t": 1, "u": [1.0]}]}
OTHERS = {
    "another order": {"s": [{"t": 2, "u": []}], "b": ["y"], "a": [2]},
    "a column more": {**FIRST, "c": [True]},
    "a column less": {"a": [2], "s": [{"t": 2, "u": []}]},
    "no columns of the first": {"c": [1]},
    "int32": {**FIRST, "a": pa.array([2], pa.int32())},
    "a nested column less": {**FIRST, "s": [{"t": 1}]},
    "text in place of a number": {**FIRST, "a": ["text"]},
    "a number that is too large": {**FIRST, "s": [{"t": 2**40, "u": [1.0]}]},
}


@pytest.mark.parametrize("nulls", ["error", "fill"])
@pytest.mark.parametrize("columns", [None, ["a"], ["b", "a"]])
@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_files_that_differ_are_read_as_pyarrow_reads_them(
    tmp_path: Path, other: Any, columns: Any, nulls: Any
) -> None:
    s = pa.struct([("t", pa.int32()), ("u", pa.list_(pa.float64()))])
    first = pa.table({**FIRST, "s": pa.array(FIRST["s"], s)})
    pyarrow.parquet.write_table(first, tmp_path / "0.parquet")
    pyarrow.parquet.write_table(pa.table(other), tmp_path / "1.parquet")

    def oracle() -> Any:
        table = pyarrow.dataset.dataset(tmp_path).to_table(columns)
        return struct.from_arrow(table, nulls=nulls)

    def dataset() -> Any:
        made = struct.parquet_dataset(tmp_path, 2, columns=columns, nulls=nulls)
        return next(iter(made))

    expected = outcome(oracle)
    assert outcome(lambda: struct.from_parquet(tmp_path, columns=columns, nulls=nulls)) == expected
    assert outcome(dataset) == expected


def outcome(read: Any) -> Any:
    """The rows that are read, or that there is an error."""
    try:
        return read().to_py()
    except (ValueError, TypeError, pa.ArrowException, tf.errors.InvalidArgumentError):
        return "an error"


def test_the_file_that_does_not_fit_is_named(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pa.table({"id": [1]}), tmp_path / "0.parquet")
    pyarrow.parquet.write_table(pa.table({"id": ["text"]}), tmp_path / "1.parquet")
    with pytest.raises(
        ValueError, match="column 'id' of .*1.parquet is of type string, that of the"
    ):
        struct.from_parquet(tmp_path)


def test_an_empty_folder_is_no_dataset(tmp_path: Path) -> None:
    for read in (struct.from_parquet, lambda path: struct.parquet_dataset(path, 2)):
        with pytest.raises(FileNotFoundError, match="there are no Parquet files in"):
            read(tmp_path)


def test_a_page_that_is_damaged_is_no_parquet(tmp_path: Any) -> None:
    path = tmp_path / "rows.parquet"
    struct.to_parquet(struct.constant([{"x": i} for i in range(100)]), path)
    data = bytearray(path.read_bytes())
    data[10:30] = bytes(20)
    path.write_bytes(data)
    with pytest.raises(
        ValueError, match="from_parquet.. argument 'source': .*rows.parquet: no valid Parquet"
    ):
        struct.from_parquet(path)
    with pytest.raises(ValueError, match="from_parquet.. argument 'source': no valid Parquet"):
        struct.from_parquet(bytes(data))
