"""Python values in annotations: int, float, bool, str, `Literal[...]`, enums."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime.describe import describe
from tftypes.runtime.errors import Mismatch, Path
from tftypes.runtime.leaves import Key, Node
from tftypes.runtime.patterns import Call, Policy, ShapePattern


class StaticNode(Node):
    """int, float, bool, str, ...: part of the trace, one trace for each value.

    A key holds the type too: for TensorFlow 1, 1.0 and True are the same argument, and a function
    called with one after the other gets the first one's trace.
    """

    typed = False

    def __init__(
        self, text: str, admits: Callable[[Any], bool], numpy: type[np.generic] | None = None
    ) -> None:
        self.text = text
        self.admits = admits
        #: NumPy's scalars that stand for these values.
        self.numpy = numpy

    def check(self, value: Any, path: Path, call: Call) -> Key:
        if self.admits(value):
            return static_key(value)
        if self.numpy is not None and call.policy is not Policy.EXACT:
            if isinstance(value, self.numpy):
                call.converted = True
                return static_key(value.item())
        if call.traced and tf.is_tensor(value):
            return None  # of which TensorFlow made a tensor
        raise Mismatch(path, self.text, describe(value))

    def build(self, key: Any, leaves: Iterator[Any]) -> Any:
        return static_value(key)

    def types(self, key: Key) -> Iterator[Any]:
        return iter(())

    def names(self, key: Key, path: str) -> Iterator[str]:
        return iter(())


def static_key(value: Any) -> Key:
    """What tells a static value from others, its type included.

    >>> static_key(1) == static_key(True), static_key(float("nan")) == static_key(float("nan"))
    (False, True)
    """
    if isinstance(value, float):
        return float, value.hex()  # -0.0 is not 0.0, and nan is nan
    if isinstance(value, complex):
        return complex, value.real.hex(), value.imag.hex()
    return type(value), value


def static_value(key: Any) -> Any:
    """The value that has this key."""
    if key[0] is float:
        return float.fromhex(key[1])
    if key[0] is complex:
        return complex(float.fromhex(key[1]), float.fromhex(key[2]))
    return key[1]


def static_node(kind: type) -> StaticNode:
    """The node of a static type, with Python's promotions: a bool is an int, an int is a float."""
    admitted: tuple[type, ...] = {float: (float, int), complex: (complex, float, int)}.get(
        kind, (kind,)
    )
    text = "None" if kind is type(None) else kind.__name__
    numpy = {int: np.integer, float: np.floating, bool: np.bool_}.get(kind)
    if kind is type(None):
        return LiteralNode((None,), text)
    return StaticNode(text, lambda value: isinstance(value, admitted), numpy)


class SizeNode(StaticNode):
    """`Dim[N]`: a Python int that is a size, and binds one."""

    def __init__(self, size: ShapePattern) -> None:
        super().__init__(f"Dim{size}", lambda value: type(value) is int and value >= 0, np.integer)
        self.size = size

    def check(self, value: Any, path: Path, call: Call) -> Key:
        key = super().check(value, path, call)
        if key is not None:
            reason = self.size.bind((int(value),), path, call, self.text, value)
            if reason is not None:
                raise Mismatch(path, self.text, describe(value), reason)
        return key


class LiteralNode(StaticNode):
    """`Literal[...]`."""

    def __init__(self, values: tuple[Any, ...], text: str | None = None) -> None:
        self.values = values
        keys = {static_key(value) for value in values}
        text = text or f"Literal[{', '.join(map(repr, values))}]"
        super().__init__(text, lambda value: _is_hashable(value) and static_key(value) in keys)


def _is_hashable(value: object) -> bool:
    return isinstance(value, (int, float, complex, str, bytes, enum.Enum, type(None)))
