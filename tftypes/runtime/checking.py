"""`checked`: dtypes, shapes and named dims compared at each call, without a tf.function.

Source: RFC 208, "annotations ... checked at run time".
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
import types
from collections.abc import Callable
from typing import Any, TypeVar, overload

import tensorflow as tf

from tftypes.runtime import results
from tftypes.runtime.derivation import Derivation
from tftypes.runtime.errors import Mismatch
from tftypes.runtime.hints import Scope
from tftypes.runtime.instances import bound_of
from tftypes.runtime.patterns import Call
from tftypes.runtime.records import restored

_Checked = TypeVar("_Checked", bound=Callable[..., Any])

#: Set to 0, `checked` returns what it decorates.
SWITCH = "TFTYPES_CHECKED"

_autograph = tf.__internal__.autograph


@overload
def checked(func: _Checked, /) -> _Checked: ...
@overload
def checked() -> Callable[[_Checked], _Checked]: ...
def checked(func: Any = None, /) -> Any:
    """Checks the annotations of a function, method, dataclass or NamedTuple at each call.

    Arguments are compared when it is called and the result when it returns, eagerly and while
    TensorFlow traces; one name is one size throughout a call. An unknown size or rank fits
    anything. A list or a number where a tensor is annotated becomes one, as in
    `tftypes.runtime.function`. With the environment variable `TFTYPES_CHECKED=0` nothing is
    decorated, so it costs nothing.

    Raises:
      AnnotationError: at the definition, if an annotation means nothing at run time.
      ArgumentError: at a call, if an argument does not fit.
      ReturnError: at a return, if the result does not fit.

    >>> from typing import TypeVar
    >>> from tftypes import Shape, Tensor, float32
    >>> N = TypeVar("N")
    >>> @checked
    ... def dot(a: Tensor[float32, Shape[N]], b: Tensor[float32, Shape[N]]):
    ...     return tf.tensordot(a, b, 1)
    >>> dot(tf.ones(3), tf.ones(3)).numpy().item()
    3.0
    >>> dot(tf.ones(3), tf.ones(4))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tftypes.runtime.errors.ArgumentError: dot() argument 'b': expected float32[N], got \
float32[4]: N is 3 in argument 'a', 4 here; annotated at ...
    """
    if func is None:
        return checked
    if os.environ.get(SWITCH) == "0":
        return func
    frame = sys._getframe(1)
    if isinstance(func, (staticmethod, classmethod)):
        return type(func)(_checked_function(func.__func__, frame))
    if isinstance(func, type):
        return _checked_class(func, frame)
    return _checked_function(func, frame)


def _checked_class(cls: Any, frame: types.FrameType) -> Any:
    """The class, with its construction checked."""
    if hasattr(cls, "__dataclass_fields__"):
        cls.__init__ = _checked_function(_constructor(cls, "__init__"), frame, specs=True)
    elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
        made = _checked_function(_constructor(cls, "__new__"), frame, specs=True)
        cls.__new__ = staticmethod(made)
    else:
        raise TypeError(
            f"checked() argument 'func': {cls.__qualname__} is neither a dataclass nor a "
            "NamedTuple; decorate its methods"
        )
    return cls


def _constructor(cls: Any, name: str) -> Any:
    """What Python wrote for the class, under the name and place that messages show."""
    made = getattr(cls, name)
    if made.__code__.co_filename.startswith("<"):
        made.__qualname__ = cls.__qualname__
        made.__objclass__ = cls
    return made


def _checked_function(func: Any, frame: types.FrameType, specs: bool = False) -> Any:
    if not callable(func):
        raise TypeError(f"checked() argument 'func': expected a function, got {func!r}")
    check = _Checker(func, frame, specs)
    if inspect.iscoroutinefunction(func):

        @functools.wraps(func)
        async def checked_function(*args: Any, **kwargs: Any) -> Any:
            call, args, kwargs = check.arguments(args, kwargs)
            return check.result(await func(*args, **kwargs), call)

    else:

        @functools.wraps(func)
        def checked_function(*args: Any, **kwargs: Any) -> Any:
            call, args, kwargs = check.arguments(args, kwargs)
            return check.result(check.converted()(*args, **kwargs), call)

    # AutoGraph does not convert the call of what has this attribute; `converted` does it inside.
    checked_function.autograph_info__ = {}  # type: ignore[attr-defined]
    return checked_function


class _Checker:
    """The two comparisons of a call, and the signature of a method for each instance.

    Structures of specs are of the classes of the values, so that these admit `specs`.
    """

    def __init__(self, func: Callable[..., Any], frame: types.FrameType, specs: bool) -> None:
        self.func = func
        self.specs = specs
        self.derivation = Derivation(func, Scope(func, frame))
        self.derivation.try_now()
        self.is_method = next(iter(inspect.signature(func).parameters), None) == "self"
        # A generator's annotation speaks of what it yields.
        self.returns = not (inspect.isgeneratorfunction(func) or inspect.isasyncgenfunction(func))

    def arguments(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Call, Any, Any]:
        """The call so far, with what it has bound, and the arguments, converted."""
        binder = self.derivation.binder
        instance = bound_of(args[0]) if self.is_method and args else None
        sizes = None if instance is None else instance.sizes
        call = Call(specs=self.specs, sizes=sizes)
        bound = binder.bind(args, kwargs)
        try:
            bound.check(call)
            results.asserted(call, binder.signature.argument_error)
        except Mismatch as mismatch:
            raise binder.signature.argument_error(mismatch) from None
        if instance is not None:
            instance.remember(call)
        if not call.converted:
            return call, args, kwargs  # the very objects
        positional, named = bound.values(call)
        return (
            call,
            [restored(value) for value in positional],
            {name: restored(value) for name, value in named.items()},
        )

    def result(self, result: Any, call: Call) -> Any:
        """The result, as precise as the annotation."""
        signature = self.derivation.signature
        if signature.returns is None or not self.returns:
            return result
        try:
            result = results.checked(signature.returns, result, call, signature.return_error)
            return results.compared(signature.returns, result, call, signature.return_error)
        except Mismatch as mismatch:
            raise signature.return_error(mismatch) from None

    def converted(self) -> Callable[..., Any]:
        """The function, by AutoGraph where that is on while TensorFlow traces."""
        if tf.executing_eagerly():
            return self.func
        made: Callable[..., Any] = _autograph.tf_convert(self.func, _autograph.control_status_ctx())
        return made
