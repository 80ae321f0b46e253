"""`supports_tensor`: a `__tf_tensor__` that keeps to its protocol.

TensorFlow calls it with two positional arguments and believes what comes back: an array, None or a
tensor of another dtype turns up as an error somewhere else, or as none at all.

Source: RFC 208, `SupportsTensor`; `tf.types.experimental.TensorProtocol`.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any, TypeVar

import tensorflow as tf

_Class = TypeVar("_Class", bound=type)
_METHOD = "__tf_tensor__"


def supports_tensor(cls: _Class) -> _Class:
    """Checks a class's `__tf_tensor__`: how it can be called, here; what it returns, at each call.

    A class decorator.

    >>> @supports_tensor
    ... class Celsius:
    ...     def __init__(self, degrees):
    ...         self.degrees = degrees
    ...     def __tf_tensor__(self, dtype=None, name=None):
    ...         return tf.constant(self.degrees, tf.float32, name=name)
    >>> float(tf.add(Celsius(20.0), 1.0))
    21.0
    >>> tf.convert_to_tensor(Celsius(20.0), tf.int32)
    Traceback (most recent call last):
    TypeError: Celsius.__tf_tensor__(): expected an int32 tensor, got a float32 tensor

    Raises:
      TypeError: if there is no such method, or TensorFlow cannot call it.
    """
    method = vars(cls).get(_METHOD) or getattr(cls, _METHOD, None)
    if not inspect.isfunction(method):
        raise TypeError(f"{cls.__qualname__} has no method {_METHOD}(self, dtype=None, name=None)")
    try:
        inspect.signature(method).bind(None, None, None)
        inspect.signature(method).bind(None)
    except TypeError as error:
        raise TypeError(
            f"{cls.__qualname__}.{_METHOD}{inspect.signature(method)}: TensorFlow calls it with "
            f"(dtype, name), people without; write (self, dtype=None, name=None): {error}"
        ) from None
    setattr(cls, _METHOD, _checked(cls, method))
    return cls


def _checked(cls: type, method: Any) -> Any:
    @functools.wraps(method)
    def __tf_tensor__(self: Any, dtype: Any = None, name: str | None = None) -> Any:
        result = method(self, dtype, name)
        wanted = None if dtype is None else tf.as_dtype(dtype)
        if not isinstance(result, tf.Tensor) or wanted not in (None, result.dtype):
            expected = "a tensor" if wanted is None else _tensor(wanted)
            got = _tensor(result.dtype) if isinstance(result, tf.Tensor) else _text(result)
            raise TypeError(f"{cls.__qualname__}.{_METHOD}(): expected {expected}, got {got}")
        return result

    return __tf_tensor__


def _tensor(dtype: Any) -> str:
    name: str = dtype.name
    return f"{'an' if name.startswith('int') else 'a'} {name} tensor"


def _text(value: Any) -> str:
    return f"{value!r:.60} ({type(value).__name__})"
