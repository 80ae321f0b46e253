"""What of a protobuf message is decoded or encoded, and how: a plan made from its descriptor.

For each message type the plan has a descriptor of its own, which holds the planned fields and
nothing else: nested messages are bytes to it. TensorFlow's ops get it as their descriptor source,
so they need neither the generated code nor the files that it came from.

Source: StructTensor RFC, "Protocol Buffers"; `tf.io.decode_proto`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, Literal, TypeAlias

import tensorflow as tf

from tftypes.struct.paths import Path, paths_of, shown

_pb: Any = import_module("google.protobuf.descriptor_pb2")
_Type = _pb.FieldDescriptorProto

#: How often a field occurs: once, always with a value, as often as it likes, or once or not at all.
Occurs: TypeAlias = Literal["required", "implicit", "repeated", "optional"]

_DTYPES = {
    _Type.TYPE_DOUBLE: tf.float64,
    _Type.TYPE_FLOAT: tf.float32,
    _Type.TYPE_INT64: tf.int64,
    _Type.TYPE_UINT64: tf.uint64,
    _Type.TYPE_INT32: tf.int32,
    _Type.TYPE_FIXED64: tf.uint64,
    _Type.TYPE_FIXED32: tf.uint32,
    _Type.TYPE_BOOL: tf.bool,
    _Type.TYPE_STRING: tf.string,
    _Type.TYPE_GROUP: tf.string,
    _Type.TYPE_MESSAGE: tf.string,
    _Type.TYPE_BYTES: tf.string,
    _Type.TYPE_UINT32: tf.uint32,
    _Type.TYPE_ENUM: tf.int32,
    _Type.TYPE_SFIXED32: tf.int32,
    _Type.TYPE_SFIXED64: tf.int64,
    _Type.TYPE_SINT32: tf.int32,
    _Type.TYPE_SINT64: tf.int64,
}
#: What the op sees instead: it gives nested messages, and enums, as what they are on the wire.
_ON_THE_WIRE = {_Type.TYPE_MESSAGE: _Type.TYPE_BYTES, _Type.TYPE_ENUM: _Type.TYPE_INT32}


@dataclass(frozen=True)
class Field:
    """A field of a message: how it is decoded, and into what."""

    name: str
    path: tuple[str, ...]
    number: int
    wire_type: int
    dtype: tf.DType
    occurs: Occurs
    default: Any = None
    oneof: str | None = None
    packed: bool = False
    message: Message | None = None
    beyond: bool = False  # past the depth to which a recursive message is read: must be empty

    @property
    def is_group(self) -> bool:
        return bool(self.wire_type == _Type.TYPE_GROUP)


@dataclass(frozen=True)
class Message:
    """A message type: its fields in the order of their declaration."""

    full_name: str
    path: tuple[str, ...]
    fields: tuple[Field, ...]
    source: bytes
    is_entry: bool = False  # of a map

    @property
    def names(self) -> list[str]:
        return [f"f{field.number}" for field in self.fields]

    @property
    def dtypes(self) -> list[tf.DType]:
        return [field.dtype for field in self.fields]


def descriptor_of(message_type: Any) -> Any:
    """The descriptor of a generated class, or of a message; a descriptor as it is.

    Raises:
      TypeError: if it is neither.
    """
    descriptor = getattr(message_type, "DESCRIPTOR", message_type)
    if not hasattr(descriptor, "fields") or not hasattr(descriptor, "full_name"):
        raise TypeError(
            "argument 'message_type': expected a generated message class or its descriptor, "
            f"got {message_type!r}"
        )
    return descriptor


def plan(message_type: Any, paths: Any, implicit: str, recursion: int | None) -> Message:
    """The plan for a message type.

    Args:
      message_type: a generated message class, or a descriptor.
      paths: what is read: a path, a list of paths, or None for all.
      implicit: whether fields that have no presence are "scalar" or "optional".
      recursion: how many times a message type may occur inside itself.

    Raises:
      KeyError: naming the path that the message does not have.
      ValueError: naming the path at which a message contains itself, where `recursion` is None.
    """
    if implicit not in ("scalar", "optional"):
        raise ValueError(f"argument 'implicit': expected 'scalar' or 'optional', got {implicit!r}")
    wanted = None if paths is None else tuple(paths_of(paths))
    return _planned(descriptor_of(message_type), wanted, implicit, recursion)


@lru_cache(maxsize=256)
def _planned(
    descriptor: Any, wanted: tuple[Path, ...] | None, implicit: str, recursion: int | None
) -> Message:
    if wanted is not None:
        _check_paths(descriptor, wanted)
    return _message(descriptor, (), wanted, implicit, recursion, {})


def _message(
    descriptor: Any,
    path: tuple[str, ...],
    wanted: tuple[Any, ...] | None,
    implicit: str,
    recursion: int | None,
    inside: dict[str, int],
) -> Message:
    """The plan of one message type, `inside` those named with how often."""
    name = descriptor.full_name
    inside = {**inside, name: inside.get(name, -1) + 1}
    fields = []
    for field in _ordered(descriptor):
        rest = None
        if wanted is not None:
            rest = tuple(names[1:] for names in wanted if names and names[0] == _name(field))
            if () in wanted:
                rest = None
            elif not rest:
                continue
            elif () in rest:
                rest = None
        fields.append(_field(field, (*path, _name(field)), rest, implicit, recursion, inside))
    is_entry = bool(descriptor.GetOptions().map_entry)
    return Message(name, path, tuple(fields), _source(fields), is_entry)


def _field(
    field: Any,
    path: tuple[str, ...],
    wanted: tuple[Any, ...] | None,
    implicit: str,
    recursion: int | None,
    inside: dict[str, int],
) -> Field:
    nested, message, beyond = field.message_type, None, False
    if nested is not None and nested.full_name in inside:
        if recursion is None and wanted is None:
            raise ValueError(
                f"the message type {nested.full_name} contains itself at {shown(path)}: select "
                "what is read with paths=, or say how many levels of it with recursion="
            )
        beyond = wanted is None and inside[nested.full_name] >= (recursion or 0)
    if nested is not None and not beyond:
        message = _message(nested, path, wanted, implicit, recursion, inside)
    occurs = _occurs(field, implicit)
    return Field(
        name=path[-1],
        path=path,
        number=field.number,
        wire_type=_ON_THE_WIRE.get(field.type, field.type),
        dtype=_DTYPES[field.type],
        occurs=occurs,
        default=None if nested is not None or occurs == "repeated" else field.default_value,
        oneof=_oneof(field),
        packed=_is_packed(field),
        message=message,
        beyond=beyond,
    )


def _ordered(descriptor: Any) -> Iterator[Any]:
    """The fields as they are declared."""
    return iter(descriptor.fields)


def _name(field: Any) -> str:
    return str(field.name)


def _occurs(field: Any, implicit: str) -> Occurs:
    if is_repeated(field):
        return "repeated"
    if is_required(field):
        return "required"
    if field.containing_type.GetOptions().map_entry:
        return "implicit"  # an entry of a map always has a key and a value
    return "optional" if field.has_presence or implicit == "optional" else "implicit"


def is_repeated(field: Any) -> bool:
    """Whether a field descriptor is of a list; protobuf 4 and 5 have `label` instead."""
    known = getattr(field, "is_repeated", None)
    return bool(field.label == _Type.LABEL_REPEATED if known is None else known)


def is_required(field: Any) -> bool:
    """Whether a field descriptor is of a value that must be there."""
    known = getattr(field, "is_required", None)
    return bool(field.label == _Type.LABEL_REQUIRED if known is None else known)


def _is_packed(field: Any) -> bool:
    known = getattr(field, "is_packed", None)
    if known is not None:
        return bool(known)
    return is_repeated(field) and bool(field.GetOptions().packed)


def _oneof(field: Any) -> str | None:
    """The name of the oneof that the field is an alternative of; proto3's `optional` is none."""
    oneof = field.containing_oneof
    return None if oneof is None or len(oneof.fields) < 2 else str(oneof.name)


