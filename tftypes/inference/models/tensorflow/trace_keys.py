"""What tells the traces of a function apart: dtypes and shapes of tensors, values of Python, objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tftypes.algebra import UNKNOWN, DType, Expr, Shape, TensorType
from tftypes.inference.interpreter.binding import bind
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import join_shapes, same
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.structures import parts
from tftypes.inference.objects import (
    Class,
    Container,
    Function,
    Instance,
    TracedFunction,
    Value,
    resolve,
)
from tftypes.inference.rounds import rounds_in
from tftypes.inference.state import Heap
from tftypes.inference.values import Bound, Mapped, Native, Partial, Tensor


def key_of(interpreter: Interpreter, function: TracedFunction, call: Call) -> Any:
    """What a call is told from others by; None where that is not known."""
    given: Mapping[str, Value] | None = None
    inner = function.function
    if isinstance(inner, Function):
        given = bind(interpreter, inner, Call(call.args, call.kwargs, inner.code.node))
    values = tuple(given.values()) if given is not None else call.values
    names = tuple(given) if given is not None else (len(call.args), *call.kwargs)
    found = [part_of(interpreter, each) for each in values]
    return None if None in found else (names, tuple(found))


def part_of(interpreter: Interpreter, value: Value) -> Any:
    """What an argument is told from others by; None where that is not known."""
    value = resolve(value)
    if isinstance(value, TensorType):
        if value.kind == "variable":
            identity = value.identity if isinstance(value, Tensor) else None
            return None if identity is None else _Variable(identity, value.dtype, value.shape)
        kind = "tensor" if value.kind == "array" else value.kind
        return (kind, str(value.dtype), _without_rounds(value.shape))
    if isinstance(value, (bool, int, float, str, bytes, complex)) or value is None:
        return (type(value).__name__, value)
    if isinstance(value, Expr) and rounds_in(value):
        return None  # another round may give the same number: `i % 2`
    if isinstance(value, (DType, Shape, Expr)):
        return (type(value).__name__, value)
    if isinstance(value, tuple):
        return combined(interpreter, "tuple", value)
    if isinstance(value, Container) and value.kind in ("list", "dict"):
        contents = value.contents
        if isinstance(contents, Mapped):
            if not contents.is_whole:
                return None
            try:
                names = tuple(sorted(contents.known))
            except TypeError:
                names = tuple(contents.known)
            return combined(interpreter, ("dict", names), [contents.known[each] for each in names])
        return combined(interpreter, "list", contents) if isinstance(contents, tuple) else None
    if isinstance(value, Instance) and (fields := parts(interpreter, value)) is not None:
        return combined(interpreter, ("record", _Object(value.cls)), fields)
    if is_composite(value):
        names = tuple(value.written())
        kind = ("composite", _Object(value.cls), names)
        return combined(interpreter, kind, [value.read(each) for each in names])
    if isinstance(value, (Instance, Class, Function, Bound, TracedFunction, Partial, Native)):
        return ("object", _Object(value))
    return None


def _without_rounds(shape: Shape) -> Shape:
    """A shape without the sizes that rounds of a loop give it: two rounds may give the same."""
    if shape.dims is None:
        return shape
    is_of_round = (isinstance(each, Expr) and bool(rounds_in(each)) for each in shape.dims)
    return Shape.of(*(UNKNOWN if a else b for a, b in zip(is_of_round, shape.dims)))


def combined(interpreter: Interpreter, kind: Any, values: Sequence[Value]) -> Any:
    parts = [part_of(interpreter, each) for each in values]
    return None if None in parts else (kind, tuple(parts))


@dataclass(frozen=True)
class _Variable:
    """A variable in a key: what is done with it depends on which it is."""

    identity: Any
    dtype: DType
    shape: Shape


def with_any_variables(key: Any, seen: dict[Any, int] | None = None) -> Any:
    """A key with the variables numbered: TensorFlow asks which of them are the same, and for dtypes and shapes."""
    seen = {} if seen is None else seen
    if isinstance(key, tuple):
        return tuple([with_any_variables(each, seen) for each in key])
    if isinstance(key, _Variable):
        return replace(key, identity=seen.setdefault(key.identity, len(seen)))
    return key


class _Object:
    """An object in a key: equal to itself alone."""

    __slots__ = ("of",)

    def __init__(self, of: Value) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Object):
            return False
        if isinstance(self.of, Heap) or isinstance(other.of, Heap):
            return self.of is other.of
        return same(self.of, other.of)

    def __hash__(self) -> int:
        return id(type(self.of))


def alike(one: Any, other: Any) -> bool:
    """Whether two keys differ in sizes alone."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, Shape) and isinstance(other, Shape):
        return one.rank is not None and one.rank == other.rank
    return same(one, other)


def joined(one: Any, other: Any) -> Any:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple(map(joined, one, other))
    return join_shapes(one, other) if isinstance(one, Shape) else one


def shapes_in(key: Any) -> Iterator[Shape]:
    if isinstance(key, tuple):
        for each in key:
            yield from shapes_in(each)
    elif isinstance(key, Shape):
        yield key


def admits(one: Any, other: Any) -> bool:
    """Whether a trace for one key serves for another."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(admits, one, other))
    if isinstance(one, Shape) and isinstance(other, Shape):
        return alike(one, other) and all(
            x is UNKNOWN or same(x, y) for x, y in zip(one.dims or (), other.dims or ())
        )
    return same(one, other)


def differs_by_flags(one: Any, other: Any) -> bool:
    """Whether two keys differ in bools alone, of which there are two: a few traces serve all calls."""
    return all(isinstance(each, bool) for each in _differing(one, other))


def difference(one: Any, other: Any) -> str:
    """Why two calls have traces of their own."""
    found = {type(each).__name__ for each in _differing(one, other)}
    if found & {"Shape"}:
        return "its shapes differ; say input_signature or reduce_retracing=True"
    if found & {"_Object"}:
        return "the objects that it is given are new ones"
    return "Python values differ; pass tensors"


def _differing(one: Any, other: Any) -> list[Any]:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return [part for pair in zip(one, other) for part in _differing(*pair)]
    return [] if same(one, other) else [one]
