"""Values in words, for messages: `float32[2, ?]`, `1.5 (float)`, `[1, 2] (list) of shape [2]`."""

from __future__ import annotations

import reprlib
from typing import Any

import numpy as np
import tensorflow as tf

_brief = reprlib.Repr()
_brief.maxlist = _brief.maxtuple = 4
_brief.maxdict = 3


def describe(value: object) -> str:
    """What a value is, in the words of annotations where it has a dtype and a shape.

    >>> describe(tf.constant([[1.0]])), describe(np.zeros(2)), describe(3), describe(None)
    ('float32[1, 1]', 'float64[2] (numpy)', '3 (int)', 'None')
    """
    if value is None:
        return "None"
    if isinstance(value, tf.Tensor):
        return show_typed(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{value.dtype}{show_sizes(value.shape)} (numpy)"
    if isinstance(value, (bool, int, float, complex, str, bytes)):
        return f"{_brief.repr(value)} ({type(value).__name__})"
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return f"{_brief.repr(value)} ({type(value).__name__}){_list_shape(value)}"
    name = type(value).__name__.removeprefix("Resource")
    if name == "Variable" and not isinstance(value, tf.Variable):
        name = f"{type(value).__module__.partition('.')[0]} Variable"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"{name} {show_typed(value)}"
    return type(value).__name__


def show_typed(value: Any) -> str:
    """Dtype and shape of a tensor, or of a spec.

    >>> show_typed(tf.TensorSpec([None, 3], tf.float32))
    'float32[?, 3]'
    """
    try:
        return f"{tf.as_dtype(value.dtype).name}{show_sizes(sizes_of(value.shape))}"
    except (TypeError, ValueError):
        return f"{value.dtype}"


def sizes_of(shape: Any) -> tuple[int | None, ...] | None:
    """A static shape as a tuple with None for what is unknown; None for an unknown rank."""
    shape = tf.TensorShape(shape)
    return None if shape.rank is None else tuple(shape.as_list())


def is_within(shape: Any, declared: Any) -> bool:
    """Whether every shape that a static shape may stand for is one that `declared` may stand for.

    >>> is_within(tf.TensorShape([2, 3]), tf.TensorShape([None, 3]))
    True
    >>> is_within(tf.TensorShape(None), tf.TensorShape([None, 3]))
    False
    """
    return bool(shape.is_subtype_of(declared))


def show_sizes(sizes: tuple[int | None, ...] | None) -> str:
    """Sizes as annotations are printed.

    >>> show_sizes((2, None)), show_sizes(()), show_sizes(None)
    ('[2, ?]', '[]', '[...]')
    """
    if sizes is None:
        return "[...]"
    return "[" + ", ".join("?" if size is None else str(size) for size in sizes) + "]"


def _list_shape(value: Any) -> str:
    try:
        return f" of shape {show_sizes(np.shape(value))}" if len(value) else ""
    except (ValueError, TypeError, NotImplementedError):
        return ""
