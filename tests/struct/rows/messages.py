"""Message types made at run time, values drawn for them, and what they are as nested Python."""

from __future__ import annotations

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from hypothesis import strategies as st

from tftypes.struct.formats.proto_plan import is_repeated, is_required

F = descriptor_pb2.FieldDescriptorProto
LABELS = {"": F.LABEL_OPTIONAL, "required": F.LABEL_REQUIRED, "repeated": F.LABEL_REPEATED}
NUMBERS = {
    F.TYPE_DOUBLE: st.floats(allow_nan=False),
    F.TYPE_FLOAT: st.floats(width=32, allow_nan=False),
    F.TYPE_INT64: st.integers(-(2**63), 2**63 - 1),
    F.TYPE_UINT64: st.integers(0, 2**64 - 1),
    F.TYPE_INT32: st.integers(-(2**31), 2**31 - 1),
    F.TYPE_FIXED64: st.integers(0, 2**64 - 1),
    F.TYPE_FIXED32: st.integers(0, 2**32 - 1),
    F.TYPE_BOOL: st.booleans(),
    F.TYPE_STRING: st.text(max_size=30),
    F.TYPE_BYTES: st.binary(max_size=30),
    F.TYPE_UINT32: st.integers(0, 2**32 - 1),
    F.TYPE_ENUM: st.integers(0, 2),
    F.TYPE_SFIXED32: st.integers(-(2**31), 2**31 - 1),
    F.TYPE_SFIXED64: st.integers(-(2**63), 2**63 - 1),
    F.TYPE_SINT32: st.integers(-(2**31), 2**31 - 1),
    F.TYPE_SINT64: st.integers(-(2**63), 2**63 - 1),
}


def message_class(file: descriptor_pb2.FileDescriptorProto, name: str) -> Any:
    """The class of a message in a file of its own."""
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


def proto2(**messages: str) -> Any:
    """The class of the last of some messages, written as `"required int64 id = 1; ..."`."""
    file = descriptor_pb2.FileDescriptorProto(name="t.proto", syntax="proto2", package="t")
    for name, text in messages.items():
        message = file.message_type.add(name=name)
        for each in filter(None, (part.strip() for part in text.split(";"))):
            label, kind, field, _, number = each.split()
            added = message.field.add(name=field, number=int(number), label=LABELS.get(label, 1))
            known = getattr(F, f"TYPE_{kind.upper()}", None)
            if known is not None:
                added.type = known
            else:
                added.type, added.type_name = F.TYPE_MESSAGE, f".t.{kind}"
    return message_class(file, f"t.{list(messages)[-1]}")


@st.composite
def classes(draw: st.DrawFn) -> Any:
    """Message classes, of both syntaxes, with every kind of field, nested up to three deep."""
    syntax = draw(st.sampled_from(["proto2", "proto3"]))
    file = descriptor_pb2.FileDescriptorProto(name="t.proto", syntax=syntax, package="t")
    enum = file.enum_type.add(name="Enum")
    for number, name in enumerate("ABC"):
        enum.value.add(name=name, number=number)
    depth = draw(st.integers(1, 3))
    for level in range(depth):
        message = file.message_type.add(name=f"M{level}")
        numbers = draw(st.lists(st.integers(1, 40), min_size=1, max_size=4, unique=True))
        for index, number in enumerate(numbers):
            _add_field(draw, message, syntax, level, index, number)
    return message_class(file, f"t.M{depth - 1}")


def _add_field(draw: Any, message: Any, syntax: str, level: int, index: int, number: int) -> None:
    labels = [F.LABEL_OPTIONAL, F.LABEL_REPEATED]
    labels += [F.LABEL_REQUIRED] if syntax == "proto2" else []
    field = message.field.add(name=f"f{index}", number=number, label=draw(st.sampled_from(labels)))
    if level and draw(st.integers(0, 2)) == 0:
        field.type, field.type_name = F.TYPE_MESSAGE, f".t.M{draw(st.integers(0, level - 1))}"
        return
    closed = {F.TYPE_ENUM} if syntax == "proto2" else set()  # see test_numbers_of_enums
    field.type = draw(st.sampled_from(sorted(set(NUMBERS) - closed)))
    if field.type == F.TYPE_ENUM:
        field.type_name = ".t.Enum"
    text = field.type in (F.TYPE_STRING, F.TYPE_BYTES)
    if field.label == F.LABEL_REPEATED and not text:
        field.options.packed = draw(st.booleans())
    if syntax == "proto3" and field.label == F.LABEL_OPTIONAL and draw(st.booleans()):
        field.proto3_optional = True
        field.oneof_index = len(message.oneof_decl)
        message.oneof_decl.add(name=f"_f{index}")


@st.composite
def filled(draw: st.DrawFn, cls: Any) -> Any:
    """A message of a class, with whatever it must have."""
    made = cls()
    for field in cls.DESCRIPTOR.fields:
        many = is_repeated(field)
        count = draw(st.integers(0, 3 if many else 1))
        if is_required(field):
            count = 1
        for _ in range(count):
            if field.message_type is not None:
                value = draw(filled(message_factory.GetMessageClass(field.message_type)))
                into = getattr(made, field.name)
                into.append(value) if many else into.CopyFrom(value)
                if not many:
                    into.SetInParent()
            elif many:
                getattr(made, field.name).append(draw(NUMBERS[field.type]))
            else:
                setattr(made, field.name, draw(NUMBERS[field.type]))
    return made


def python(message: Any) -> dict[str, Any]:
    """A message as nested Python, as the RFC maps it: optional fields are lists of at most one."""
    result = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if is_repeated(field):
            result[field.name] = [_value(each) for each in value]
        elif field.has_presence and not is_required(field):
            there = message.HasField(field.name)
            result[field.name] = [_value(value)] if there else []
        else:
            result[field.name] = _value(value)
    return result


def _value(value: Any) -> Any:
    if hasattr(value, "DESCRIPTOR"):
        return python(value)
    return value.encode() if isinstance(value, str) else value
