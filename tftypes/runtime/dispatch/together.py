"""TensorFlow's dispatch by registered types and the protocol, in one call.

TensorFlow calls the one function whose types match, and refuses a call in which two do. Of the two
ways to take a call, the one whose value stands further left is asked first (RFC 269, "Precedence").
So what is registered with `tf.experimental.dispatch_for_api` for an op is kept here, and TensorFlow
calls this package for it.

Source: RFC 269, "Precedence"; `tf.experimental.dispatch_for_api`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args, get_origin

from tftypes.runtime.dispatch import precedence
from tftypes.runtime.extension_types import is_extension_type
from tftypes.runtime.private import composite_tensor, dispatch

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

    def adopt(self, apis: Iterable[Any], signature: inspect.Signature) -> tuple[type, ...]:
        """Takes over what was registered for an op before, most of it by TensorFlow for ragged tensors.

        A registration for a list looks at each item, at some ns, and so does the protocol. These
        are not asked again: the protocol looks for the classes that are returned too.
        """
        adopted: list[tuple[Any, Target]] = []
        annotations: list[Any] = []
        for api in apis:
            for target, signatures in dispatch._TYPE_BASED_DISPATCH_SIGNATURES[api].items():
                self._dispatcher.Unregister(target)
                for each in signatures:
                    adopted.append((dispatch._make_signature_checker(signature, each), target))
                    annotations += each.values()
            setattr(api, dispatch.TYPE_BASED_DISPATCH_ATTR, self)
        parts = dict.fromkeys(part for annotation in annotations for part in _parts(annotation))
        if any(get_origin(part) is list for part in parts):
            self._others += adopted
            return tuple(filter(_is_composite, parts))
        for checker, target in adopted:
            self.Register(checker, target)
        return ()

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
        found: Target | None = None
        for checker, target in self._others:
            if target is not found and checker.CheckCanonicalizedArgs(values):
                if found is not None:
                    raise ValueError(
                        "Multiple dispatch targets that were registered with tf.dispatch_for "
                        f"({found!r} and {target!r}) match the arguments"
                    )
                found = target
        return found


def _parts(annotation: Any) -> Iterator[Any]:
    """An annotation and all that it is made of."""
    yield annotation
    for part in get_args(annotation):
        yield from _parts(part)


def _is_composite(cls: Any) -> bool:
    is_class = isinstance(cls, type) and get_origin(cls) is None  # `list[int]` is one on 3.10
    return is_class and issubclass(cls, composite_tensor.CompositeTensor)


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
