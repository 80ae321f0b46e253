"""Python's operators as TensorFlow's ops, for classes that dispatch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

_BINARY: dict[str, Callable[..., Any]] = {
    "add": tf.math.add,
    "sub": tf.math.subtract,
    "mul": tf.math.multiply,
    "truediv": tf.math.truediv,
    "floordiv": tf.math.floordiv,
    "mod": tf.math.floormod,
    "pow": tf.math.pow,
    "matmul": tf.linalg.matmul,
    "and": tf.math.logical_and,
    "or": tf.math.logical_or,
    "xor": tf.math.logical_xor,
}
_COMPARISONS: dict[str, Callable[..., Any]] = {
    "lt": tf.math.less,
    "le": tf.math.less_equal,
    "gt": tf.math.greater,
    "ge": tf.math.greater_equal,
}
_UNARY: dict[str, Callable[..., Any]] = {
    "neg": tf.math.negative,
    "abs": tf.math.abs,
    "invert": tf.math.logical_not,
}


class Operators:
    """A mixin: `a + b` is `tf.math.add(a, b)`, `a[...]` is `tf.__operators__.getitem(a, ...)`.

    A class that follows the dispatch protocol has no operators of its own; between a tensor and
    such a value TensorFlow's dispatch, between two of them nothing does. `==` and `!=` stay those
    of the class, since they decide where a value can be a key.

    >>> class Celsius(Operators):
    ...     def __init__(self, degrees):
    ...         self.degrees = degrees
    ...     @classmethod
    ...     def __tf_dispatch__(cls, op, args, kwargs):
    ...         if op is not tf.math.add:
    ...             return NotImplemented
    ...         return cls(args[0].degrees + args[1].degrees)
    >>> (Celsius(20) + Celsius(1)).degrees
    21
    """

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        return tf.__operators__.getitem(self, key)


def _operator(op: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: op(self, other)


def _reflected(op: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: op(other, self)


def _unary(op: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self: op(self)


for _name, _op in _BINARY.items():
    setattr(Operators, f"__{_name}__", _operator(_op))
    setattr(Operators, f"__r{_name}__", _reflected(_op))
for _name, _op in _COMPARISONS.items():
    setattr(Operators, f"__{_name}__", _operator(_op))
for _name, _op in _UNARY.items():
    setattr(Operators, f"__{_name}__", _unary(_op))
