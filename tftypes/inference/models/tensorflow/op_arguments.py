"""Arguments of ops as those see them that are asked before an op runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from tftypes.algebra import DType, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_names import named
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.objects import TOP, Value, class_of, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import OneOf, unlisted

#: Parameters that never take a tensor.
_STATIC: Final = ("name", "dtype", "keepdims", "keep_dims", "out_type", "output_type", "Tout")


def parameters_of(interpreter: Interpreter, name: str) -> dict[str, Value] | None:
    """The parameters of an op with their defaults, ABSENT where there is none."""
    entry = interpreter.declared.find(name)
    overloads = getattr(entry, "overloads", ())
    if not overloads:
        return None
    found: dict[str, Value] = {}
    for each in overloads[0].parameters:
        if each.kind in (each.kind.VAR_POSITIONAL, each.kind.VAR_KEYWORD):
            return None
        found[each.name] = ABSENT if each.default is None else _default(interpreter, each.default)
    return found


def _default(interpreter: Interpreter, text: str) -> Value:
    """The value of a default that a stub says."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return named(interpreter, text) if text.replace(".", "").isidentifier() else TOP


def tensors_in(bound: Mapping[str, Value]) -> Iterator[Value]:
    """The arguments that can be tensors, and the items of lists of them."""
    for name, value in bound.items():
        if name not in _STATIC and not isinstance(resolve(value), (bool, str, DType)):
            yield from flat(value)


def flat(value: Value) -> Iterator[Value]:
    value = unlisted(resolve(value))
    if isinstance(value, tuple):
        for each in value:
            yield from flat(each)
    else:
        yield value


def may_dispatch(value: Value) -> bool:
    """Whether a value, or an item of a list of them, is an object of the program's."""
    value = resolve(value)
    if isinstance(value, (TensorType, int, str)):
        return False
    value = unlisted(value)
    if isinstance(value, (tuple, OneOf)):
        return any(map(may_dispatch, value.values if isinstance(value, OneOf) else value))
    return class_of(value) is not None or is_composite(value)