def _source(fields: list[Field]) -> bytes:
    """The descriptor of a message `M` with these fields, named by their numbers."""
    file = _pb.FileDescriptorProto(name="m.proto", syntax="proto2")
    message = file.message_type.add(name="M")
    if any(field.is_group for field in fields):
        message.nested_type.add(name="Group")
    for field in fields:
        many = field.occurs == "repeated" or field.message is not None or field.beyond
        added = message.field.add(
            name=f"f{field.number}",
            number=field.number,
            type=field.wire_type,
            label=_Type.LABEL_REPEATED if many else _Type.LABEL_OPTIONAL,
        )
        if field.is_group:
            added.type_name = ".M.Group"
        if field.packed:
            added.options.packed = True
    serialized: bytes = _pb.FileDescriptorSet(file=[file]).SerializeToString()
    return b"bytes://" + serialized


def _check_paths(descriptor: Any, wanted: tuple[Any, ...]) -> None:
    for names in wanted:
        found = descriptor
        for depth, name in enumerate(names):
            known = {} if found is None else found.fields_by_name
            if name not in known:
                raise KeyError(_unknown(names, depth, found, list(known)))
            found = known[name].message_type


def _unknown(names: tuple[str, ...], depth: int, found: Any, known: list[str]) -> str:
    if found is None:
        return f"no field at path {shown(names)}: {shown(names[:depth])} is no message"
    close = difflib.get_close_matches(names[depth], known, 1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    fields = ", ".join(map(repr, known)) or "none"
    return f"no field at path {shown(names)}: the fields of {found.full_name} are: {fields}{hint}"
