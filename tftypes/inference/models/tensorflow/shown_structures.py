"""Structures as messages show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.staged_loops import relaxed
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.objects import Container, Instance, Value, resolve
from tftypes.inference.values import Mapped

#: What is made of the code of a finding and the state of a loop before and after a round: a remedy, as a program writes it.
Remedy: TypeAlias = "Callable[[str, Value, Value], str | None] | None"


def invariants(code: str, old: Value, new: Value) -> str | None:
    """The argument of `tf.while_loop` that lets the shapes vary that do."""
    if code != "tf-shape":
        return None
    if not isinstance(old, tuple) or not isinstance(new, tuple):
        return "shape_invariants lets a shape vary"
    pairs = [(tensor_of(one), tensor_of(other)) for one, other in zip(old, new)]
    shapes = [relaxed(one, other) for one, other in pairs if one is not None and other is not None]
    return f"shape_invariants=[{', '.join(shapes)}]" if len(shapes) == len(old) else None


def started(given: str | None, code: str, old: Value, new: Value) -> str | None:
    """What `given` as initializer becomes, so that it has the dtype or the shape of what the function returns."""
    one, other = tensor_of(old), tensor_of(new)
    parts = [tensor_of(each) for each in new] if isinstance(new, tuple) else []
    if isinstance(old, tuple) and other is not None:
        return f"the function returns a tuple of {len(old)}, as the initializer is"
    if given is None or one is None:
        return None
    if len(parts) > 1 and None not in parts:
        further = (f"tf.zeros({each.shape}, tf.{each.dtype})" for each in parts[1:] if each)
        return f"initializer=({', '.join((given, *further))}), of which the function gets the tuple"
    if other is None:
        return None
    if code == "tf-dtype" and one.dtype.is_integer and other.dtype.is_floating:
        return f"initializer={as_float(given, str(other.dtype))}"
    sizes = other.shape.dims
    if code == "tf-shape" and one.shape.rank == 0 and all(isinstance(x, int) for x in sizes or ()):
        return f"initializer=tf.fill({other.shape}, {given})"
    return None


def as_float(given: str, dtype: str) -> str:
    """Code that gives an int, with a float in its place.

    >>> as_float("-1", "float32"), as_float("n", "float32")
    ('-1.0', 'tf.cast(n, tf.float32)')
    """
    is_number = given.removeprefix("-").isdigit() and dtype == "float32"
    return f"{given}.0" if is_number else f"tf.cast({given}, tf.{dtype})"


def alike(one: Value, other: Value) -> str | None:
    """What makes two results alike: a tuple for a list, or the cast of ints to floats."""
    items = [_plain(one), _plain(other)]
    if {list, tuple} == {*map(type, items)} and len(items[0]) == len(items[1]):
        return "a tuple in both does"
    a, b = tensor_of(one), tensor_of(other)
    if a is None or b is None or not a.dtype.name or not b.dtype.name or a.dtype == b.dtype:
        return None
    ints, floats = (a, b) if a.dtype.is_integer else (b, a)
    if not ints.dtype.is_integer or not floats.dtype.is_floating:
        return None
    return f"tf.cast({ints.value if isinstance(ints.value, int) else 'x'}, tf.{floats.dtype})"


def dtypes_of(value: Value) -> str:
    """The dtypes of a structure, as a program writes them."""
    value = resolve(value)
    if isinstance(value, tuple):
        return f"({', '.join(map(dtypes_of, value))}{',' if len(value) == 1 else ''})"
    found = tensor_of(value)
    return f"tf.{found.dtype}" if isinstance(found, TensorType) else "..."


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
