"""`function`: a tf.function whose signature is that of its annotations."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

import tensorflow as tf
from typing_extensions import ParamSpec, TypeVar

from tftypes.runtime.derivation import Derivation, make_decorator
from tftypes.runtime.hints import Scope, written
from tftypes.runtime.polymorphic import Function
from tftypes.runtime.signature import Signature

if TYPE_CHECKING:
    from tensorflow.types.experimental import PolymorphicFunction

_P = ParamSpec("_P", default=...)
_R = TypeVar("_R", covariant=True, default=Any)


@overload
def function(func: Callable[_P, _R], /, **options: Any) -> PolymorphicFunction[_P, _R]: ...
@overload
def function(
    func: None = None, /, **options: Any
) -> Callable[[Callable[_P, _R]], PolymorphicFunction[_P, _R]]: ...
def function(func: Any = None, /, **options: Any) -> Any:
    """A tf.function with the signature that its annotations give.

    As decorator, with or without arguments, or called. One trace serves every value that the
    annotations admit; one that they do not admit is an error before TensorFlow runs anything.

    Args:
      func: the function.
      options: as for `tf.function`: `autograph`, `jit_compile`, `reduce_retracing`,
        `experimental_implements`, `experimental_autograph_options`, `experimental_attributes`;
        also `input_signature`, which must agree with the annotations and may say more.

    Raises:
      AnnotationError: if an annotation means nothing at run time.

    >>> from tftypes import Shape, Tensor, float32
    >>> @function
    ... def double(x: Tensor[float32, Shape[None]]) -> Tensor[float32, Shape[None]]:
    ...     return 2 * x
    >>> double([1.0, 2.0]).numpy().tolist(), double([3.0]).numpy().tolist()
    ([2.0, 4.0], [6.0])
    >>> double.experimental_get_tracing_count()
    1
    >>> double.input_signature
    (TensorSpec(shape=(None,), dtype=tf.float32, name=None),)

    Source: RFC 208, "Support for tf.function's input_signature"; `tf.function`.
    """
    frame = sys._getframe(1)
    if func is None:
        return lambda func: _decorated(func, frame, **options)
    return _decorated(func, frame, **options)


_OPTIONS = (
    "input_signature",
    "autograph",
    "jit_compile",
    "reduce_retracing",
    "experimental_implements",
    "experimental_autograph_options",
    "experimental_attributes",
)


_UNTRACEABLE: dict[str, Callable[[Any], bool]] = {
    "a coroutine": inspect.iscoroutinefunction,
    "a generator": inspect.isgeneratorfunction,
    "an asynchronous generator": inspect.isasyncgenfunction,
}


def _decorated(
    func: Any, frame: types.FrameType, input_signature: Any = None, **options: Any
) -> Any:
    if isinstance(func, (staticmethod, classmethod)):
        return type(func)(_decorated(func.__func__, frame, input_signature, **options))
    unknown = sorted(options.keys() - set(_OPTIONS))
    if unknown:
        raise TypeError(f"function() has no option {unknown[0]!r}; it has {', '.join(_OPTIONS)}")
    if isinstance(func, tf.__internal__.function.Function):
        raise TypeError(f"{func!r} is a tf.function already: decorate the function itself")
    for kind, is_kind in _UNTRACEABLE.items():
        if is_kind(written(func)):
            raise TypeError(
                f"function() argument 'func': {func.__qualname__} is {kind}, of which tf.function "
                "would trace nothing; decorate the functions that it calls"
            )
    derivation = Derivation(func, Scope(func, frame), input_signature)
    derivation.try_now()
    made = Function(func, getattr(func, "__name__", "function"), None, derivation, **options)
    return make_decorator(func, made, "tftypes.runtime.function")


def signature_of(func: Callable[..., Any]) -> Signature:
    """The signature that the annotations of `func` give, whether it is decorated or not.

    Raises:
      AnnotationError: if an annotation means nothing at run time.

    >>> from tftypes import Shape, Tensor, float32
    >>> def double(x: Tensor[float32, Shape[None, 3]]): ...
    >>> signature_of(double)
    double(x: float32[?, 3])
    >>> signature_of(double).specs
    {'x': TensorSpec(shape=(None, 3), dtype=tf.float32, name=None)}
    """
    if isinstance(func, Function):
        return func.derivation.signature
    return Derivation(func, Scope(func, sys._getframe(1))).signature
