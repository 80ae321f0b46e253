"""Parquet files as what they consist of: row groups, of which any columns can be read.

A dataset of files is a list of `Group`s in the order of the files; each can be read by itself, in
another process too.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tftypes.struct.formats._pyarrow import pa
from tftypes.struct.formats.nulls import child


@dataclass(frozen=True)
class Group:
    """A row group of a file, and the partition of the dataset that it stands in."""

    path: str
    index: int
    rows: int
    partition: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Files:
    """The row groups of all files, and the schema that they share."""

    groups: list[Group]
    schema: Any
    filesystem: Any

    @classmethod
    def found(cls, source: Any, function: str) -> Files:
        """What there is at a path, in a directory (partitioned as Hive does), or at several paths.

        Raises:
          FileNotFoundError, ValueError: if there is nothing, or it is no Parquet.
        """
        dataset = import_module("pyarrow.dataset")
        if isinstance(source, (list, tuple)):
            source = [os.fspath(path) for path in source]
        elif not isinstance(source, dataset.Dataset):
            source = os.fspath(source)
        try:
            if not isinstance(source, dataset.Dataset):
                source = dataset.dataset(source, format="parquet", partitioning="hive")
            groups = []
            for fragment in source.get_fragments():
                keys = dataset.get_partition_keys(fragment.partition_expression)
                for row_group in fragment.row_groups:
                    groups.append(
                        Group(fragment.path, row_group.id, row_group.num_rows, tuple(keys.items()))
                    )
        except pa.ArrowInvalid as error:
            raise ValueError(
                f"{function}() argument 'source': no valid Parquet: {error}"
            ) from error
        return cls(groups, source.schema, getattr(source, "filesystem", None))

    def check_local(self, function: str) -> Files:
        """Raises ValueError unless the files have paths, by which other processes find them."""
        if self.filesystem is not None and self.filesystem.type_name != "local":
            raise ValueError(f"{function}() argument 'source': expected paths of files on this "
                             f"machine, got ones on {self.filesystem.type_name}")  # fmt: skip
        return self

    def only(self, row_groups: Iterable[int] | None, function: str) -> Files:
        """These of the groups, counted over all files."""
        if row_groups is None:
            return self
        chosen = []
        for index in row_groups:
            if not 0 <= index < len(self.groups):
                raise ValueError(f"{function}() argument 'row_groups': there are {len(self.groups)}, "
                                 f"got {index}")  # fmt: skip
            chosen.append(self.groups[index])
        return Files(chosen, self.schema, self.filesystem)

    def read(self, columns: Sequence[str] | None, function: str) -> Any:
        """All rows of these columns, as a table."""
        tables = []
        by_path: dict[str, list[Group]] = {}
        for group in self.groups:
            by_path.setdefault(group.path, []).append(group)
        for groups in by_path.values():
            tables.append(self.read_groups(groups, columns, function))
        if not tables:
            return empty(self.schema, columns, function)
        try:
            return pa.concat_tables(tables)
        except pa.ArrowInvalid as error:
            raise ValueError(
                f"{function}() argument 'source': the files differ: {error}"
            ) from error

    def read_groups(
        self, groups: Sequence[Group], columns: Sequence[str] | None, function: str
    ) -> Any:
        """The rows of groups of one file, the columns of the partition among them."""
        parquet = import_module("pyarrow.parquet")
        first = groups[0]
        partition = dict(first.partition)
        with parquet.ParquetFile(first.path, filesystem=self.filesystem) as file:
            own = selected(file, columns, partition, function)
            table = file.read_row_groups([group.index for group in groups], columns=own)
        for name, value in partition.items():
            if columns is None or name in columns:
                type_ = self.schema.field(name).type
                column = pa.repeat(pa.scalar(value, type_), table.num_rows)
                if name in table.column_names:
                    table = table.drop_columns([name])
                table = table.append_column(name, column)
        return table


def empty(schema: Any, columns: Sequence[str] | None, function: str) -> Any:
    """A table without rows, of what reading these columns gives."""
    parquet = import_module("pyarrow.parquet")
    sink = pa.BufferOutputStream()
    parquet.write_table(schema.empty_table(), sink)
    return read_bytes(sink.getvalue(), columns, None, function)


def read_bytes(
    data: Any, columns: Sequence[str] | None, row_groups: Iterable[int] | None, function: str
) -> Any:
    """The table in a file that is in memory."""
    parquet = import_module("pyarrow.parquet")
    try:
        with parquet.ParquetFile(pa.BufferReader(data)) as file:
            own, chosen = selected(file, columns, (), function), range(file.num_row_groups)
            groups = list(chosen if row_groups is None else row_groups)
            if not set(groups) <= set(chosen):
                raise ValueError(f"{function}() argument 'row_groups': there are {len(chosen)}, "
                                 f"got {groups}")  # fmt: skip
            return file.read_row_groups(groups, columns=own)
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"{function}() argument 'source': no valid Parquet: {error}") from error


def selected(
    file: Any, columns: Sequence[str] | None, partition: Iterable[str], function: str
) -> list[str] | None:
    """The paths of the leaves in a file, for dotted paths that pass through lists.

    Raises:
      ValueError: naming the path, if there is no such column.
    """
    if columns is None:
        return None
    leaves = [path for field in file.schema_arrow for path in leaf_paths(field.type, field.name)]
    chosen = []
    for column in columns:
        found = [
            file.schema.column(i).path
            for i, leaf in enumerate(leaves)
            if leaf == column or leaf.startswith(f"{column}.")
        ]
        if not found and column not in partition:
            near = difflib.get_close_matches(column, leaves, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise ValueError(f"{function}() argument 'columns': there is no column '{column}'; "
                             f"there are {', '.join(map(repr, leaves))}{hint}")  # fmt: skip
        chosen += found
    return chosen


def leaf_paths(type_: Any, path: str) -> list[str]:
    """The paths of the leaf columns of a column, in Parquet's order."""
    if isinstance(type_, pa.BaseExtensionType):
        type_ = type_.storage_type
    if pa.types.is_map(type_):
        return leaf_paths(type_.key_type, child(path, "key")) + leaf_paths(
            type_.item_type, child(path, "value")
        )
    if hasattr(type_, "value_type") and not pa.types.is_dictionary(type_):
        return leaf_paths(type_.value_type, path)
    if pa.types.is_struct(type_):
        return [leaf for field in type_ for leaf in leaf_paths(field.type, child(path, field.name))]
    return [path]
