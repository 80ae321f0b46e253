"""tf.data over Parquet and Arrow files: batches of structs, read by row group.

The graph of such a dataset holds no Python objects: it names the files, and calls by a name that is
the same in every process a function that reads rows. So it runs wherever `tftypes.struct` has been
imported: in the workers of a tf.data service too, on machines that see the files. Reading and
decoding are Arrow's, outside Python's global lock; what Python does takes a fraction of a
millisecond a batch.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np
import tensorflow as tf

from tftypes.runtime.private import script_ops
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._packages import need
from tftypes.struct.refusals import named

_READ, _CUT = "tftypes.struct.read_rows", "tftypes.struct.cut_rows"

#: A row group, the first row and the end of a part of it, and what its rows are shuffled with.
Piece: TypeAlias = tuple[int, int, int, int]

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _as_it_is(function: _Function) -> _Function:
    """Without AutoGraph, which nothing here needs."""
    return tf.autograph.experimental.do_not_convert(function)


@named
def parquet_dataset(
    source: Any,
    batch_size: int,
    schema: Any = None,
    *,
    columns: Sequence[str] | None = None,
    nulls: _nulls.Nulls = "error",
    shuffle: bool | str = False,
    seed: int | None = None,
    num_shards: int = 1,
    shard: int = 0,
    drop_remainder: bool = False,
    sized: bool = True,
    parallel: int | None = None,
) -> tf.data.Dataset:
    """Batches of the rows of Parquet files, as structs of shape `[batch_size]`.

    >>> import os, tempfile
    >>> from tftypes import struct
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.parquet")
    >>> struct.to_parquet(struct.constant([{"x": 1}, {"x": 2}, {"x": 3}]), path)
    >>> [batch["x"].numpy().tolist() for batch in struct.parquet_dataset(path, 2)]
    [[1, 2], [3]]

    Args:
      source: a path, a directory (partitioned as Hive does), or a list of paths.
      batch_size: rows in a batch; batches go across row groups and files.
      schema: what the rows must be, as `struct.constant` takes it; by default the files' own.
      columns: dotted paths of the columns to read, as for `from_parquet`.
      nulls: what becomes of nulls, see `tftypes.struct.formats.nulls`. As the type of the elements
        must not depend on the rows, "mask" and "ragged" are given by column, or with a schema.
      shuffle: True for another order of row groups in each epoch; "rows" to shuffle the rows within
        each row group too.
      seed: makes the orders the same at every run.
      num_shards: the number of workers that share the row groups.
      shard: which of them this is, from 0.
      drop_remainder: whether a last batch that is not full is left out; the size is then static.
      sized: whether the dataset knows how many batches it has, as Keras wants it. Not so where a
        tf.data service shards it (`ShardingPolicy.DYNAMIC`): each worker then has its own share.
      parallel: how many batches are made at once; by default as many as tf.data finds useful.

    Files that differ are read as by `from_parquet`. Iterators can be saved in a
    `tf.train.Checkpoint`: as the reader has no state, the dataset's external state policy is to
    ignore it, for what is made of the dataset too unless other options say otherwise.

    Raises:
      ValueError: for an argument out of range, and as `from_parquet`.

    Source: StructTensor RFC, "Construction"; `tf.data.Dataset.shuffle`, `shard`, `batch`.
    """
    function = "parquet_dataset"
    need("pyarrow", function)
    from tftypes.struct.formats import _parquet_files
    from tftypes.struct.formats.parquet import schema_columns

    if columns is None and schema is not None:
        columns = schema_columns(schema, _nulls.policies(nulls, function))
    files = _parquet_files.Files.found(source, function).check_local(function)
    groups = [[each.path, each.index, dict(each.partition)] for each in files.groups]
    kept = list(files.schema.names) if columns is None else list(columns)
    sizes = [group.rows for group in files.groups]
    empty = _parquet_files.empty(files.schema, columns, function)
    written = base64.b64encode(empty.schema.serialize()).decode()
    plan = {"format": "parquet", "columns": kept, "schema": written}
    how = _Batching(batch_size, shuffle, seed, num_shards, shard, drop_remainder, sized, parallel)
    return _dataset(function, {**plan, "groups": groups}, sizes, empty, schema, nulls, how)


@named
def arrow_dataset(
    source: Any,
    batch_size: int,
    schema: Any = None,
    *,
    nulls: _nulls.Nulls = "error",
    shuffle: bool | str = False,
    seed: int | None = None,
    num_shards: int = 1,
    shard: int = 0,
    drop_remainder: bool = False,
    sized: bool = True,
    parallel: int | None = None,
) -> tf.data.Dataset:
    """Batches of the rows of Arrow IPC (Feather) files, as structs of shape `[batch_size]`.

    The record batches in a file are its row groups; all else is as for `parquet_dataset`.

    >>> import os, tempfile
    >>> from tftypes import struct
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.arrow")
    >>> struct.to_arrow_ipc(struct.constant([{"x": 1}, {"x": 2}, {"x": 3}]), path)
    >>> [batch["x"].numpy().tolist() for batch in struct.arrow_dataset(path, 2)]
    [[1, 2], [3]]

    Args:
      source: a path or a list of paths of files that have the same schema; they are memory-mapped.
      batch_size, schema, nulls, shuffle, seed, num_shards, shard, drop_remainder, sized, parallel:
        as for `parquet_dataset`.

    Raises:
      ValueError: for an argument out of range, or if a file is no Arrow IPC file.
    """
    function = "arrow_dataset"
    need("pyarrow", function)
    from tftypes.struct.formats import _row_groups

    many = isinstance(source, (list, tuple))
    try:
        paths = [os.fspath(path) for path in (source if many else [source])]
    except TypeError:
        raise TypeError(
            f"{function}() argument 'source': expected a path or a list of paths, "
            f"got {type(source).__name__}"
        ) from None
    groups, sizes, empty = _row_groups.ipc_groups(paths, function)
    how = _Batching(batch_size, shuffle, seed, num_shards, shard, drop_remainder, sized, parallel)
    plan = {"format": "ipc", "groups": groups}
    return _dataset(function, plan, sizes, empty, schema, nulls, how)


@dataclass(frozen=True)
class _Batching:
    """How the rows of row groups become batches: arguments of `parquet_dataset`."""

    batch_size: int
    shuffle: bool | str
    seed: int | None
    num_shards: int
    shard: int
    drop_remainder: bool
    sized: bool
    parallel: int | None

    def check(self, function: str) -> None:
        """Raises ValueError for what is out of range, TypeError for what is no number."""
        for name in ("batch_size", "num_shards", "shard", "seed"):
            value = getattr(self, name)
            if not isinstance(value, (int, np.integer)) and (name != "seed" or value is not None):
                raise TypeError(f"{function}() argument '{name}': expected an int, got {value!r}")
        for name, holds, expected in (
            ("batch_size", 1 <= self.batch_size < 2**63, "1 or more"),
            ("shard", 0 <= self.shard < self.num_shards, f"0 to {self.num_shards - 1}"),
            ("drop_remainder", isinstance(self.drop_remainder, bool), "a bool"),
            ("shuffle", self.shuffle in (False, True, "rows"), "a bool or 'rows'"),
        ):
            if not holds:
                raise ValueError(f"{function}() argument '{name}': expected {expected}, "
                                 f"got {getattr(self, name)!r}")  # fmt: skip

    def count(self, sizes: list[int]) -> int:
        """The number of batches of row groups of these sizes."""
        rows = sum(sizes[self.shard :: self.num_shards])
        return rows // self.batch_size if self.drop_remainder else -(-rows // self.batch_size)


def _dataset(
    function: str,
    plan: dict[str, Any],
    sizes: list[int],
    empty: Any,
    schema: Any,
    nulls: Any,
    how: _Batching,
) -> tf.data.Dataset:
    """The batches of the row groups that `plan` names, of so many rows each."""
    from tftypes.struct.formats import _row_groups

    how.check(function)
    spec = element_spec(function, empty, schema, nulls)
    made = _sized(spec, how.batch_size) if how.drop_remainder else spec
    described = _row_groups.described(spec, function)
    whole = {**plan, "function": function, "nulls": _written(nulls, function), "spec": described}
    written = json.dumps(whole).encode()
    key, text = tf.constant(hashlib.sha256(written).digest()), tf.constant(written)
    flat = tf.nest.flatten(made, expand_composites=True)

    @_as_it_is
    def read(pieces: Any) -> Any:
        dtypes = [each.dtype for each in flat]
        parts = tf.raw_ops.EagerPyFunc(input=[key, text, pieces], token=_READ, Tout=dtypes)
        for part, each in zip(parts, flat):
            part.set_shape(each.shape)
        return tf.nest.pack_sequence_as(made, list(parts), expand_composites=True)

    pieces = _batches(_order(sizes, how), how)
    batches = pieces.map(read, num_parallel_calls=how.parallel or tf.data.AUTOTUNE).prefetch(1)
    if how.sized:
        batches = batches.apply(tf.data.experimental.assert_cardinality(how.count(sizes)))
    # What reads has no state, though TensorFlow takes all Python functions to have some.
    options = tf.data.Options()
    options.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.IGNORE
    return batches.with_options(options)


def element_spec(function: str, empty: Any, schema: Any, nulls: Any) -> Any:
    """The spec of batches of any size: the schema's, or what no rows at all are read as."""
    from tftypes.struct import boxes, schemas
    from tftypes.struct.formats import _arrow_data

    if schema is not None:
        return _sized(schemas.spec_of(schema, (None,)), None)
    policies = _nulls.policies(nulls, function)
    if policies.default.kind in ("mask", "ragged"):
        raise ValueError(
            f"{function}() argument 'nulls': with '{policies.default.kind}' the type of a batch would "
            f"depend on its rows: name the columns, nulls={{'column': '{policies.default.kind}'}}, or "
            "give a schema"
        )
    found = _arrow_data.read(function, empty, None, nulls).__tf_type_spec__()
    return boxes.with_first_dim(found, None)


