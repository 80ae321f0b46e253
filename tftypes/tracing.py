"""What `tf.function` needs to know of an argument in order to trace: its trace type.

The RFC's private names became public in TensorFlow: `_placeholder_value` is `placeholder_value`,
`_deconstruct_to_graph_io` `to_tensors`, `_construct_from_graph_io` `from_tensors`, `_cast` `cast`.

Source: RFC 437; `tf.types.experimental.TraceType`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from typing_extensions import Protocol, runtime_checkable

from tftypes._interface import Interface, having
from tftypes.tensors import Tensor


@having(
    "is_subtype_of",
    "most_specific_common_supertype",
    "placeholder_value",
    "to_tensors",
    "from_tensors",
    "flatten",
    "cast",
)
@runtime_checkable
class TraceType(Protocol, metaclass=Interface):
    """The type of an argument as `tf.function` sees it: one trace serves all its subtypes.

    Every `tf.TypeSpec` is one, as are the types of numbers, strings and containers.

    Source: RFC 437, "Proposed Solution"; `tf.types.experimental.TraceType`.
    """

    @abstractmethod
    def is_subtype_of(self, other: Any) -> bool:
        """Whether a function traced for `other` serves values of this type."""
        ...

    @abstractmethod
    def most_specific_common_supertype(self, others: Sequence[Any]) -> TraceType | None:
        """The narrowest type of which `self` and all `others` are subtypes, or None."""
        ...

    @abstractmethod
    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The value that the function's body sees while it is traced.

        Args:
          placeholder_context: a `PlaceholderContext`, the same for all arguments of a trace.
        """
        ...

    @abstractmethod
    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors that `value` is made of, always as many; RFC: `_deconstruct_to_graph_io`."""
        ...

    @abstractmethod
    def from_tensors(self, tensors: Iterator[Tensor[Any, Any]]) -> Any:
        """A value from the next tensors; RFC: `_construct_from_graph_io`.

        Args:
          tensors: as many are taken from it as `to_tensors` returns.
        """
        ...

    @abstractmethod
    def flatten(self) -> list[Any]:
        """The trace types of what `to_tensors` returns, `tf.TensorSpec`s."""
        ...

    @abstractmethod
    def cast(self, value: Any, cast_context: Any) -> Any:
        """`value` as a value of this type: a NumPy array becomes a tensor.

        Args:
          value: any value.
          cast_context: a `CastContext`.

        Raises:
          TypeError: if `value` cannot be cast to this type.
        """
        ...

    @abstractmethod
    def __eq__(self, other: object) -> bool:
        """Whether `other` is the same type."""
        ...

    @abstractmethod
    def __hash__(self) -> int:
        """Equal for equal types."""
        ...


@having(
    "has_placeholder",
    "get_placeholder",
    "add_placeholder",
    or_subclass_of=("tensorflow.python.types.trace.PlaceholderContext",),
)
@runtime_checkable
class PlaceholderContext(Protocol, metaclass=Interface):
    """What the placeholders of one trace share: one placeholder for each aliased variable.

    Source: RFC 437, "Abstracting Placeholder logic away from func_graph".
    """

    @abstractmethod
    def has_placeholder(self, alias_id: Hashable) -> bool:
        """Whether a placeholder for this id has been added."""
        ...

    @abstractmethod
    def get_placeholder(self, alias_id: Hashable) -> Any:
        """The placeholder added for this id; KeyError if there is none."""
        ...

    @abstractmethod
    def add_placeholder(self, alias_id: Hashable, placeholder: Any) -> None:
        """Remembers a placeholder for this id; KeyError if it has one."""
        ...


@having("allow_specs", or_subclass_of=("tensorflow.python.types.trace.CastContext",))
@runtime_checkable
class CastContext(Protocol, metaclass=Interface):
    """How far `TraceType.cast` may go.

    Source: RFC 437, "Casting".
    """

    @property
    @abstractmethod
    def allow_specs(self) -> bool:
        """Whether a `TypeSpec` passes in place of a value, as in `get_concrete_function`."""
        ...
