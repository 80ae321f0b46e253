"""Parquet files as what they consist of: row groups, of which any columns can be read.

A dataset of files is a list of `Group`s in the order of the files; each can be read by itself, in
another process too.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from numbers import Integral
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

        The schema of files that differ is the first one's, as pyarrow.dataset has it.

        Raises:
          FileNotFoundError, TypeError, ValueError: if there is nothing, or it is no Parquet.
        """
        dataset = import_module("pyarrow.dataset")
        if not isinstance(source, dataset.Dataset):
            source = _opened(dataset, source, function)
        groups = []
        for fragment in _fragments(source, function):
            keys = dataset.get_partition_keys(fragment.partition_expression)
            for row_group in fragment.row_groups:
                groups.append(
                    Group(fragment.path, row_group.id, row_group.num_rows, tuple(keys.items()))
                )
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
        for index in _indices(row_groups, function):
            if not 0 <= index < len(self.groups):
                raise ValueError(f"{function}() argument 'row_groups': there are {len(self.groups)}, "
                                 f"got {index}")  # fmt: skip
            chosen.append(self.groups[index])
        return Files(chosen, self.schema, self.filesystem)

    def read(self, columns: Sequence[str] | None, function: str) -> Any:
        """All rows of these columns, as a table."""
        kind = empty(self.schema, columns, function)
        if not kind.column_names:  # of which joined tables would keep no rows
            rows = sum(group.rows for group in self.groups)
            return pa.table({"": pa.nulls(rows)}).select([])
        by_path: dict[str, list[Group]] = {}
        for group in self.groups:
            by_path.setdefault(group.path, []).append(group)
        parts = [self.read_groups(g, columns, kind.schema, function) for g in by_path.values()]
        return pa.concat_tables(parts) if parts else kind

    def read_groups(
        self, groups: Sequence[Group], columns: Sequence[str] | None, schema: Any, function: str
    ) -> Any:
        """The rows of groups of one file, the columns of the partition among them.

        Args:
          groups: those of the file.
          columns: the paths of what is read; all by default.
          schema: that of the result: what the file lacks is null, what it has besides is left out.
          function: for whom.

        Raises:
          ValueError: naming the file and the column, if its values are of another type.
        """
        parquet = import_module("pyarrow.parquet")
        first = groups[0]
        with (
            _reading(function, first.path),
            parquet.ParquetFile(first.path, filesystem=self.filesystem) as file,
        ):
            own = None if columns is None else _leaves_of(file, columns)
            table = file.read_row_groups([group.index for group in groups], columns=own)
        for name, value in first.partition:
            if name in schema.names:
                column = pa.repeat(pa.scalar(value, schema.field(name).type), table.num_rows)
                if name in table.column_names:
                    table = table.drop_columns([name])
                table = table.append_column(name, column)
        return _conformed(table, schema, first.path, function)


def _opened(dataset: Any, source: Any, function: str) -> Any:
    """The dataset at a path, in a directory or at several paths."""
    many = isinstance(source, (list, tuple))
    try:
        paths = [os.fspath(path) for path in source] if many else os.fspath(source)
    except TypeError:
        raise TypeError(
            f"{function}() argument 'source': expected a path, a list of paths or a "
            f"pyarrow.dataset.Dataset, got {type(source).__name__}"
        ) from None
    try:
        found = dataset.dataset(paths, format="parquet", partitioning="hive")
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{function}() argument 'source': there is no file {paths!r}"
        ) from None
    except pa.ArrowInvalid as error:
        raise ValueError(f"{function}() argument 'source': no valid Parquet: {error}") from error
    if not any(True for _ in found.get_fragments()):
        raise FileNotFoundError(
            f"{function}() argument 'source': there are no Parquet files in {paths!r}"
        )
    return found


def _fragments(source: Any, function: str) -> Any:
    """The files of a dataset.

    Raises:
      ValueError: if it is of part of their rows, or of what is no Parquet.
    """
    try:
        fragments = list(source.get_fragments())
        for fragment in fragments:
            fragment.row_groups  # noqa: B018  # reads the metadata
        return fragments
    except pa.ArrowInvalid as error:
        raise ValueError(f"{function}() argument 'source': no valid Parquet: {error}") from error
    except (ValueError, AttributeError, NotImplementedError) as error:
        raise ValueError(
            f"{function}() argument 'source': expected a dataset of whole Parquet files, got "
            f"another one ({error}); from_arrow(source.to_table()) reads it"
        ) from error


