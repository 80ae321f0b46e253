"""One call of an op with values that dispatch: who is asked, in what order, with what arguments.

Source: RFC 269, "Argument canonicalization" and "Precedence".
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
import tensorflow as tf

_METHOD = "__tf_dispatch__"
_TYPES = "__tf_dispatch_types__"

#: Parameters of these names never take tensors.
NO_TENSORS = frozenset(
    ("name", "dtype", "keepdims", "keep_dims", "out_type", "output_type", "Tout")
)
#: What an op converts to a tensor by itself. `__tf_dispatch_types__` speaks of the tensor, so
#: these are never a reason not to be asked.
_CONVERTED = (bool, int, float, complex, str, bytes, np.ndarray, np.generic, type(None))


class Call:
    """How a function takes its arguments, worked out once: calls are bound by it quickly."""

    __slots__ = ("_defaults", "_indices", "_no_tensors", "_signature")

    def __init__(self, signature: inspect.Signature) -> None:
        self._signature = signature
        parameters = signature.parameters.values()
        plain = all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
        self._indices = {p.name: i for i, p in enumerate(parameters)} if plain else None
        self._defaults = [p.default for p in parameters]
        self._no_tensors = [i for i, p in enumerate(parameters) if p.name in NO_TENSORS]

    def tensors(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
        """The arguments that can be tensors."""
        if self._no_tensors and self._no_tensors[0] < len(args):
            args = tuple(arg for i, arg in enumerate(args) if i not in self._no_tensors)
        if not kwargs:
            return args
        return (*args, *(value for name, value in kwargs.items() if name not in NO_TENSORS))

    def canonical(
        self, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments with defaults filled in; those that can be positional are.

        >>> def op(x, axis=None, *, keepdims=False): ...
        >>> Call(inspect.signature(op)).canonical((), {"axis": 0, "x": 1})
        ((1, 0), {'keepdims': False})

        Raises:
          TypeError: if the arguments do not fit the signature.
        """
        if self._indices is not None and len(args) <= len(self._defaults):
            values = [*args, *self._defaults[len(args) :]]
            for name, value in kwargs.items():
                index = self._indices.get(name, -1)
                if index < len(args):
                    break  # twice, or unknown: `bind` says so
                values[index] = value
            else:
                if not any(value is inspect.Parameter.empty for value in values):
                    return tuple(values), {}
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.args, bound.kwargs


def answer(op: Callable[..., Any], call: Call, args: tuple[Any, ...], kwargs: Any) -> Any:
    """What the arguments' classes make of the call; NotImplemented where none of them knows."""
    values = call.tensors(args, kwargs)
    asked = _in_order(tuple(dict.fromkeys(_dispatching(values))))
    if not asked:
        return NotImplemented
    positional, keywords = call.canonical(args, kwargs)
    for cls in asked:
        if _admits(cls, values):
            result = cls.__tf_dispatch__(op, positional, keywords)  # type: ignore[attr-defined]
            if result is not NotImplemented:
                return result
    return NotImplemented


def dispatching_types(args: Iterable[Any]) -> list[type]:
    """The classes of the values that dispatch, each once, in the order of the arguments."""
    return list(dict.fromkeys(_dispatching(args)))


def _dispatching(values: Iterable[Any]) -> list[type]:
    found: list[type] = []
    for value in values:
        cls: Any = type(value)
        if cls is list or cls is tuple:
            found += _dispatching(value)
        elif _dispatches(cls):
            found.append(cls)
    return found


@cache
def _dispatches(cls: Any) -> bool:
    return hasattr(cls, _METHOD)


@cache
def _in_order(classes: tuple[Any, ...]) -> tuple[type, ...]:
    """Left to right, but a subclass before its superclasses. A method that is shared is asked once."""
    left = list(classes)
    asked: dict[Any, type] = {}
    while left:
        first = next(c for c in left if not any(o is not c and issubclass(o, c) for o in left))
        left.remove(first)
        asked.setdefault(inspect.getattr_static(first, _METHOD), first)
    return tuple(asked.values())


def _admits(cls: type, values: Iterable[Any]) -> bool:
    """Whether all tensor arguments are of the classes that `__tf_dispatch_types__` lists."""
    types = getattr(cls, _TYPES, None)
    if types is None:
        return True
    types = tuple(types)
    return all(_is_one_of(value, types) for value in values)


def _is_one_of(value: Any, types: tuple[type, ...]) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_is_one_of(item, types) for item in value)
    if isinstance(value, types):
        return True
    if isinstance(value, tf.Variable):
        return tf.Tensor in types  # it is read where a tensor is expected
    return isinstance(value, _CONVERTED) or not _is_tensor_like(value)


def _is_tensor_like(value: Any) -> bool:
    """Whether a value stands for a tensor, so that it must be of a class that is listed."""
    cls: Any = type(value)
    return _dispatches(cls) or isinstance(value, (tf.Tensor, tf.__internal__.CompositeTensor))
