"""Types that say themselves what TensorFlow's ops do to them.

Source: RFC 269, "The tf.DispatchableType Protocol".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from typing_extensions import Protocol, runtime_checkable

from tftypes._interface import Interface, having


@having("__tf_dispatch__")
@runtime_checkable
class DispatchableType(Protocol, metaclass=Interface):
    """A type that replaces TensorFlow's ops where they are called with its values.

    Among several such arguments subclasses come before superclasses, then left before right.

    A class may also set `__tf_dispatch_types__`, a tuple of classes: then `__tf_dispatch__` is
    called only if every argument in place of a tensor is an instance of one of them. Left out or
    None, it is always called.

    >>> class Celsius:
    ...     @classmethod
    ...     def __tf_dispatch__(cls, op, args, kwargs):
    ...         return NotImplemented
    >>> isinstance(Celsius(), DispatchableType)
    True

    Source: RFC 269, `DispatchableType`.
    """

    @classmethod
    @abstractmethod
    def __tf_dispatch__(
        cls, op: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Any:
        """The result of `op(*args, **kwargs)`, or NotImplemented to leave it to others.

        Args:
          op: the public TensorFlow function that was called, such as `tf.math.add`.
          args: its arguments; those that can be positional are, however the caller passed them.
          kwargs: its keyword-only arguments.
        """
        ...
