"""Dispatch for functions and methods of other packages, and for the methods of linear operators.

Source: RFC 269, the review's question on `LinearOperator`, and "Public APIs".
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar, overload

import tensorflow as tf

from tftypes.runtime.dispatch import installation, precedence
from tftypes.runtime.dispatch.groups import KIND, KINDS
from tftypes.runtime.dispatch.names import innermost

_Function = TypeVar("_Function", bound=Callable[..., Any])


@overload
def dispatchable(function: _Function, *, kind: str | None = None) -> _Function: ...
@overload
def dispatchable(
    function: None = None, *, kind: str | None = None
) -> Callable[[_Function], _Function]: ...
def dispatchable(function: Any = None, *, kind: str | None = None) -> Any:
    """Makes a function or method ask its arguments for `__tf_dispatch__`, as TensorFlow's ops do.

    A method asks `self` too. What the classes are given as `op` is the decorated function, which
    messages name `package.symbol`.

    Args:
      function: the function; left out, a decorator is returned.
      kind: "unary_elementwise", "binary_elementwise" or "reduction": then `is_unary_elementwise_op`
        and its like hold for it, so that classes which know the kind know the function.

    Raises:
      ValueError: if there is no such kind.

    >>> import tensorflow as tf
    >>> @dispatchable(kind="unary_elementwise")
    ... def double(x):
    ...     return x * 2
    >>> class Celsius:
    ...     def __init__(self, degrees):
    ...         self.degrees = degrees
    ...     @classmethod
    ...     def __tf_dispatch__(cls, op, args, kwargs):
    ...         return cls(op(args[0].degrees)) if is_unary_elementwise_op(op) else NotImplemented
    >>> from tftypes.runtime.dispatch import is_unary_elementwise_op
    >>> double(Celsius(10)).degrees, double(4)
    (20, 8)
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(
            f"dispatchable() argument 'kind': expected one of {', '.join(KINDS)}, got {kind!r}"
        )
    if function is None:
        return lambda function: dispatchable(function, kind=kind)
    made = _asking(function)
    setattr(made, KIND, kind)
    installation.known_functions.add(innermost(function))
    return made


def _asking(function: Callable[..., Any], op: Any = None) -> Any:
    """The function, which asks first; classes are told that `op` was called, if not itself."""
    call = precedence.Call(inspect.signature(function))

    @wraps(function)
    def dispatching(*args: Any, **kwargs: Any) -> Any:
        result = precedence.answer(op or dispatching, call, args, kwargs)
        return function(*args, **kwargs) if result is NotImplemented else result

    return dispatching


def install_methods() -> None:
    """Makes the methods of linear operators that take a tensor ask for `__tf_dispatch__`.

    A class is told the method of `tf.linalg.LinearOperator`, whichever subclass overrides it.
    """
    base: Any = tf.linalg.LinearOperator
    for name, method in list(_methods_of_tensors(base)):
        op = _asking(method)
        op._tf_api_names = (f"linalg.LinearOperator.{name}",)
        setattr(base, name, op)
        installation.known_functions.add(innermost(method))
        for cls in _subclasses(base):
            if inspect.isfunction(vars(cls).get(name)):
                setattr(cls, name, _asking(vars(cls)[name], op))


def _methods_of_tensors(cls: type) -> Iterator[tuple[str, Any]]:
    """Public methods with a parameter that has no default: in a linear operator, a tensor."""
    for name, method in vars(cls).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            _, *parameters = inspect.signature(method).parameters.values()
            if any(parameter.default is parameter.empty for parameter in parameters):
                yield name, method


def _subclasses(cls: type) -> Iterator[type]:
    direct: list[type] = cls.__subclasses__()
    for sub in direct:
        yield sub
        yield from _subclasses(sub)
