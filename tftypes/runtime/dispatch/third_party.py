"""Dispatch for functions and methods of other packages.

Source: RFC 269, the review's question on `LinearOperator`, and "Public APIs".
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from tftypes.runtime.dispatch import installation, precedence
from tftypes.runtime.dispatch.names import innermost

_Function = TypeVar("_Function", bound=Callable[..., Any])


def dispatchable(function: _Function) -> _Function:
    """Makes a function or method ask its arguments for `__tf_dispatch__`, as TensorFlow's ops do.

    A method asks `self` too. What the classes are given as `op` is the decorated function, which
    messages name `package.symbol`.

    >>> import tensorflow as tf
    >>> @dispatchable
    ... def double(x):
    ...     return x * 2
    >>> class Celsius:
    ...     def __init__(self, degrees):
    ...         self.degrees = degrees
    ...     @classmethod
    ...     def __tf_dispatch__(cls, op, args, kwargs):
    ...         return cls(op(args[0].degrees)) if op is double else NotImplemented
    >>> double(Celsius(10)).degrees, double(4)
    (20, 8)
    """
    call = precedence.Call(inspect.signature(function))

    @wraps(function)
    def dispatching(*args: Any, **kwargs: Any) -> Any:
        result = precedence.answer(dispatching, call, args, kwargs)
        return function(*args, **kwargs) if result is NotImplemented else result

    installation.known_functions.add(innermost(function))
    return dispatching  # type: ignore[return-value]
