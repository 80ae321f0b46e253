"""Python's operators as TensorFlow's ops, for classes that dispatch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import tensorflow as tf

_Result = TypeVar("_Result")
_Result_co = TypeVar("_Result_co", covariant=True)


class _Dispatches(Protocol[_Result_co]):
    """A class whose ops give what its `__tf_dispatch__` is annotated to return.

    No class method here: mypy does not take one that has overloads for one.
    """

    def __tf_dispatch__(self, op: Any, args: Any, kwargs: Any, /) -> _Result_co: ...


def _operator(op: Callable[..., Any]) -> Callable[[_Dispatches[_Result], Any], _Result]:
    return lambda self, other: op(self, other)


def _reflected(op: Callable[..., Any]) -> Callable[[_Dispatches[_Result], Any], _Result]:
    return lambda self, other: op(other, self)


def _unary(op: Callable[..., Any]) -> Callable[[_Dispatches[_Result]], _Result]:
    return lambda self: op(self)


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
    __array_ufunc__ = None  # NumPy leaves `array + a` to `a`

    __add__ = _operator(tf.math.add)
    __radd__ = _reflected(tf.math.add)
    __sub__ = _operator(tf.math.subtract)
    __rsub__ = _reflected(tf.math.subtract)
    __mul__ = _operator(tf.math.multiply)
    __rmul__ = _reflected(tf.math.multiply)
    __truediv__ = _operator(tf.math.truediv)
    __rtruediv__ = _reflected(tf.math.truediv)
    __floordiv__ = _operator(tf.math.floordiv)
    __rfloordiv__ = _reflected(tf.math.floordiv)
    __mod__ = _operator(tf.math.floormod)
    __rmod__ = _reflected(tf.math.floormod)
    __pow__ = _operator(tf.math.pow)
    __rpow__ = _reflected(tf.math.pow)
    __matmul__ = _operator(tf.linalg.matmul)
    __rmatmul__ = _reflected(tf.linalg.matmul)
    __and__ = _operator(tf.math.logical_and)
    __rand__ = _reflected(tf.math.logical_and)
    __or__ = _operator(tf.math.logical_or)
    __ror__ = _reflected(tf.math.logical_or)
    __xor__ = _operator(tf.math.logical_xor)
    __rxor__ = _reflected(tf.math.logical_xor)
    __lt__ = _operator(tf.math.less)
    __le__ = _operator(tf.math.less_equal)
    __gt__ = _operator(tf.math.greater)
    __ge__ = _operator(tf.math.greater_equal)
    __neg__ = _unary(tf.math.negative)
    __abs__ = _unary(tf.math.abs)
    __invert__ = _unary(tf.math.logical_not)

    __getitem__ = _operator(tf.__operators__.getitem)
