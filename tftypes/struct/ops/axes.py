"""Axes as arguments: static, in range, counted from the front."""

from __future__ import annotations

import operator
from typing import Any

import tensorflow as tf


def static_axis(op: str, axis: Any, rank: int, name: str = "axis") -> int:
    """An axis from 0 to below `rank`.

    Raises:
      TypeError: if it is no static integer.
      ValueError: if it is out of range.
    """
    axis = static_int(op, axis, name)
    if not -rank <= axis < rank:
        allowed = f"{-rank} to {rank - 1}" if rank else "none, for a single structure"
        raise ValueError(f"{op}() argument {name}: expected {allowed}, got {axis}")
    return axis + rank if axis < 0 else axis


def static_int(op: str, value: Any, name: str) -> int:
    """An argument that is a static integer.

    Raises:
      TypeError: if it is none.
    """
    if type(value) is int:
        return value
    static = tf.get_static_value(value) if isinstance(value, tf.Tensor) else value
    static = static.item() if hasattr(static, "item") else static
    try:
        return operator.index(static)
    except TypeError:
        raise TypeError(
            f"{op}() argument {name}: expected a static integer, got {value!r}"
        ) from None


def static_axes(op: str, axes: Any, rank: int, name: str = "axis") -> list[int]:
    """Axes, or one, in order.

    Raises:
      TypeError: if one is no static integer.
      ValueError: if one is out of range or comes twice.
    """
    static = tf.get_static_value(axes) if isinstance(axes, tf.Tensor) else axes
    listed = static.tolist() if hasattr(static, "tolist") else static
    listed = list(listed) if isinstance(listed, (list, tuple)) else [listed]
    found = [static_axis(op, axis, rank, name) for axis in listed]
    if len(set(found)) < len(found):
        raise ValueError(f"{op}() argument {name}: an axis comes twice in {listed}")
    return sorted(found)
