"""Structures as messages show them."""

from __future__ import annotations

from typing import Any

from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.objects import Container, Instance, Value, resolve
from tftypes.inference.values import Mapped


def shown(value: Value) -> str:
    """A structure as messages show it: `(float32[2, 3], {'n': int32[]})`."""
    return describe(_plain(value))


def _plain(value: Value) -> Any:
    value = resolve(value)
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    contents = value.contents if isinstance(value, Container) else None
    if isinstance(contents, Mapped):
        return {key: _plain(each) for key, each in contents.known.items()}
    if is_list(value) and isinstance(contents, tuple):
        return list(map(_plain, contents))
    if isinstance(value, Instance):
        return PyValue(value.cls.name)
    return to_rule(value)


def alike(one: Value, other: Value) -> str | None:
    """How a list and a tuple of as many items become the same."""
    found = [_plain(one), _plain(other)]
    is_pair = {list, tuple} == set(map(type, found)) and len(found[0]) == len(found[1])
    return "a tuple in both does" if is_pair else None
