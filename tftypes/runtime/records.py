"""Dataclasses and attrs classes while TensorFlow holds them, as arguments and as results."""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any

import tensorflow as tf

from tftypes.runtime.extension_types import is_extension_type


class Fields(dict[str, Any]):
    """The fields of a dataclass or attrs class while TensorFlow holds them.

    TensorFlow flattens dicts and not dataclasses, so its placeholders are in one of these, and
    the body gets the object that `restore` makes. A saved model has the dict. Each class has its
    own subclass of this, with the class as ``kind``, and as ``initial`` the parameter of its
    ``__init__`` for each field that has one; None if that takes more than fields. ``static``
    has the fields of a result that hold no tensors.
    """

    kind: type
    initial: Mapping[str, str] | None
    static: Mapping[str, Any] = types.MappingProxyType({})

    def __repr__(self) -> str:
        return f"{self.kind.__name__}({', '.join(f'{n}={item!r}' for n, item in self.items())})"

    def restore(self) -> Any:
        """The object: made by its class, fields that `__init__` does not take set afterwards."""
        initial = self.initial or {}
        fields = {**self.static, **self}
        if self.initial is None:
            value: Any = object.__new__(self.kind)
        else:
            value = self.kind(**{initial[n]: item for n, item in fields.items() if n in initial})
        for name, item in fields.items():
            if name not in initial:
                object.__setattr__(value, name, item)
        return value


def fields_of(kind: Any) -> tuple[str, ...] | None:
    """The fields of a dataclass or attrs class; None for other classes."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    if hasattr(kind, "__attrs_attrs__"):
        return tuple(attribute.name for attribute in kind.__attrs_attrs__)
    return None


def holder_of(kind: Any, static: Mapping[str, Any] | None = None) -> Any:
    """The subclass of `Fields` for a dataclass or attrs class."""
    initial: dict[str, str] | None
    if hasattr(kind, "__attrs_attrs__"):
        initial = {a.name: a.alias for a in kind.__attrs_attrs__ if a.init}
    else:
        initial = {field.name: field.name for field in dataclasses.fields(kind) if field.init}
        if inspect.signature(kind).parameters.keys() - initial.keys():  # an InitVar
            initial = None
    attributes = {"kind": kind, "initial": initial, "static": static or {}}
    return type(f"{kind.__name__}Fields", (Fields,), attributes)


def bare_holder_of(kind: Any) -> Any:
    """The subclass of `Fields` whose objects are made without calling their class."""
    return type(f"{kind.__name__}Fields", (Fields,), {"kind": kind, "initial": None})


def restored(value: Any) -> Any:
    """`value` with objects in place of their `Fields`; itself if there are none in it."""
    if isinstance(value, (list, tuple)):
        items = [restored(item) for item in value]
        if all(new is old for new, old in zip(items, value)):
            return value
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        named = {name: restored(item) for name, item in value.items()}
        if isinstance(value, Fields):
            return type(value)(named).restore()
        if any(named[name] is not item for name, item in value.items()):
            return type(value)(named)
    return value


def held(value: Any) -> Any:
    """`value` with `Fields` in place of dataclasses, for TensorFlow to return; undone by `restored`."""
    return _replaced(value, _held)


def as_dicts(value: Any) -> Any:
    """`value` with dicts in place of dataclasses, as a saved model has them.

    >>> @dataclasses.dataclass
    ... class Point:
    ...     x: int
    >>> as_dicts([Point(1), (Point(2), 3)])
    [{'x': 1}, ({'x': 2}, 3)]
    """
    return _replaced(value, lambda kind, fields: fields)


def _held(kind: type, fields: dict[str, Any]) -> Fields:
    static = {name: item for name, item in fields.items() if not _has_tensors(item)}
    made: Fields = holder_of(kind, static)((n, i) for n, i in fields.items() if n not in static)
    return made


def _replaced(value: Any, make: Callable[[type, dict[str, Any]], Any]) -> Any:
    """`value` with what `make` makes in place of its dataclasses; itself if there are none in it."""
    if isinstance(value, (list, tuple)):
        items = [_replaced(item, make) for item in value]
        if all(new is old for new, old in zip(items, value)):
            return value
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        named = {name: _replaced(item, make) for name, item in value.items()}
        changed = any(named[name] is not item for name, item in value.items())
        return type(value)(named) if changed else value
    names = fields_of(type(value))
    if names is None or is_extension_type(value) or tf.nest.is_nested(value):
        return value  # TensorFlow takes attrs classes apart, and dataclasses that say how
    present = (name for name in sorted(names) if hasattr(value, name))
    return make(type(value), {name: _replaced(getattr(value, name), make) for name in present})


def _has_tensors(value: Any) -> bool:
    return any(
        tf.is_tensor(leaf) or isinstance(leaf, tf.TypeSpec) or is_extension_type(leaf)
        for leaf in tf.nest.flatten(value)
    )