def _indices(row_groups: Any, function: str) -> list[int]:
    """The numbers of row groups."""
    found = list(row_groups) if isinstance(row_groups, Iterable) else [row_groups]
    if not isinstance(row_groups, Iterable) or not all(isinstance(i, Integral) for i in found):
        raise TypeError(
            f"{function}() argument 'row_groups': expected a list of ints, got {row_groups!r}"
        )
    return found


def _conformed(table: Any, schema: Any, path: str, function: str) -> Any:
    """The table with the columns of a schema: as pyarrow.dataset reads files that differ."""
    if table.schema.equals(schema):
        return table
    columns = []
    for field in schema:
        if field.name not in table.column_names:
            columns.append(pa.nulls(table.num_rows, field.type))
            continue
        try:
            columns.append(table.column(field.name).cast(field.type))
        except pa.ArrowException as error:
            raise ValueError(
                f"{function}() argument 'source': column '{field.name}' of {path} is of type "
                f"{table.schema.field(field.name).type}, that of the first file of {field.type}: "
                f"{error}"
            ) from error
    return pa.table(columns, schema=schema)


def empty(schema: Any, columns: Sequence[str] | None, function: str) -> Any:
    """A table without rows, of what reading these columns gives."""
    parquet = import_module("pyarrow.parquet")
    sink = pa.BufferOutputStream()
    parquet.write_table(schema.empty_table(), sink)
    return read_bytes(sink.getvalue(), columns, [], function)


def read_bytes(
    data: Any, columns: Sequence[str] | None, row_groups: Iterable[int] | None, function: str
) -> Any:
    """The table in a file that is in memory."""
    parquet = import_module("pyarrow.parquet")
    with _reading(function), parquet.ParquetFile(pa.BufferReader(data)) as file:
        own, chosen = selected(file, columns, function), range(file.num_row_groups)
        groups = list(chosen if row_groups is None else _indices(row_groups, function))
        if not set(groups) <= set(chosen):
            raise ValueError(f"{function}() argument 'row_groups': there are {len(chosen)}, "
                             f"got {groups}")  # fmt: skip
        return file.read_row_groups(groups, columns=own)


@contextmanager
def _reading(function: str, path: str = "") -> Iterator[None]:
    """What cannot be read as Parquet is a ValueError that names the file."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        where = f"{path}: " if path else ""
        raise ValueError(
            f"{function}() argument 'source': {where}no valid Parquet: {error}"
        ) from error


def selected(file: Any, columns: Sequence[str] | None, function: str) -> list[str] | None:
    """The paths of the leaves in a file, for dotted paths that pass through lists.

    Raises:
      ValueError: naming the path, if there is no such column, or there are two.
    """
    if columns is None:
        return None
    for column in columns:
        if not isinstance(column, str):
            raise TypeError(f"{function}() argument 'columns': expected paths, got {column!r}")
        found = [root for root, leaf in _leaves(file) if _is_in(leaf, column)]
        if not found:
            leaves = [leaf for _, leaf in _leaves(file)]
            near = difflib.get_close_matches(column, leaves, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise ValueError(f"{function}() argument 'columns': there is no column '{column}'; "
                             f"there are {', '.join(map(repr, leaves))}{hint}")  # fmt: skip
        if len(set(found)) > 1:
            listed = " and ".join(f"in '{root}'" for root in dict.fromkeys(found))
            raise ValueError(f"{function}() argument 'columns': '{column}' is the path of several "
                             f"columns, {listed}: read the columns that these are in")  # fmt: skip
    return _leaves_of(file, columns)


def _leaves_of(file: Any, columns: Sequence[str]) -> list[str]:
    """The paths, as Parquet has them, of the leaves of these columns that the file has."""
    leaves = _leaves(file)
    return [
        file.schema.column(i).path
        for column in columns
        for i, (_, leaf) in enumerate(leaves)
        if _is_in(leaf, column)
    ]


def _leaves(file: Any) -> list[tuple[str, str]]:
    """The top column of each leaf of a file, and the path of the leaf."""
    return [
        (field.name, path)
        for field in file.schema_arrow
        for path in leaf_paths(field.type, field.name)
    ]


def _is_in(leaf: str, column: str) -> bool:
    return leaf == column or leaf.startswith(f"{column}.")


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
