"""One call of an op with values that dispatch: who is asked, in what order, with what arguments.

Source: RFC 269, "Argument canonicalization" and "Precedence".
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
import tensorflow as tf

_METHOD = "__tf_dispatch__"
_TYPES = "__tf_dispatch_types__"

#: Parameters of these names never take tensors.
_STATIC_NAMES = frozenset(
    ("name", "dtype", "keepdims", "keep_dims", "out_type", "output_type", "Tout")
)
#: What an op converts to a tensor by itself. `__tf_dispatch_types__` speaks of the tensor, so
#: these are never a reason not to be asked.
_CONVERTED = (bool, int, float, complex, str, bytes, np.ndarray, np.generic, type(None))


def takes_tensors(parameter: inspect.Parameter) -> bool:
    """Whether a tensor can be given for a parameter: flags, words and dtypes are none.

    >>> def op(x, axis=None, adjoint=False, padding="SAME", name=None): ...
    >>> [p.name for p in inspect.signature(op).parameters.values() if takes_tensors(p)]
    ['x', 'axis']
    """
    return parameter.name not in _STATIC_NAMES and not isinstance(
        parameter.default, (bool, str, tf.DType)
    )


class Call:
    """How a function takes its arguments, worked out once: calls are bound by it quickly."""

    __slots__ = ("_defaults", "_indices", "_required", "_signature", "_static", "leading")

    def __init__(self, signature: inspect.Signature) -> None:
        self._signature = signature
        parameters = signature.parameters.values()
        plain = all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
        self._indices = {p.name: i for i, p in enumerate(parameters)} if plain else {}
        self._defaults = tuple(p.default for p in parameters)
        #: So many arguments at least leave none out that has no default.
        self._required = sum(p.default is p.empty for p in parameters) if plain else sys.maxsize
        self._static = frozenset(p.name for p in parameters if not takes_tensors(p))
        #: So many positional arguments can all be tensors.
        self.leading = next(
            (i for i, p in enumerate(parameters) if p.name in self._static), sys.maxsize
        )

    def tensors(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
        """The arguments that can be tensors."""
        if len(args) > self.leading:
            named = zip(self._signature.parameters, args)
            args = tuple(arg for name, arg in named if name not in self._static)
        if not kwargs:
            return args
        return (*args, *(value for name, value in kwargs.items() if name not in self._static))

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
        count = len(args)
        if self._required <= count <= len(self._defaults):
            if not kwargs:
                return args + self._defaults[count:], {}
            values = [*args, *self._defaults[count:]]
            for name, value in kwargs.items():
                index = self._indices.get(name, -1)
                if index < count:
                    break  # twice, or unknown: `bind` says so
                values[index] = value
            else:
                return tuple(values), {}
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.args, bound.kwargs


def answer(op: Callable[..., Any], call: Call, args: tuple[Any, ...], kwargs: Any) -> Any:
    """What the arguments' classes make of the call; NotImplemented where none of them knows."""
    values = args if not kwargs and len(args) <= call.leading else call.tensors(args, kwargs)
    found = _dispatching(values)
    if not found:
        return NotImplemented
    positional, keywords = call.canonical(args, kwargs)
    for cls in found if len(found) == 1 else _in_order(tuple(dict.fromkeys(found))):
        types = getattr(cls, _TYPES, None)
        if types is None or _admits(tuple(types), values):
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
        if _dispatches(cls):
            found.append(cls)
        elif issubclass(cls, (list, tuple)):
            found += _dispatching(value)
    return found


@cache
def _dispatches(cls: Any) -> bool:
    """Whether a class follows the protocol.

    Raises:
      TypeError: if its method is none of the class.
    """
    if not hasattr(cls, _METHOD):
        return False
    if inspect.isfunction(inspect.getattr_static(cls, _METHOD)):
        raise TypeError(
            f"{cls.__qualname__}.{_METHOD} is no class method; write @classmethod and "
            f"def {_METHOD}(cls, op, args, kwargs)"
        )
    return True


@cache
def _in_order(classes: tuple[Any, ...]) -> tuple[type, ...]:
    """Left to right, but a subclass before its superclasses, as NumPy orders `__array_function__`.

    A method that is shared is asked once.
    """
    order: list[type] = []
    for cls in classes:
        above = (i for i, other in enumerate(order) if issubclass(cls, other))
        order.insert(next(above, len(order)), cls)
    asked: dict[Any, type] = {}
    for cls in order:
        asked.setdefault(inspect.getattr_static(cls, _METHOD), cls)
    return tuple(asked.values())


def _admits(types: tuple[type, ...], values: Iterable[Any]) -> bool:
    """Whether all tensor arguments are of the classes that `__tf_dispatch_types__` lists."""
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
