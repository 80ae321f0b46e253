"""TensorFlow's dispatch by registered types and the protocol, in one call.

TensorFlow calls the one function whose types match, and refuses a call in which two do. Of the two
ways to take a call, the one whose value stands further left is asked first (RFC 269, "Precedence").
So what is registered with `tf.experimental.dispatch_for_api` for an op is kept here, and TensorFlow
calls this package for it.

Source: RFC 269, "Precedence"; `tf.experimental.dispatch_for_api`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tftypes.runtime.dispatch import precedence
from tftypes.runtime.extension_types import is_extension_type

Target = Callable[..., Any]


class Registrations:
    """What TensorFlow sees as the dispatcher of an op: it keeps what others register.

    Args:
      dispatcher: TensorFlow's own, which the op asks.
      handler: the protocol's function for the op, which is called for all registrations.
    """

    def __init__(self, dispatcher: Any, handler: Target) -> None:
        self._dispatcher = dispatcher
        self._handler = handler
        self._others: list[tuple[Any, Target]] = []

    def Register(self, signature_checker: Any, func: Target) -> None:
        """Under the names that TensorFlow calls."""
        self._others.append((signature_checker, func))
        self._dispatcher.Register(signature_checker, self._handler)

    def Unregister(self, func: Target) -> None:
        self._others = [pair for pair in self._others if pair[1] is not func]
        self._dispatcher.Unregister(func)

    def Dispatch(self, args: Any, kwargs: Any) -> Any:
        return self._dispatcher.Dispatch(args, kwargs)

    def match(
        self, call: precedence.Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Target | None:
        """What is registered for the types of these arguments; None if nothing is.

        Raises:
          ValueError: if two are, as TensorFlow's own.
        """
        if not self._others:
            return None
        positional, keywords = call.canonical(args, kwargs)
        values = (*positional, *keywords.values())
        found = {
            id(target): target
            for checker, target in self._others
            if checker.CheckCanonicalizedArgs(values)
        }
        if len(found) > 1:
            names = " and ".join(map(repr, found.values()))
            raise ValueError(
                f"Multiple dispatch targets that were registered with tf.dispatch_for ({names}) "
                "match the arguments"
            )
        return next(iter(found.values()), None)


def is_first(values: tuple[Any, ...]) -> bool:
    """Whether the protocol's value stands left of all others that TensorFlow dispatches on."""
    for value in values:
        if isinstance(value, (list, tuple)):
            if precedence.dispatching_types([value]):
                return is_first(tuple(value))
        elif precedence.dispatching_types([value]):
            return True
        elif is_extension_type(value):
            return False
    return False
