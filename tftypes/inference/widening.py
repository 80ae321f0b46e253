"""Values above others: what further rounds of a loop may make of them, and without the names of soft sizes."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType, Variadic
from tftypes.inference import structs
from tftypes.inference.lattice import all_items, join_all
from tftypes.inference.models.tensorflow.ops import ListOf, PyValue
from tftypes.inference.objects import TOP, Log, Value, python_type
from tftypes.inference.state import ABSENT, Heap
from tftypes.inference.structs import Struct
from tftypes.inference.values import Mapped, OneOf, Seq, Tensor, is_rigid


def widen(value: Value, before: Value = ABSENT) -> Value:
    """A value above everything that further rounds of a loop may make of this one.

    A tensor keeps the shape that it had before the last round, too: only what it is computed from has changed.
    """
    if isinstance(value, TensorType):
        dims = value.shape.dims
        is_kept = isinstance(before, TensorType) and before.shape == value.shape
        shape = value.shape if dims is None or is_kept else Shape.of(*(UNKNOWN for _ in dims))
        trace = value.trace if isinstance(value, Tensor) else None
        return Tensor(value.dtype, shape, value.kind, trace=trace)
    if isinstance(value, Struct):
        return structs.widened(value)
    if isinstance(value, tuple):
        if isinstance(before, tuple) and len(before) == len(value):
            return tuple(map(widen, value, before))
        return tuple(map(widen, value))
    if isinstance(value, Seq):
        return Seq((), join_all(map(widen, all_items(value))))
    if isinstance(value, Mapped):
        return Mapped(
            {key: widen(each) for key, each in value.known.items()},
            value.optional,
            widen(value.rest),
        )
    if value is ABSENT or isinstance(value, (Heap, OneOf, Log)):
        return value
    found = python_type(value)
    return TOP if found is None else PyValue(found)


def soften(value: Value) -> Value:
    """The value as a rule takes it, without the names of sizes that may turn out equal to any other.

    What a rule refuses of it, too, is refused for sure.
    """
    if isinstance(value, TensorType):
        return TensorType(value.dtype, _soft_shape(value.shape), value.kind, soften(value.value))
    if isinstance(value, Shape):
        return _soft_shape(value)
    if isinstance(value, Expr):
        return value if is_rigid(value) else UNKNOWN
    if isinstance(value, (tuple, list)):
        return type(value)(map(soften, value))
    if isinstance(value, ListOf):
        return ListOf(soften(value.item))
    if isinstance(value, slice):
        return slice(soften(value.start), soften(value.stop), soften(value.step))
    return value


def _soft_shape(shape: Shape) -> Shape:
    middle: Variadic | Any = shape.middle
    if isinstance(middle, Variadic) and isinstance(middle.key, tuple):  # named by the engine
        middle = UNKNOWN
    elif not any(isinstance(each, Expr) for each in (*shape.prefix, *shape.suffix)):
        return shape
    return Shape(tuple(map(soften, shape.prefix)), middle, tuple(map(soften, shape.suffix)))