def _sized(spec: Any, size: int | None) -> Any:
    """The spec of batches of a size."""
    return spec.unstacked().stacked(size)


def _order(sizes: list[int], how: _Batching) -> tf.data.Dataset:
    """The row groups of one epoch: their numbers, their rows, and what to shuffle these with."""
    groups = tf.data.Dataset.range(len(sizes))
    if how.num_shards > 1:
        groups = groups.shard(how.num_shards, how.shard)
    if how.shuffle:
        groups = groups.shuffle(max(1, len(sizes)), seed=how.seed, reshuffle_each_iteration=True)
    seeds = tf.data.Dataset.from_tensors(tf.constant(-1, tf.int64)).repeat()
    if how.shuffle == "rows":
        seeds = tf.data.Dataset.random(seed=how.seed, rerandomize_each_iteration=True)
    known = tf.constant(sizes or [0], tf.int64)

    @_as_it_is
    def described(group: Any, own: Any) -> Any:
        return tf.stack([group, known[group], own])

    return tf.data.Dataset.zip((groups, seeds)).map(described)


def _batches(order: tf.data.Dataset, how: _Batching) -> tf.data.Dataset:
    """The batches, each as its pieces: row group, first row, end, and what to shuffle these with.

    A group of no rows, numbered -1, comes last and ends the last batch.
    """
    last = tf.data.Dataset.from_tensors(tf.constant([-1, 0, -1], tf.int64))
    size = tf.constant([how.batch_size, how.drop_remainder], tf.int64)

    @_as_it_is
    def step(pending: Any, group: Any) -> Any:
        left, done, lengths = tf.raw_ops.EagerPyFunc(
            input=[pending, group, size], token=_CUT, Tout=[tf.int64] * 3
        )
        for part, shape in ((left, [None, 4]), (done, [None, 4]), (lengths, [None])):
            part.set_shape(shape)
        return left, tf.RaggedTensor.from_row_lengths(done, lengths, validate=False)

    none = tf.zeros([0, 4], tf.int64)
    groups = order.concatenate(last).scan(none, step)
    return groups.flat_map(_sliced)


