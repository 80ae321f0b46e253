"""What TensorFlow converts to a tensor by itself.

Source: RFC 208, "Custom Tensor types and tf.register_tensor_conversion_function".
"""

from __future__ import annotations

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
    TensorLike |= Tensor | Variable | IndexedSlices | SupportsTensor | SupportsArray
