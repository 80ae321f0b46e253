"""Interfaces that TensorFlow's own classes satisfy, without importing TensorFlow.

An interface is an abstract base class. TensorFlow's classes do not inherit from it; what counts
as an instance is decided by name (:func:`implemented_by`) or by methods (:func:`having`), once
for each type.
"""

from __future__ import annotations

import sys
from abc import ABCMeta
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from typing_extensions import Protocol

if TYPE_CHECKING:
    _Meta = ABCMeta
else:
    _Meta = type(Protocol)  # so that a class may inherit from interfaces and from protocols

_Class = TypeVar("_Class", bound=type)
_Test = Callable[[type], bool]


class Interface(_Meta):
    """Metaclass of the interfaces: `isinstance` and `issubclass` as for any abstract base class.

    A protocol's own check inspects every member of every object, 5 to 10 µs a call on Python
    3.11. Here protocols too are decided by type. `ABCMeta` remembers the answers in C and weakly,
    and asks again after a no when a class was registered somewhere.
    """

    __instancecheck__ = ABCMeta.__instancecheck__
    __subclasscheck__ = ABCMeta.__subclasscheck__


def implemented_by(*names: str, except_for: tuple[str, ...] = ()) -> Callable[[_Class], _Class]:
    """Makes subclasses of the classes called `names` subclasses of the decorated interface.

    Args:
      names: full names, such as "tensorflow.python.framework.ops.Graph". They are looked up
        among the modules already imported: if TensorFlow is not, nothing can be an instance.
      except_for: full names of classes whose subclasses are not included.
    """
    return _decided_by(
        lambda candidate: _is_any(candidate, names) and not _is_any(candidate, except_for)
    )


def having(*methods: str, or_subclass_of: tuple[str, ...] = ()) -> Callable[[_Class], _Class]:
    """Makes classes that define all `methods` subclasses of the decorated interface.

    Args:
      methods: names that must be defined, and not be None, in the class or its bases.
      or_subclass_of: full names of TensorFlow classes that count without the methods.
    """
    return _decided_by(
        lambda candidate: (
            _is_any(candidate, or_subclass_of)
            or all(_defines(candidate, method) for method in methods)
        )
    )


def _decided_by(test: _Test) -> Callable[[_Class], _Class]:
    def decorate(interface: _Class) -> _Class:
        def __subclasshook__(cls: type, candidate: type) -> Any:
            # Subclasses inherit this hook, but are ordinary classes: nominal.
            return True if cls is interface and test(candidate) else NotImplemented

        interface.__subclasshook__ = classmethod(__subclasshook__)  # type: ignore[method-assign, assignment]
        return interface

    return decorate


def _is_any(candidate: type, names: tuple[str, ...]) -> bool:
    return any(issubclass(candidate, found) for name in names for found in _loaded(name))


def _loaded(name: str) -> tuple[type, ...]:
    """The class of this full name if its module has been imported, in a tuple, else ()."""
    module, _, attribute = name.rpartition(".")
    found = getattr(sys.modules.get(module), attribute, None)
    return (found,) if isinstance(found, type) else ()


def _defines(candidate: type, method: str) -> bool:
    for base in candidate.__mro__:
        if method in vars(base):
            return vars(base)[method] is not None
    return False
