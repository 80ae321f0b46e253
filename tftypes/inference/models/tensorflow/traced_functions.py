"""The function of the program in a tf.function, its name in messages, and its parameters."""

from __future__ import annotations

from tftypes.inference.objects import Function, TracedFunction, Value
from tftypes.inference.values import Bound


def plain(function: TracedFunction) -> Function | None:
    """The function of the program that is traced, without its receiver; None where it is none."""
    inner = function.function
    inner = inner.function if isinstance(inner, Bound) else inner
    return inner if isinstance(inner, Function) else None


def name_of(function: TracedFunction) -> str:
    inner = plain(function)
    return "a tf.function" if inner is None else f"{inner.code.name}()"


def parameters(function: Value) -> list[str]:
    if isinstance(function, Bound) and isinstance(function.function, Function):
        return list(function.function.code.positional[1:])
    return list(function.code.positional) if isinstance(function, Function) else []
