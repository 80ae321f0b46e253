"""Protocol buffers from their descriptors, which know the fields that the classes themselves do not show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from . import api

SELF = api.Parameter("self", "both", "")


class Namer(Protocol):
    """Gives the stub's name of a class, or None when it is not public."""

    def __call__(self, cls: type, /) -> str | None: ...


def is_message(cls: type) -> bool:
    return any(base.__module__ == "google.protobuf.message" for base in cls.__mro__)


def read(name: str, cls: Any, named: Namer) -> api.Class:
    """A message: a keyword parameter and an attribute for each field."""
    descriptor = cls.DESCRIPTOR
    fields = sorted(descriptor.fields, key=lambda field: field.name)
    init = tuple(
        api.Parameter(f.name, "keyword", f"{initial_type(f, named)} | None", "None") for f in fields
    )
    members = (
        api.Function("__init__", (SELF, *init), "None"),
        *(attribute(f, named) for f in fields),
        *constants(descriptor, fields),
    )
    return api.Class(name, ("Message",), members, ("@typing.final",))


def constants(descriptor: Any, fields: list[Any]) -> Iterator[api.Constant]:
    for field in fields:
        yield api.Constant(f"{field.name.upper()}_FIELD_NUMBER", "builtins.int")
    for enum in descriptor.enum_types:
        yield api.Constant(enum.name, "Any")
        for value in enum.values:
            yield api.Constant(value.name, "builtins.int")
    for nested in descriptor.nested_types:
        yield api.Constant(nested.name, "Any")


def attribute(field: Any, named: Namer) -> api.Function | api.Constant:
    """Single values are assigned; messages, lists and maps are changed in place."""
    if field.message_type is None and not field.is_repeated:
        return api.Constant(field.name, scalar(field))
    return api.Function(field.name, (SELF,), content_type(field, named), "property")


def initial_type(field: Any, named: Namer) -> str:
    """A message may be written as a dict, a list as any iterable."""
    if is_map(field):
        return "collections.abc.Mapping[Any, Any]"
    if field.is_repeated:
        return f"collections.abc.Iterable[{given(field) if field.message_type is None else 'Any'}]"
    if field.message_type is not None:
        return f"{message(field, named)} | dict[builtins.str, Any]"
    return given(field)


def content_type(field: Any, named: Namer) -> str:
    if is_map(field):
        key, value = (field.message_type.fields_by_name[part] for part in ("key", "value"))
        content = scalar(value) if value.message_type is None else message(value, named)
        return f"MessageMap[{scalar(key)}, {content}]"
    if field.is_repeated and field.message_type is None:
        return f"Repeated[{scalar(field)}, {given(field)}]"
    if field.is_repeated:
        return f"Repeated[{message(field, named)}]"
    return message(field, named)


def is_map(field: Any) -> bool:
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def message(field: Any, named: Namer) -> str:
    return named(field.message_type._concrete_class) or "Any"


def scalar(field: Any) -> str:
    if field.cpp_type == field.CPPTYPE_STRING:
        return "builtins.bytes" if field.type == field.TYPE_BYTES else "builtins.str"
    if field.cpp_type == field.CPPTYPE_BOOL:
        return "builtins.bool"
    return (
        "builtins.float"
        if field.cpp_type in (field.CPPTYPE_DOUBLE, field.CPPTYPE_FLOAT)
        else "builtins.int"
    )


def given(field: Any) -> str:
    """What a field takes where it is made: NumPy's numbers too, and the name of an enum's value."""
    if field.cpp_type == field.CPPTYPE_ENUM:
        return "typing.SupportsIndex | builtins.str"
    wider = {"builtins.bool": "Flag", "builtins.int": "typing.SupportsIndex"}
    return (wider | {"builtins.float": "typing.SupportsFloat"}).get(scalar(field), scalar(field))
