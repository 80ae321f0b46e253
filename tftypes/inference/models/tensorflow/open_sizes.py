"""Sizes that a signature leaves open, and that are the same in a call: what is then known of the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tftypes.algebra import UNKNOWN, Shape, Symbol, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Exit
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow import signatures, tracing
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves
from tftypes.inference.models.tensorflow.traces import Traced
from tftypes.inference.objects import TOP, Trace, TracedFunction, Value, resolve
from tftypes.inference.values import Tensor


def shared_sizes(interpreter: Interpreter, sizes: Mapping[Any, Any]) -> dict[Any, Symbol]:
    """One symbol for all open sizes that are the same in a call, where there are such."""
    by_size: dict[int, list[Any]] = {}
    for key, size in sizes.items():
        if isinstance(size, int):
            by_size.setdefault(size, []).append(key)
    found: dict[Any, Symbol] = {}
    for keys in by_size.values():
        if len(keys) > 1:
            symbol = Symbol("d", key=("spec", interpreter.trail.tick()), kind="batch")
            found.update((key, symbol) for key in keys)
    return found


def refined(
    interpreter: Interpreter,
    function: TracedFunction,
    receiver: Sequence[Value],
    traced: Traced,
    sizes: Mapping[Any, Any],
    shared: Mapping[Any, Symbol],
    result: Value,
) -> Value:
    """The result with what is known of it when open sizes are taken for the same that are so in this call."""

    def given(value: Value) -> Value:
        return signatures.with_sizes(value, shared)

    args = [*receiver, *(map_leaves(interpreter, given, each) for each in traced.given)]
    told = {**sizes, **{symbol.key: sizes[key] for key, symbol in shared.items()}}
    again: Value = TOP
    try:
        with interpreter.quietly():
            trace = Trace(interpreter.trail, interpreter.trace, traced.trace.kind)
            again = tracing.run_in(
                interpreter, trace, function.function, Call(args, {}, traced.chain[-1])
            )
    except Exit:
        return result

    def refine(one: Value, other: Value) -> Value:
        other = signatures.with_sizes(resolve(other), told)
        if (
            not isinstance(one, Tensor)
            or not isinstance(other, TensorType)
            or one.dtype != other.dtype
        ):
            return one
        dims, more = one.shape.dims, other.shape.dims
        if dims is None or more is None or len(dims) != len(more):
            return one
        shape = Shape.of(*(y if x is UNKNOWN else x for x, y in zip(dims, more)))
        return Tensor.of(one, shape)

    return map_leaves(interpreter, refine, result, again)


def is_vague(interpreter: Interpreter, result: Value) -> bool:
    return any(
        UNKNOWN in (each.shape.dims or ())
        for each in leaves(interpreter, result)
        if isinstance(each, TensorType)
    )
