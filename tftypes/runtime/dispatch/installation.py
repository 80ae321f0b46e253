"""Makes TensorFlow's ops ask for `__tf_dispatch__`, once, when the package is imported.

TensorFlow's own dispatch is by registered classes and runs before the op. One abstract class, of
which all classes with `__tf_dispatch__` are virtual subclasses, is registered for every parameter
of every op, alone and in lists; that costs nothing measurable on ordinary calls. Ops with `*args`
cannot be registered: there TensorFlow asks only after the op has failed.
"""

from __future__ import annotations

import inspect
from abc import ABCMeta
from collections.abc import Callable
from functools import cache
from typing import Any, List, Union  # noqa: UP035  # TensorFlow reads typing.List only

import tensorflow as tf

from tftypes.runtime.dispatch import precedence
from tftypes.runtime.dispatch.names import innermost, op_name, public_op
from tftypes.runtime.private import dispatch

#: What makes a tensor of anything must not ask again.
_NO_OPS = {"convert_to_tensor", "convert_n_to_tensor"}
#: TensorFlow's frozen copy of an old Keras, which nothing public reaches.
_NO_MODULE = "tensorflow.python.keras"


class _Dispatching(metaclass=ABCMeta):  # noqa: B024  # `__subclasshook__` is all it has
    """The virtual base of all classes that follow the protocol."""

    @classmethod
    def __subclasshook__(cls, other: type) -> Any:
        return hasattr(other, "__tf_dispatch__") or NotImplemented


_IN_A_LIST = List[Union[_Dispatching, object]]  # noqa: UP006, UP007


def supports_dispatch(op: Callable[..., Any]) -> bool:
    """Whether `op` asks its arguments for `__tf_dispatch__`.

    >>> supports_dispatch(tf.add), supports_dispatch(tf.constant)
    (True, False)
    """
    return innermost(op) in _dispatching_functions()


def install() -> None:
    """Registers the protocol with every op that dispatches, and for the rest the fallback."""
    dispatch.register_dispatchable_type(_Dispatching)
    done = set()
    for api in dispatch.apis_with_type_based_dispatch():
        dispatcher = getattr(api, dispatch.TYPE_BASED_DISPATCH_ATTR)
        if id(dispatcher) not in done and _is_asked(api):
            done.add(id(dispatcher))
            register(api, api)
    _Fallback().register()


def register(api: Callable[..., Any], op: Callable[..., Any]) -> None:
    """Makes a function with TensorFlow's dispatch ask its arguments; they are told of `op`."""
    dispatcher = getattr(api, dispatch.TYPE_BASED_DISPATCH_ATTR)
    signature = inspect.signature(api)
    handler = _handler(api, op, precedence.Call(signature))
    for name in signature.parameters:
        if name not in precedence.NO_TENSORS:
            for kind in (_Dispatching, _IN_A_LIST):
                dispatcher.Register(
                    dispatch._make_signature_checker(signature, {name: kind}), handler
                )
    known_functions.add(innermost(api))


#: Functions of other packages that dispatch.
known_functions: set[Any] = set()


def _is_asked(api: Any) -> bool:
    return innermost(api).__name__.partition("_v")[0].partition("_with")[0] not in _NO_OPS and not (
        api.__module__.startswith(_NO_MODULE)
    )


@cache
def _varying_functions() -> frozenset[Any]:
    """Ops that take `*args`, which only the fallback sees."""
    return frozenset(
        map(innermost, (tf.einsum, tf.meshgrid, tf.ragged.map_flat_values, tf.ragged.cross))
    )


def _dispatching_functions() -> frozenset[Any] | set[Any]:
    return known_functions | _varying_functions()


def _handler(
    api: Callable[..., Any], op: Callable[..., Any], call: precedence.Call
) -> Callable[..., Any]:
    def handle(*args: Any, **kwargs: Any) -> Any:
        public = public_op(op)
        result = precedence.answer(public, call, args, kwargs)
        if result is not NotImplemented:
            return result
        return _undispatched(api, public, args, kwargs)

    return handle


def _undispatched(api: Any, op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
    """The op itself, for values that convert to tensors; else a TypeError with op and types."""
    try:
        return api.__wrapped__(*args, **kwargs)
    except (TypeError, ValueError, AttributeError) as error:
        types = precedence.dispatching_types([*args, *kwargs.values()])
        if any(hasattr(cls, "__tf_tensor__") for cls in types):
            raise  # it was a tensor to the op: the error is about something else
        names = ", ".join(cls.__name__ for cls in types)
        reason = str(error).strip().partition("\n")[0]
        raise TypeError(
            f"{op_name(op)}() is not implemented for {names}: no __tf_dispatch__ of these "
            f"took the call, and the op itself failed: {reason}"
        ) from None


class _Fallback(tf.__internal__.dispatch.GlobalOpDispatcher):
    """Asks after an op has failed: for those with `*args`, and for values in nested lists."""

    def handle(self, op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
        if not _is_asked(op):
            return self.NOT_SUPPORTED
        result = precedence.answer(public_op(op), _call_of(op), args, kwargs)
        return self.NOT_SUPPORTED if result is NotImplemented else result


@cache
def _call_of(op: Any) -> precedence.Call:
    return precedence.Call(inspect.signature(op))
