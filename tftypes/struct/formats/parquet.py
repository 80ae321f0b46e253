"""Parquet: files, and directories of files, by column and by row group.

Source: StructTensor RFC, "Construction"; Parquet through Apache Arrow.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from tftypes.struct.formats import checks
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._packages import need
from tftypes.struct.refusals import kind_of, named


@named
def from_parquet(
    source: Any,
    schema: Any = None,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Iterable[int] | None = None,
    nulls: _nulls.Nulls = "error",
) -> Any:
    """The struct with the rows of a Parquet file, or of all files of a dataset.

    Only what is asked for is read and decoded.

    >>> import io
    >>> from tftypes import struct
    >>> file = io.BytesIO()
    >>> struct.to_parquet(struct.constant([{"id": 1, "user": {"age": 7, "name": "ann"}}]), file)
    >>> struct.from_parquet(file.getvalue(), columns=["user.age"]).to_py()
    [{'user': {'age': 7}}]

    Args:
      source: a path; a directory, of whose files those named `key=value` directories are in give a
        column `key`; a list of paths; a `pyarrow.dataset.Dataset` of Parquet files; bytes; or
        a file open for reading. Where files differ, the first one's columns are read, as
        pyarrow.dataset has it: by name, null where a file lacks them, in the first one's type if no
        value changes thereby.
      schema: what the rows must be, as `struct.constant` takes it. Without `columns`, its fields
        are the columns that are read.
      columns: dotted paths of columns to read, of nested ones too: "recipe.title",
        "ingredients.amount" for a field of the structs in a list. All by default.
      row_groups: which row groups to read, counted from 0 over all files. All by default.
      nulls: what becomes of nulls, see `tftypes.struct.formats.nulls`.

    Returns:
      A struct of shape `[rows]`.

    Raises:
      FileNotFoundError: if there is no such file, or none in the directory.
      ValueError: if it is no Parquet, or has no such column or row group; naming the file and the
        column, if its values are not in the type of the first file's.
      NullError, SchemaError, TypeError: as `from_arrow`.
    """
    function = "from_parquet"
    need("pyarrow", function)
    from tftypes.struct.formats import _arrow_data, _parquet_files

    if isinstance(columns, str):
        raise TypeError(f"{function}() argument 'columns': expected a list of paths, got a string")
    if columns is None and schema is not None:
        columns = schema_columns(schema, _nulls.policies(nulls, function))
    if hasattr(source, "read"):
        source = source.read()
    if isinstance(source, (bytes, bytearray, memoryview)):
        table = _parquet_files.read_bytes(source, columns, row_groups, function)
    else:
        files = _parquet_files.Files.found(source, function).only(row_groups, function)
        table = files.read(columns, function)
    return _arrow_data.read(function, table, schema, nulls)


@named
def to_parquet(
    value: Any,
    path: Any,
    schema: Any = None,
    *,
    partition_by: Sequence[str] = (),
    row_group_size: int | None = None,
    binary: bool = False,
    masks: bool = False,
    **options: Any,
) -> None:
    """Writes a struct of shape `[rows]` as a Parquet file, or as a directory of them.

    >>> import io
    >>> from tftypes import struct
    >>> file = io.BytesIO()
    >>> struct.to_parquet(struct.constant([{"x": 1}, {"x": 2}]), file, compression="zstd")
    >>> struct.from_parquet(file.getvalue()).shape
    TensorShape([2])

    Args:
      value: the struct.
      path: of the file, or of the directory if `partition_by` is given; or a file open for writing.
      schema: as for `to_arrow`.
      partition_by: fields by whose values the rows are parted into directories `field=value`.
      row_group_size: the most rows that are written as one row group.
      binary, masks: as for `to_arrow`.
      **options: of `pyarrow.parquet.write_table`: `compression`, say.

    Raises:
      TypeError, ValueError: as `to_arrow`; if the struct is not of rank 1; naming the field, for
        structs without fields and lists of size 0, which Parquet does not keep.
      OSError: if the file cannot be written.
    """
    function = "to_parquet"
    pa = need("pyarrow", function)
    parquet = need("pyarrow.parquet", function)
    if not isinstance(path, (str, os.PathLike)) and not hasattr(path, "write"):
        raise TypeError(
            f"{function}() argument 'path': expected a path or a file open for writing, got {path!r}"
        )
    from tftypes.struct.formats import _arrow_data

    batch = _arrow_data.write(function, value, schema, binary, masks)
    if not isinstance(batch, pa.RecordBatch):
        raise TypeError(f"{function}(): expected a struct of shape [rows], got {kind_of(value)}")
    _check_kept(function, "", pa.struct(list(batch.schema)))
    for name in partition_by:
        if name not in batch.schema.names:
            raise ValueError(f"{function}() argument 'partition_by': there is no field '{name}'")
    table = pa.Table.from_batches([batch])
    target = os.fspath(path) if isinstance(path, os.PathLike) else path
    if row_group_size is not None:
        options["row_group_size"] = row_group_size
    try:
        if partition_by:
            parquet.write_to_dataset(table, target, partition_cols=list(partition_by), **options)
        else:
            parquet.write_table(table, target, **options)
    except pa.ArrowException as error:
        raise ValueError(f"{function}(): {error}") from error


def _check_kept(function: str, path: str, kind: Any) -> None:
    """Raises ValueError for types without values, which Parquet loses or pyarrow does not read."""
    types = need("pyarrow.types", function)
    inner, lack = [], None
    if types.is_struct(kind):
        inner = [(_nulls.child(path, field.name), field.type) for field in kind]
        lack = None if inner else "structs without fields"
    elif types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        inner = [(_nulls.items(path), kind.value_type)]
        lack = "lists of size 0" if getattr(kind, "list_size", 1) == 0 else None
    if lack:
        where = f"field '{path}'" if path else "the data"
        raise ValueError(f"{function}(): {where}: Parquet does not keep {lack}")
    for own, each in inner:
        _check_kept(function, own, each)


def schema_columns(schema: Any, policies: _nulls.Policies) -> list[str]:
    """The paths of the columns that a schema asks for, without the masks of others."""
    from tftypes.struct import schemas

    return _columns(schemas.spec_of(schema, (None,)), policies, "")


def _columns(spec: Any, policies: _nulls.Policies, path: str) -> list[str]:
    fields = checks.fields_of(spec)
    masks = _nulls.companions(fields, policies, path)
    made = []
    for name, each in fields.items():
        own = _nulls.child(path, name)
        if checks.is_struct(each) and checks.fields_of(each):
            made += _columns(each, policies, own)
        elif name not in masks:
            made.append(own)
    return made
