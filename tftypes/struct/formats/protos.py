"""Protocol buffers: serialized messages to structs and back, inside the graph.

Source: StructTensor RFC, "Protocol Buffers"; `tf.io.decode_proto`, `tf.io.encode_proto`;
struct2tensor's `create_expression_from_proto`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import tensorflow as tf

from tftypes.struct.formats import checks, proto_decoding, proto_encoding, proto_plan, proto_texts
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats.serialized import strings
from tftypes.struct.paths import Path
from tftypes.struct.refusals import named
from tftypes.struct.schemas import spec_of
from tftypes.struct.tensors import StructTensor
from tftypes.struct.transforms.dims import rows, unrows


@named
def from_protos(
    serialized: Any,
    message_type: Any,
    schema: Any = None,
    *,
    paths: Path | list[Path] | None = None,
    nulls: Any = "ragged",
    implicit: Literal["scalar", "optional"] = "scalar",
    recursion: int | None = None,
    validate: bool = True,
    row_splits_dtype: tf.DType = tf.int64,
    message_format: Literal["binary", "json", "text"] = "binary",
) -> StructTensor[Any, Any]:
    """Structs from serialized protobuf messages; in graphs and `tf.data` as well as eagerly.

    >>> from tftypes import struct
    >>> example = tf.train.Example()
    >>> example.features.feature["age"].int64_list.value.append(7)
    >>> st = struct.from_protos([example.SerializeToString()], tf.train.Example)
    >>> st.shape
    TensorShape([1])
    >>> st.field_value("features").field_value("feature").field_value("key")
    <tf.RaggedTensor [[[b'age']]]>

    A message type is a struct with the message's fields, in the order of their declaration.
    `required` fields are single values; `repeated` ones are vectors; optional ones are vectors of
    length 0 or 1, unless `nulls` says otherwise. Fields of proto3 that do not tell whether they
    are set are single values. Nested messages are structs; a map is a vector of structs of `key`
    and `value`; an alternative of a oneof is optional; enums are their numbers (int32), with or
    without a name; strings are bytes, not checked to be UTF-8. What the bytes have besides is ignored.

    Args:
      serialized: strings of any known rank, a tensor or ragged tensor; the structs have its shape.
      message_type: a generated message class, or its descriptor.
      schema: if given, what the result must agree with; only its fields are decoded.
      paths: the path of a field, or several: only these are decoded.
      nulls: what becomes of an optional field that is not set (see `struct.formats.nulls`); it is
        filled with its default, unless `Fill` has another value.
      implicit: "optional" to treat fields that do not tell whether they are set as optional too.
      recursion: how many times a message type may be nested in itself; without it, such a message
        is an error unless `paths` selects what is read. Messages nested deeper are an error.
      validate: whether to check that required fields are there, and of each oneof one at most. In a
        graph that is checked, and decoded, of the nested messages whose fields are used.
      row_splits_dtype: int64 or int32.
      message_format: "json" for messages in protobuf's JSON, "text" for its text format: Python
        makes them binary, in graphs through `tf.numpy_function`.

    Raises:
      ValueError: eagerly, naming the message and the path, if bytes are no such message; in a
        graph it is a `tf.errors.DataLossError`, or an assertion.
      NullError: (a ValueError) for an optional field that is not set, under `nulls="error"`.
      SchemaError: (a ValueError) if the message type is not what the schema says.
      KeyError: if the message has no such path.

    Source: StructTensor RFC, "Protocol Buffers".
    """
    serialized = strings("from_protos", serialized)
    proto_texts.check_format("from_protos", message_format)
    spec = None
    if schema is not None:
        spec = spec_of(schema, serialized.shape)
        if paths is None:
            paths = _leaves(spec, getattr(message_type, "DESCRIPTOR", message_type))
    plan = proto_plan.plan(message_type, paths, implicit, recursion)
    if isinstance(nulls, Mapping):
        nulls = {...: "ragged", **nulls}
    policies = _nulls.policies(nulls, "from_protos")
    decoder = proto_decoding.Decoder(policies, tf.as_dtype(row_splits_dtype), validate)
    rank, binary = serialized.shape.rank, rows(serialized, serialized.shape.rank)
    if message_format != "binary":
        binary = proto_texts.to_binary("from_protos", binary, message_type, message_format)
    flat = decoder.decode(plan, binary)
    policies.check_all_met("from_protos")
    result = unrows(flat, serialized, rank)
    if spec is not None:
        checks.check(result.__tf_type_spec__(), spec, "from_protos")
    return result


@named
def to_protos(
    struct: StructTensor[Any, Any],
    message_type: Any,
    *,
    message_format: Literal["binary", "json", "text"] = "binary",
) -> Any:
    """Serialized protobuf messages from structs: strings of the shape of the struct.

    >>> from tftypes import struct
    >>> st = struct.constant([{"value": [1, 2]}, {"value": []}])
    >>> struct.to_protos(st, tf.train.Int64List)
    <tf.Tensor: shape=(2,), dtype=string, numpy=array([b'\\n\\x02\\x01\\x02', b''], dtype=object)>

    The inverse of `from_protos`, whatever its `nulls` were: a field may be a single value, a vector
    of at most one, or have a companion `x_mask` beside it. Fields that the struct lacks are not
    set; neither are those of proto3 that hold their default, as always.

    Args:
      struct: its fields have the names of the message's; integers and floats may be narrower.
      message_type: a generated message class, or its descriptor.
      message_format: as in `from_protos`.

    Raises:
      SchemaError: (a ValueError) naming the field that the message does not have, or has
        otherwise, or that it must have.

    Source: StructTensor RFC, "Protocol Buffers".
    """
    checks.check_is_struct(struct, "to_protos")
    plan = proto_plan.plan(message_type, None, "scalar", _depth(struct))
    proto_texts.check_format("to_protos", message_format)
    written = proto_encoding.encode(plan, rows(struct, struct.rank))
    if message_format != "binary":
        written = proto_texts.from_binary("to_protos", written, message_type, message_format)
    return unrows(written, struct, struct.rank)


def _leaves(spec: Any, descriptor: Any) -> list[tuple[str, ...]]:
    """The paths of a schema's fields, without those that only tell which values are there."""
    fields = checks.fields_of(spec)
    known = {} if descriptor is None else descriptor.fields_by_name
    masks = {_nulls.mask_name(name) for name in fields} - set(known)
    leaves: list[tuple[str, ...]] = []
    for name, field in fields.items():
        if name not in masks:
            nested = known[name].message_type if name in known else None
            inner = _leaves(field, nested) if checks.is_struct(field) else []
            leaves.extend((name, *rest) for rest in inner or [()])
    return leaves


def _depth(value: Any) -> int:
    """How deep structs are nested in a struct."""
    if not isinstance(value, StructTensor):
        return 0
    return 1 + max((_depth(value.field_value(name)) for name in value.field_names()), default=0)
