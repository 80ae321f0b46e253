"""What TensorFlow converts to a tensor by itself.

Source: RFC 208, "Custom Tensor types and tf.register_tensor_conversion_function".
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from typing_extensions import Protocol

from tftypes._interface import Interface, having
from tftypes.tensors import IndexedSlices, Tensor, Variable


@having("__tf_tensor__")
class SupportsTensor(Protocol, metaclass=Interface):
    """An object that TensorFlow converts to a tensor by calling its `__tf_tensor__`.

    >>> class Celsius:
    ...     def __tf_tensor__(self, dtype=None, name=None):
    ...         return tf.constant(self.degrees, dtype, name=name)
    >>> isinstance(Celsius(), SupportsTensor)
    True

    Source: RFC 208, `SupportsTensor`; `tf.types.experimental.TensorProtocol`.
    """

    def __tf_tensor__(self, dtype: Any | None = None, name: str | None = None) -> Tensor[Any, Any]:
        """This object as a tensor.

        Args:
          dtype: the `tf.DType` asked for, or None. It is on the object to honour it.
          name: of the op in the graph, or None.
        """
        ...


@having("__array__")
class SupportsArray(Protocol, metaclass=Interface):
    """An object that NumPy converts to an array, and TensorFlow therefore to a tensor.

    Source: RFC 208, "types which can be converted to a NumPy array".
    """

    def __array__(self) -> Any:
        """This object as a `numpy.ndarray`."""
        ...


class _ByRegistration(Interface):
    """Asks TensorFlow each time: a class may be registered after it was asked about."""

    def __subclasscheck__(cls, candidate: type) -> bool:
        registry: Any = sys.modules.get("tensorflow.python.framework.tensor_conversion_registry")
        return registry is not None and any(
            # TensorFlow itself registers shapes and dtypes, which are what they are, and the fallback.
            not function.__module__.startswith("tensorflow.")
            for _, function in registry.get(candidate)
        )

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.__subclasscheck__(type(instance))


class _Registered(metaclass=_ByRegistration):
    """An object of a class that is registered with `tf.register_tensor_conversion_function`.

    Source: RFC 208, "Custom Tensor types and tf.register_tensor_conversion_function".
    """


if TYPE_CHECKING:
    TensorLike: TypeAlias = (
        complex  # which to type checkers includes int, float and bool
        | str
        | bytes
        | Tensor[Any, Any]
        | Variable[Any, Any]
        | IndexedSlices[Any, Any]
        | SupportsTensor
        | SupportsArray
        | Sequence["TensorLike"]
    )
else:
    TensorLike = int | float | complex | str | bytes | list | tuple
    TensorLike |= Tensor | Variable | IndexedSlices | SupportsTensor | SupportsArray | _Registered
