"""User-defined types that TensorFlow takes apart into tensors and puts together again.

An `ExtensionType` gives its `TypeSpec`; the spec holds what is static and converts to and from
components. These are protocols: nothing needs to inherit from them. `tftypes.runtime` makes a
class that follows them work with stock TensorFlow.

Source: RFC 269, "Design Proposal: Public APIs".
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from typing_extensions import Protocol, Self, runtime_checkable

from tftypes._interface import Interface, having

_SPEC_METHODS = ("serialize", "to_components", "from_components", "component_specs", "value_type")
_BOXING_METHODS = (
    "to_boxed_tensor",
    "from_boxed_tensor",
    "boxed_tensor_spec",
    "stacked",
    "unstacked",
)


@having(*_SPEC_METHODS, or_subclass_of=("tensorflow.python.framework.type_spec.TypeSpec",))
@runtime_checkable
class TypeSpec(Protocol, metaclass=Interface):
    """What is static about a value, and how to take it apart and rebuild it.

    TensorFlow's own specs (`tf.TensorSpec`, ...) are instances too. They keep the methods that
    convert under private names; `tftypes.runtime` gives them the public ones.

    Source: RFC 269, "tf.TypeSpec", with its four jobs; `tf.TypeSpec`.
    """

    @abstractmethod
    def serialize(self) -> tuple[Any, ...]:
        """The state of this spec as a nested tuple.

        It may hold bools, ints, strings, floats, None, `TypeSpec`s, `tf.TensorShape`s, `tf.DType`s,
        NumPy arrays, and tuples, named tuples and dicts of these. Two specs are equal when they
        are of one class and their serializations are.
        """
        ...

    @classmethod
    @abstractmethod
    def deserialize(cls, serialization: Any) -> Self:
        """The spec from what `serialize` returned: by default `cls(*serialization)`."""
        ...

    @abstractmethod
    def to_components(self, value: Any) -> Any:
        """A nest of tensors and extension types that encodes `value`.

        Args:
          value: compatible with this spec; the caller sees to that.

        Returns:
          A structure that matches `component_specs`. No TensorFlow op may be called for it.
        """
        ...

    @abstractmethod
    def from_components(self, components: Any) -> Any:
        """The value that `components` encode, inverse of `to_components`. It calls no op."""
        ...

    @property
    @abstractmethod
    def component_specs(self) -> Any:
        """The specs of the components, nested as `to_components` returns them."""
        ...

    @property
    @abstractmethod
    def value_type(self) -> type:
        """The class of the values."""
        ...

    @abstractmethod
    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value belongs to this type, or any value can belong to both specs.

        Symmetric between specs; False where `value_type` or the nesting of components differ.
        """
        ...

    @abstractmethod
    def most_specific_compatible_type(self, other: Any) -> Self | None:
        """The narrowest spec to which the values of both `self` and `other` belong, or None."""
        ...

    @abstractmethod
    def __eq__(self, other: object) -> bool:
        """Whether `other` describes the same type."""
        ...

    @abstractmethod
    def __hash__(self) -> int:
        """Equal for equal specs."""
        ...


@having(
    *_SPEC_METHODS,
    *_BOXING_METHODS,
    or_subclass_of=("tensorflow.python.framework.type_spec.BatchableTypeSpec",),
)
@runtime_checkable
class StackableTypeSpec(TypeSpec, Protocol):
    """A spec whose values can be stacked and unstacked, any number of them, as datasets do.

    Values are boxed in tensors: stacking, unstacking and concatenating boxes must do the same to
    the values.

    Source: RFC 269, "tf.StackableTypeSpec". TensorFlow's specs of batchable values are instances.
    """

    @abstractmethod
    def to_boxed_tensor(self, value: Any, minimum_rank: int = 0) -> Any:
        """A tensor, or a list of parallel tensors, that encodes `value`.

        Args:
          value: compatible with this spec.
          minimum_rank: how many times the boxes can be unstacked at least.
        """
        ...

    @abstractmethod
    def from_boxed_tensor(self, boxed_tensor: Any) -> Any:
        """The value in a box, or in the boxes of a list: inverse of `to_boxed_tensor`."""
        ...

    @abstractmethod
    def boxed_tensor_spec(self, minimum_rank: int = 0) -> Any:
        """The `tf.TensorSpec` of the box, or a list of them, for any value of this spec."""
        ...

    @abstractmethod
    def stacked(self, num: int | None) -> StackableTypeSpec:
        """The spec of `num` stacked values, None when the number is unknown."""
        ...

    @abstractmethod
    def unstacked(self) -> StackableTypeSpec:
        """The spec of one value of those stacked in this spec's."""
        ...


@having(
    "__tf_type_spec__",
    or_subclass_of=("tensorflow.python.framework.composite_tensor.CompositeTensor",),
)
@runtime_checkable
class ExtensionType(Protocol, metaclass=Interface):
    """An immutable value made of tensors (dynamic) and a `TypeSpec` (static).

    >>> class Labelled:
    ...     def __tf_type_spec__(self):
    ...         return LabelledSpec(self.labels)
    >>> isinstance(Labelled(), ExtensionType)
    True

    TensorFlow's own composite tensors (ragged and sparse tensors, datasets) are instances too. Their
    spec, and that of a tensor, is what `tftypes.runtime.type_spec_of` gives.

    Source: RFC 269, "The tf.ExtensionType Protocol".
    """

    @abstractmethod
    def __tf_type_spec__(self) -> Any:
        """The spec of this value, a `TypeSpec`; `spec.to_components(value)` gives its tensors.

        Implementations may be annotated to return `tf.TypeSpec`: the class from which one of
        `tftypes.runtime` derives.
        """
        ...