@_as_it_is
def _sliced(rows: Any) -> Any:
    return tf.data.Dataset.from_tensor_slices(rows)


def cut(
    pending: list[Piece], group: tuple[int, int, int], batch_size: int, drop_remainder: bool
) -> tuple[list[Piece], list[list[Piece]]]:
    """A row group cut where batches end: the pieces that are left, and the batches that are full.

    >>> cut([(0, 8, 10, -1)], (1, 7, -1), 4, False)
    ([(1, 6, 7, -1)], [[(0, 8, 10, -1), (1, 0, 2, -1)], [(1, 2, 6, -1)]])

    Args:
      pending: the pieces that the next batch begins with.
      group: the number of a row group, its rows, and what to shuffle these with; -1 for the end.
      batch_size: rows in a batch.
      drop_remainder: whether pieces that are left at the end are no batch.
    """
    number, rows, seed = group
    held = sum(stop - start for _, start, stop, _ in pending)
    ends = range(batch_size - held, rows + 1, batch_size)
    batches, start = [], 0
    for end in ends:
        batches.append([*pending, (number, start, end, seed)])
        pending, start = [], end
    if start < rows:
        pending = [*pending, (number, start, rows, seed)]
    if number < 0 and pending and not drop_remainder:
        batches.append(pending)
    return pending, batches


def _written(nulls: Any, function: str) -> Any:
    """The policies as JSON has them."""
    found = _nulls.policies(nulls, function)
    parts: list[tuple[str, _nulls.Policy]] = [("", found.default), *found.named.items()]
    return [[path, each.kind, _plain(each.value)] for path, each in parts]


def _plain(value: Any) -> Any:
    """What fills nulls as JSON has it; text stands for the bytes that it is encoded as."""
    if isinstance(value, bytes):
        return value.decode()
    return value.item() if isinstance(value, np.generic) else value


def _read(key: Any, text: Any, pieces: Any) -> Any:
    """What the graph calls: the flat components of the rows that the pieces name."""
    from tftypes.struct.formats import _row_groups

    return _row_groups.rows(key.numpy(), text.numpy, pieces.numpy())


def _cut_group(pending: Any, group: Any, size: Any) -> Any:
    """What the graph calls: `cut`, of tensors."""
    held = [tuple(piece) for piece in pending.numpy().tolist()]
    left, batches = cut(held, tuple(group.numpy().tolist()), *size.numpy().tolist())
    pieces = [piece for batch in batches for piece in batch]
    lengths = np.array([len(batch) for batch in batches], np.int64)
    return [*(np.array(each, np.int64).reshape(-1, 4) for each in (left, pieces)), lengths]


#: TensorFlow keeps functions by name, weakly; these have the same names in every process.
_SERVED = {
    name: script_ops.EagerFunc(function, itertools.repeat(None), False)
    for name, function in ((_READ, _read), (_CUT, _cut_group))
}
script_ops._py_funcs._funcs.update(_SERVED)
