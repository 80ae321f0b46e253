"""Makes TensorFlow's ops ask for `__tf_dispatch__`, once, when the package is imported.

TensorFlow's own dispatch is by registered classes and runs before the op. One abstract class, of
which all classes with `__tf_dispatch__` are virtual subclasses, is registered for every parameter
of every op, alone and in lists; that costs nothing measurable on ordinary calls. Ops with `*args`
cannot be registered: there TensorFlow asks only after the op has failed.
"""

from __future__ import annotations

import inspect
import sys
from abc import ABCMeta
from collections.abc import Callable
from functools import cache
from typing import Any

import tensorflow as tf

from tftypes.runtime.dispatch import precedence
from tftypes.runtime.dispatch.names import innermost, op_name, public_op
from tftypes.runtime.dispatch.refusals import Refusals
from tftypes.runtime.dispatch.together import Registrations, is_first
from tftypes.runtime.private import api_dispatcher, dispatch

#: What makes a tensor of anything must not ask again.
_NO_OPS = {"convert_to_tensor", "convert_n_to_tensor"}
#: TensorFlow's frozen copy of an old Keras, which nothing public reaches.
_NO_MODULE = "tensorflow.python.keras"


class _Dispatching(metaclass=ABCMeta):  # noqa: B024  # `__subclasshook__` is all it has
    """The virtual base of all classes that follow the protocol."""

    @classmethod
    def __subclasshook__(cls, other: type) -> Any:
        return hasattr(other, "__tf_dispatch__") or NotImplemented


def supports_dispatch(op: Callable[..., Any]) -> bool:
    """Whether `op` asks its arguments for `__tf_dispatch__`.

    >>> supports_dispatch(tf.add), supports_dispatch(tf.constant)
    (True, False)
    """
    return innermost(op) in known_functions


#: Functions that take `*args`: the fallback alone sees them.
_VARIADIC = frozenset(
    map(innermost, (tf.einsum, tf.meshgrid, tf.ragged.map_flat_values, tf.ragged.cross))
)
#: The functions below the decorators of all that dispatches.
known_functions: set[Any] = set(_VARIADIC)


def install() -> None:
    """Registers the protocol with every op that dispatches, and for the rest the fallback."""
    dispatch.register_dispatchable_type(_Dispatching)
    by_dispatcher: dict[int, list[Any]] = {}
    for api in dispatch.apis_with_type_based_dispatch():
        if _is_asked(api):
            dispatcher = getattr(api, dispatch.TYPE_BASED_DISPATCH_ATTR)
            by_dispatcher.setdefault(id(dispatcher), []).append(api)
    for apis in by_dispatcher.values():
        _register(apis)
    _Fallback().register()
    Refusals().register()


def _register(apis: list[Any]) -> None:
    """Makes an op, under all that it is wrapped in, ask its arguments, each alone and in a list.

    Only what can be a tensor is looked at: each parameter costs every call of the op some ns.
    """
    signature = inspect.signature(apis[0])
    dispatcher = getattr(apis[0], dispatch.TYPE_BASED_DISPATCH_ATTR)
    handler = _Handler(apis[0], precedence.Call(signature), dispatcher)
    checkers = _checkers(handler.registrations.adopt(apis, signature))
    for index, parameter in enumerate(signature.parameters.values()):
        if precedence.takes_tensors(parameter):
            for checker in checkers:
                checked = api_dispatcher.PySignatureChecker([(index, checker)])
                dispatcher.Register(checked, handler)
    known_functions.update(map(innermost, apis))


@cache
def _checkers(adopted: tuple[type, ...]) -> tuple[Any, Any]:
    """What matches a value that dispatches, and a list with one: by the protocol or as `adopted`.

    They are shared between ops, since each keeps the classes that it has seen.
    """
    one = api_dispatcher.MakeInstanceChecker(_Dispatching, *adopted)
    any_item = api_dispatcher.MakeInstanceChecker(_Dispatching, *adopted, object)
    return one, api_dispatcher.MakeListChecker(any_item)


def _is_asked(api: Any) -> bool:
    return innermost(api).__name__.partition("_v")[0].partition("_with")[0] not in _NO_OPS and not (
        api.__module__.startswith(_NO_MODULE)
    )


class _Handler:
    """What TensorFlow calls in place of an op, for values of which any class dispatches."""

    def __init__(self, api: Callable[..., Any], call: precedence.Call, dispatcher: Any) -> None:
        self.api = api
        self.call = call
        self.registrations = Registrations(dispatcher, self)
        self._op: Any = None

    @property
    def op(self) -> Any:
        """The public op, looked up when it is first needed: there are a thousand."""
        self._op = self._op or public_op(self.api)
        return self._op

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = self.call.tensors(args, kwargs)
        registered = self.registrations.match(self.call, args, kwargs)
        if not precedence.dispatching_types(values):
            return registered(*args, **kwargs) if registered is not None else NotImplemented
        if registered is not None and not is_first(
            self.call.tensors(*self.call.canonical(args, kwargs))
        ):
            result = registered(*args, **kwargs)
            if result is not NotImplemented:
                return result
            registered = None
        result = precedence.answer(self.op, self.call, args, kwargs)
        if result is NotImplemented and registered is not None:
            result = registered(*args, **kwargs)
        return (
            _undispatched(self.api, self.op, args, kwargs) if result is NotImplemented else result
        )


def _undispatched(api: Any, op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
    """The op itself, for values that convert to tensors; else a TypeError with op and types."""
    if not hasattr(api, "__wrapped__"):
        return NotImplemented  # a generated op asks at its beginning: it goes on
    try:
        return api.__wrapped__(*args, **kwargs)
    except (TypeError, ValueError, AttributeError) as error:
        refused = _refusal(op, args, kwargs, error)
        if refused is None:
            raise
        raise refused from None


def _refusal(op: Any, args: tuple[Any, ...], kwargs: Any, error: Any) -> TypeError | None:
    """What an op that failed with `error` raises for its arguments; None where they were tensors."""
    types = precedence.dispatching_types([*args, *kwargs.values()])
    if not types or any(hasattr(cls, "__tf_tensor__") for cls in types):
        return None  # they were tensors to the op: the error is about something else
    names = ", ".join(cls.__name__ for cls in types)
    reason = str(error).strip().partition("\n")[0]
    return TypeError(
        f"{op_name(op)}() is not implemented for {names}: no __tf_dispatch__ of these "
        f"took the call, and the op itself failed: {reason}"
    )


class _Fallback(tf.__internal__.dispatch.GlobalOpDispatcher):
    """Asks after an op has failed: for those with `*args`, and for values in nested lists."""

    def handle(self, op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
        if not _is_asked(op):
            return self.NOT_SUPPORTED
        result = precedence.answer(public_op(op), _call_of(op), args, kwargs)
        if result is not NotImplemented:
            return result
        if not hasattr(op, "__wrapped__") or innermost(op) in _VARIADIC:
            refused = _refusal(op, args, kwargs, sys.exc_info()[1])
            if refused is not None:
                raise refused
        return self.NOT_SUPPORTED


@cache
def _call_of(op: Any) -> precedence.Call:
    return precedence.Call(inspect.signature(op))
