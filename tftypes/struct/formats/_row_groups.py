"""Rows of row groups, as the graphs of datasets ask for them.

What a process has decoded it keeps for the next batches: a few row groups, each decoded once
however many batches are made of it at the same time.
"""

from __future__ import annotations

import base64
import json
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.formats import _arrow_data, _parquet_files, checks
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._pyarrow import pa
from tftypes.struct.ragged import RaggedStructTensor
from tftypes.struct.specs import DenseStructTensorSpec, RaggedStructTensorSpec

_KEPT = 8
_TENSORS = (tf.TensorSpec, tf.RaggedTensorSpec)


class Cache:
    """The values made last, by key; one is made once, though many ask for it at once."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._entries: OrderedDict[Any, tuple[threading.Lock, list[Any]]] = OrderedDict()

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """The value of a key, made unless it is there."""
        with self._lock:
            lock, found = self._entries.setdefault(key, (threading.Lock(), []))
            self._entries.move_to_end(key)
            while len(self._entries) > self._size:
                self._entries.popitem(last=False)
        with lock:
            if not found:
                found.append(make())
            return found[0]


_CACHE, _PLANS = Cache(_KEPT), Cache(16)


def rows(key: bytes, text: Callable[[], bytes], pieces: Any) -> list[tf.Tensor]:
    """The components of the struct with these rows, in the order of the spec.

    Args:
      key: what tells plans apart.
      text: gives the plan, as JSON.
      pieces: row groups with the first row, the end, and what their rows are shuffled with.
    """
    plan, spec, nulls = _PLANS.get(key, lambda: _understood(text()))
    parts = [
        _group(key, plan, int(group), int(seed)).slice(start, stop - start)
        for group, start, stop, seed in pieces
    ]
    table = pa.concat_tables(parts)
    return list(components(_arrow_data.read(plan["function"], table, spec, nulls)))


def components(value: Any) -> Iterator[tf.Tensor]:
    """The tensors that a struct is made of: `tf.nest.flatten`, without making its spec."""
    if isinstance(value, tf.RaggedTensor):
        yield value.flat_values
        yield from value.nested_row_splits
    elif isinstance(value, RaggedStructTensor):
        yield from components(value.values)
        yield value.row_splits
    elif isinstance(value, DenseStructTensor):
        for field in value._fields.values():
            yield from components(field)
        if value._extent is not None:
            yield value._extent
    else:
        yield value


def _understood(text: bytes) -> tuple[dict[str, Any], Any, Any]:
    plan = json.loads(text)
    nulls = {
        path or ...: _nulls.Fill(value) if value is not None else kind
        for path, kind, value in plan["nulls"]
    }
    return plan, spec_of(plan["spec"]), nulls


def described(spec: Any, function: str, path: str = "") -> list[Any]:
    """A spec as JSON has it: its kind, its dims, and what else it is made of.

    Raises:
      SchemaError: naming the field, if no rows of files can be read so.
    """
    if spec.shape.rank is None or not (checks.is_struct(spec) or isinstance(spec, _TENSORS)):
        expected = "a tensor, a ragged tensor or a struct of known rank"
        raise checks.mismatch(function, path, expected, spec)
    dims = spec.shape.as_list()
    if hasattr(spec, "values_spec"):
        values = described(spec.values_spec, function, path)
        return ["ragged struct", dims, values, spec.row_splits_dtype.name]
    if hasattr(spec, "field_specs"):
        fields = spec.field_specs.items()
        parts = [[n, described(each, function, _nulls.child(path, n))] for n, each in fields]
        return ["struct", dims, parts]
    if isinstance(spec, tf.RaggedTensorSpec):
        return ["ragged", dims, spec.dtype.name, spec.ragged_rank, spec.row_splits_dtype.name]
    return ["tensor", dims, spec.dtype.name]


def spec_of(description: list[Any]) -> Any:
    """The spec that was described."""
    kind, dims, *rest = description
    if kind == "ragged struct":
        return RaggedStructTensorSpec(dims, spec_of(rest[0]), rest[1])
    if kind == "struct":
        return DenseStructTensorSpec(dims, {name: spec_of(each) for name, each in rest[0]})
    return (
        tf.RaggedTensorSpec(dims, tf.as_dtype(rest[0]), rest[1], tf.as_dtype(rest[2]))
        if kind == "ragged"
        else tf.TensorSpec(dims, *rest)
    )


def _group(plan_key: bytes, plan: dict[str, Any], number: int, seed: int) -> Any:
    """The table of a row group, its rows shuffled unless the seed is negative."""
    path, index, partition = plan["groups"][number]
    state = os.stat(path)
    key = (plan_key, number, state.st_mtime_ns, state.st_size)
    if seed < 0:
        return _CACHE.get(key, lambda: _decoded(plan, path, index, partition))

    def shuffled() -> Any:
        table = _decoded(plan, path, index, partition)
        return table.take(pa.array(np.random.default_rng(seed).permutation(table.num_rows)))

    return _CACHE.get((*key, seed), shuffled)


def _decoded(plan: dict[str, Any], path: str, index: int, partition: dict[str, Any]) -> Any:
    if plan["format"] == "ipc":
        return pa.Table.from_batches([_ipc_file(path, plan["function"]).get_batch(index)])
    schema = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(plan["schema"])))
    group = _parquet_files.Group(path, index, 0, tuple(partition.items()))
    files = _parquet_files.Files([group], schema, None)
    return files.read_groups([group], plan["columns"], schema, plan["function"])


def ipc_groups(paths: list[str], function: str) -> tuple[list[Any], list[int], Any]:
    """The record batches of files, their sizes, and a table of their schema without rows."""
    groups: list[Any] = []
    sizes: list[int] = []
    schema = None
    for path in paths:
        file = _ipc_file(path, function)
        schema = schema or file.schema
        if not file.schema.equals(schema):
            raise ValueError(f"{function}() argument 'source': {path} has another schema than "
                             f"{paths[0]}: {file.schema}, not {schema}")  # fmt: skip
        for index in range(file.num_record_batches):
            batch = file.get_batch(index)
            batch.validate(full=True)
            groups.append([path, index, {}])
            sizes.append(batch.num_rows)
    if schema is None:
        raise ValueError(f"{function}() argument 'source': there are no files")
    return groups, sizes, schema.empty_table()


def _ipc_file(path: str, function: str) -> Any:
    try:
        return pa.ipc.open_file(pa.memory_map(path))
    except pa.ArrowInvalid as error:
        raise ValueError(
            f"{function}() argument 'source': {path}: no Arrow IPC file: {error}"
        ) from error
