"""Structs to serialized Examples: each message is encoded from the inside out.

Source: `tf.train.Example`, `tf.train.SequenceExample`; `tf.io.encode_proto`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tensorflow as tf

from tftypes.struct.dense import dense
from tftypes.struct.formats import checks, nulls, proto_encoding, proto_plan
from tftypes.struct.formats.example_features import check_counted, claim, feature_names, wire_dtype
from tftypes.struct.tensors import StructTensor
from tftypes.struct.transforms.dims import Ragged, merge, with_values

_LISTS = {tf.int64: "int64_list", tf.float32: "float_list", tf.string: "bytes_list"}

#: A feature: its name, its values in a list for each Example, and where it is there, or None.
Named = tuple[str, Any, Any]


def examples(function: str, struct: StructTensor) -> tf.Tensor:
    """A vector of structs as Examples."""
    found = _all_features(function, struct)
    return _encoded(tf.train.Example, features=_map(tf.train.Features, "feature", found, struct))


def sequence_examples(function: str, struct: StructTensor) -> tf.Tensor:
    """A vector of structs of `context` and `feature_lists` as SequenceExamples."""
    parts: dict[str, Any] = {}
    for name in struct.field_names():
        part = struct.field_value(name)
        if name not in ("context", "feature_lists") or not isinstance(part, StructTensor):
            raise checks.SchemaError(
                f"{function}(): expected structs 'context' and 'feature_lists', got field '{name}'"
            )
        if name == "context":
            found = _all_features(function, part)
            parts[name] = _map(tf.train.Features, "feature", found, part)
        else:
            steps = [_steps(function, each, part) for each in part.field_names()]
            parts[name] = _map(tf.train.FeatureLists, "feature_list", steps, part)
    return _encoded(tf.train.SequenceExample, **parts)


def _all_features(function: str, struct: StructTensor) -> list[Named]:
    """The features of a struct and of those in it, each with a name of its own."""
    names: dict[str, str] = {}
    found = []
    for name, path, values, there in _features(function, struct, "", ""):
        claim(function, names, name, path)
        found.append((name, _feature(function, path, values), there))
    return found


def _features(
    function: str, struct: StructTensor, prefix: str, outer: str
) -> Iterator[tuple[str, str, Any, Any]]:
    """The features of a struct: their names, the paths of their fields, and their values."""
    masks = _masks(struct)
    for name in struct.field_names():
        if name in masks.values():
            continue
        value, key, path = struct.field_value(name), f"{prefix}{name}", nulls.child(outer, name)
        there = struct.field_value(masks[name]) if name in masks else None
        if isinstance(value, StructTensor):
            yield from _features(function, value, f"{key}/", path)
            continue
        if isinstance(value, tf.SparseTensor):
            value = tf.RaggedTensor.from_sparse(value)
        if isinstance(value, tf.RaggedTensor):
            check_counted(function, path, value)
        for own, flat in zip(feature_names(key, value), _flat(value), strict=True):
            yield own, path, flat, there


def _masks(struct: StructTensor) -> dict[str, str]:
    """The companions that tell which Examples have a value, by the field that they stand beside."""
    fields = {name: struct.field_value(name) for name in struct.field_names()}
    return {
        name: companion
        for name, companion in ((each, nulls.mask_name(each)) for each in fields)
        if isinstance(fields[name], tf.Tensor)
        and isinstance(fields.get(companion), tf.Tensor)
        and fields[companion].dtype == tf.bool
        and fields[companion].shape.rank == 1
    }


def _flat(value: Any) -> Iterator[Any]:
    """One list for each Example, and the row lengths of the ragged dims within it."""
    if not isinstance(value, tf.RaggedTensor):
        rank = value.shape.rank
        yield value[:, tf.newaxis] if rank == 1 else merge(value, 1, rank - 1)
        return
    yield merge(value, 1, value.shape.rank - 1)
    inner = value
    for level in range(1, value.ragged_rank):
        inner = inner.values
        outer = merge_to(value, level)
        yield with_values(outer, tf.cast(inner.row_lengths(), tf.int64))


def merge_to(value: tf.RaggedTensor, level: int) -> tf.RaggedTensor:
    """The first ragged dims as one, down to the rows of a level."""
    return value if level == 1 else merge(value, 1, level)


def _feature(function: str, path: str, values: Any) -> tf.Tensor:
    """Lists of values as serialized Features."""
    wire = wire_dtype(function, path, values.dtype, writing=True)
    values = values if values.dtype == wire else tf.cast(values, wire)
    kind = {tf.int64: tf.train.Int64List, tf.float32: tf.train.FloatList}.get(wire)
    inner = _encoded(kind or tf.train.BytesList, value=values)
    return _encoded(tf.train.Feature, **{_LISTS[wire]: inner})


def _steps(function: str, name: str, struct: StructTensor) -> Named:
    """A list of steps as serialized FeatureLists."""
    value, path = struct.field_value(name), f"feature_lists.{name}"
    if not isinstance(value, Ragged) and value.shape.rank > 1:
        rows = tf.shape(value)
        value = tf.RaggedTensor.from_uniform_row_length(merge(value, 0, 1), rows[1], rows[0])
    if not isinstance(value, tf.RaggedTensor):
        raise checks.mismatch(function, path, "a list", f"{value.dtype.name}{value.shape}")
    flat = next(_flat(value.values))
    features = with_values(value, _feature(function, path, flat))
    return name, _encoded(tf.train.FeatureList, feature=features), None


def _map(message: Any, field: str, found: list[Named], struct: StructTensor) -> tf.Tensor:
    """Serialized messages whose only field is a map from names to serialized messages."""
    entry = message.DESCRIPTOR.fields_by_name[field].message_type
    columns, present = [], []
    for name, value, there in found:
        keys = tf.fill(tf.shape(value), name)
        columns.append(_encoded(entry, key=keys, value=value))
        present.append(tf.ones_like(value, tf.bool) if there is None else there)
    if not columns:
        return tf.fill(struct._dynamic_shape(1), b"")
    entries: Any = tf.stack(columns, 1)
    if any(there is not None for _, _, there in found):
        entries = tf.ragged.boolean_mask(entries, tf.stack(present, 1))
    return _encoded(message, **{field: entries})


def _encoded(message: Any, **fields: Any) -> tf.Tensor:
    """Serialized messages with these fields; nested messages are serialized already."""
    plan = proto_plan.plan(message, None, "scalar", None)
    return proto_encoding.encode(plan, dense(1, fields))
