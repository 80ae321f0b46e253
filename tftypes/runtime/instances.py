"""What belongs to one instance of a class with methods: its functions and its type variables."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Hashable
from typing import Any, Literal, get_args, get_origin

from tftypes import Dimension
from tftypes.runtime.patterns import Call


class Instances:
    """A weak mapping from instances, by identity: they need be neither hashable nor different."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[weakref.ref[Any], Any]] = {}

    def get(self, instance: Any) -> Any:
        """What is kept for the instance, None if nothing is."""
        found = self._found.get(id(instance))
        return None if found is None else found[1]

    def __contains__(self, instance: Any) -> bool:
        return id(instance) in self._found

    def __getitem__(self, instance: Any) -> Any:
        return self._found[id(instance)][1]

    def __setitem__(self, instance: Any, value: Any) -> None:
        found, identity = self._found, id(instance)
        found[identity] = (weakref.ref(instance, lambda _: found.pop(identity, None)), value)


class _References:
    """How many references there are to an instance that is asked for an attribute."""

    def __get__(self, instance: Any, owner: Any = None) -> int:
        return sys.getrefcount(instance)


class _Temporary:
    references = _References()


#: The number for an instance that nothing but the expression holds: `C().method(x)`.
_OF_TEMPORARIES = _Temporary().references if sys.version_info < (3, 14) else 0


def is_temporary(references: int) -> bool:
    """Whether an instance is gone when the method that its class is asked for is called.

    Args:
      references: `sys.getrefcount(instance)` in the `__get__` of a descriptor.
    """
    return references <= _OF_TEMPORARIES


class Bound:
    """The type variables of a class as one instance has bound them: one size for all its calls.

    Attributes: ``variables``, those of the class; ``sizes``, by variable, with where from.
    """

    def __init__(self, instance: Any, variables: frozenset[Any]) -> None:
        self.variables = variables
        self.kind = type(instance).__name__
        self.sizes: dict[Hashable, tuple[Any, Any]] = {}
        alias = getattr(instance, "__orig_class__", None)
        parameters = getattr(get_origin(alias), "__parameters__", ())
        for variable, argument in zip(parameters, get_args(alias)):
            size = _size(argument)
            if size is not None:
                self.sizes[variable] = (
                    size,
                    f"in {self.kind}[{', '.join(map(_text, get_args(alias)))}]",
                )

    def remember(self, call: Call) -> None:
        """Keeps what a call that succeeded has bound."""
        for variable in self.variables:
            if variable in call.sizes and variable not in self.sizes:
                size = call.sizes[variable][0]
                self.sizes[variable] = (size, f"since the first call of this {self.kind}")


_BOUND = Instances()


def bound_of(instance: Any) -> Bound | None:
    """The type variables of an instance's class; None if it has none."""
    found: Bound | None = _BOUND.get(instance)
    if found is None:
        variables = {
            variable
            for base in type(instance).__mro__
            for variable in getattr(base, "__parameters__", ())
        }
        if not variables:
            return None
        found = Bound(instance, frozenset(variables))
        _BOUND[instance] = found
    return found


def _size(argument: Any) -> int | None:
    if get_origin(argument) is Literal and type(get_args(argument)[0]) is int:
        return int(get_args(argument)[0])
    if isinstance(argument, type) and issubclass(argument, Dimension):
        return argument.value
    return None


def _text(argument: Any) -> str:
    if get_origin(argument) is Literal:
        return repr(get_args(argument)[0])
    return getattr(argument, "__name__", None) or str(argument)
