"""`TraceType`: a custom tensor, designed from scratch and traced by tf.function.

Tracing asks an argument for its trace type and nothing else: the type makes the placeholder, takes
a value apart into the graph's inputs, puts its outputs together, and casts. TensorFlow's own specs
are trace types with the same methods, so code that traces needs no `isinstance` on kinds of tensors.

Source: RFC 437; `tf.types.experimental.TraceType`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import tensorflow as tf
from typing_extensions import Self

from tftypes.runtime.extension_types import adopt
from tftypes.runtime.private import trace_types
from tftypes.runtime.stackable import StackableTypeSpec, stacked_spec, unstacked_spec

_Class = TypeVar("_Class", bound=type)


class TraceType(StackableTypeSpec):
    """Base of the trace types of custom tensors: `parts`, both ways between value and parts, `key`.

    All else follows. A class of values says its type with `__tf_tracing_type__(self, context)` and
    is decorated with `traceable`.

    It is a type spec too, for `input_signature`, datasets and SavedModels. With
    `tftypes.runtime.register_type_spec` it has a name there; what is saved is its attributes.

    >>> class ScaledType(TraceType):
    ...     value_type = property(lambda self: Scaled)
    ...     parts = property(lambda self: {"data": self.data})
    ...     key = property(lambda self: self.scale)
    ...     def __init__(self, data, scale):
    ...         self.data, self.scale = data, scale
    ...     def to_parts(self, value):
    ...         return {"data": value.data}
    ...     def from_parts(self, parts):
    ...         return Scaled(parts["data"], self.scale)
    ...     def with_parts(self, parts):
    ...         return ScaledType(parts["data"], self.scale)
    >>> @traceable
    ... class Scaled:
    ...     def __init__(self, data, scale):
    ...         self.data, self.scale = data, scale
    ...     def __tf_tracing_type__(self, context):
    ...         return ScaledType(trace_type_of(self.data, context), self.scale)
    >>> doubled = tf.function(lambda x: Scaled(2 * x.data, x.scale))
    >>> doubled(Scaled(tf.constant([1, 2]), 8)).data.numpy().tolist()
    [2, 4]

    Source: RFC 437, "Proposed Solution".
    """

    @property
    @abstractmethod
    def value_type(self) -> type:
        """The class of the values."""

    @property
    @abstractmethod
    def parts(self) -> Any:
        """The trace types of what a value is made of, in any nest of `tf.nest`."""

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """What is static about a value besides its parts: where it differs, there is another trace."""

    @abstractmethod
    def to_parts(self, value: Any) -> Any:
        """What a value is made of, nested as `parts`. No op may be called."""

    @abstractmethod
    def from_parts(self, parts: Any) -> Any:
        """The value made of these. No op may be called."""

    @abstractmethod
    def with_parts(self, parts: Any) -> TraceType:
        """This type with other types of parts: a supertype of both is made so."""

    # What a spec says, by what a trace type says.

    def serialize(self) -> tuple[Any, ...]:
        """The attributes, by name."""
        attributes = sorted(vars(self).items())
        return tuple((name, _unnested(value)) for name, value in attributes)

    @classmethod
    def deserialize(cls, serialization: Any) -> Self:
        """The type with these attributes."""
        made = object.__new__(cls)
        made.__dict__.update(serialization)
        return made

    def to_components(self, value: Any) -> Any:
        """The same as `to_parts`, without static parts."""
        return self._moving(self.to_parts(value))

    def from_components(self, components: Any) -> Any:
        """The same as `from_parts`, without static parts."""
        kinds = _flat(self._nest)
        if all(map(_is_spec, kinds)):
            return self.from_parts(components)
        given = iter(components)
        parts = [next(given) if _is_spec(kind) else kind.placeholder_value(None) for kind in kinds]
        return self.from_parts(tf.nest.pack_sequence_as(self._nest, parts))

    @property
    def component_specs(self) -> Any:
        """The same as `parts`, without static parts."""
        return self._moving(self._nest)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value is of this type, or some value could be of both."""
        other = _type_or_none(spec_or_value)
        return self._alike(other) and all(
            one.is_compatible_with(two) for one, two in zip(_flat(self._nest), _flat(other._nest))
        )

    def stacked(self, num: int | None) -> TraceType:
        """The type of `num` values stacked: each part is."""
        return self.with_parts(
            tf.nest.map_structure(lambda part: stacked_spec(part, num), self._nest)
        )

    def unstacked(self) -> TraceType:
        """The type of one of the values stacked in a value of this type."""
        return self.with_parts(tf.nest.map_structure(unstacked_spec, self._nest))

    def to_graph_io(self, value: Any) -> list[Any]:
        """The tensors of a value, for the inputs of a graph; RFC: `_deconstruct_to_graph_io`."""
        tensors: list[Any] = []
        self._with_each(lambda kind, part: tensors.extend(kind.to_tensors(part)), value)
        return tensors

    def from_graph_io(self, tensors: Iterator[Any]) -> Any:
        """A value from the next outputs of a graph; RFC: `_construct_from_graph_io`.

        Raises:
          ValueError: if there are fewer than the type has.
        """
        try:
            parts = tf.nest.map_structure(lambda kind: kind.from_tensors(tensors), self._nest)
        except StopIteration:
            count = len(self.flatten())
            raise ValueError(f"{self!r}: expected {count} tensors, got fewer") from None
        return self.from_parts(parts)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The value that the body of a function sees: one made of placeholders."""
        if getattr(placeholder_context, "unnest_only", False):
            return self  # TensorFlow asks for the structure of specs
        return self.from_parts(
            tf.nest.map_structure(
                lambda kind: kind.placeholder_value(placeholder_context), self._nest
            )
        )

    def cast(self, value: Any, cast_context: Any = None) -> Any:
        """`value` as a value of this type, its parts cast.

        Raises:
          TypeError: if it is of another class, or its key differs: static data is never replaced.
        """
        if isinstance(value, TraceType) and getattr(cast_context, "allow_specs", False):
            if value.is_subtype_of(self):
                return self
            raise TypeError(f"expected {self!r}, got {value!r}")
        rule = getattr(cast_context, "rules", {}).get(type(value))
        if rule is not None:
            value = rule(value, self)
        own = _type_or_none(value)
        if not self._alike(own):
            raise TypeError(f"expected {self!r}, got {value if own is None else own!r}")
        if cast_context is None:
            cast_context = CastContext()
        return self.from_parts(
            self._with_each(lambda kind, part: kind.cast(part, cast_context), value)
        )

    def is_subtype_of(self, other: Any) -> bool:
        """Whether a trace for the other serves values of this type."""
        return self._alike(other) and all(
            one.is_subtype_of(two) for one, two in zip(_flat(self._nest), _flat(other._nest))
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> TraceType | None:
        """The narrowest type that all of these are subtypes of, or None."""
        if not all(map(self._alike, others)):
            return None
        columns = zip(*(_flat(kind._nest) for kind in (self, *others)))
        common = [one.most_specific_common_supertype(rest) for one, *rest in columns]
        if None in common:
            return None
        return self.with_parts(tf.nest.pack_sequence_as(self._nest, common))

    def _alike(self, other: Any) -> bool:
        if type(other) is not type(self) or other.key != self.key:
            return False
        try:
            tf.nest.assert_same_structure(self._nest, other._nest)
        except (TypeError, ValueError):
            return False
        return True

    def _with_each(self, function: Callable[[Any, Any], Any], value: Any) -> Any:
        return tf.nest.map_structure(function, self._nest, self.to_parts(value))

    def _moving(self, parts: Any) -> Any:
        """What stands where the nest has specs: a list of it if something else has static parts."""
        kinds = _flat(self._nest)
        if all(map(_is_spec, kinds)):
            return parts
        return tuple(part for kind, part in zip(kinds, _flat(parts)) if _is_spec(kind))

    @property
    def _nest(self) -> Any:
        """The parts, the trace types of structures among them taken apart."""
        return tf.nest.map_structure(_unnested, self.parts)

    # Under these names TensorFlow looks for the same things.

    def to_tensors(self, value: Any) -> list[Any]:
        return self.to_graph_io(value)

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        return self.from_graph_io(tensors)

    def flatten(self) -> list[Any]:
        return [spec for kind in _flat(self._nest) for spec in kind.flatten()]

    def __eq__(self, other: object) -> bool:
        return self._alike(other) and _flat(self._nest) == _flat(other._nest)  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((type(self), self.key, tuple(_flat(self._nest))))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._nest!r}, {self.key!r})"


def traceable(cls: _Class) -> _Class:
    """Makes values of a class with a `TraceType` arguments and results of tf.function.

    A class decorator. TensorFlow finds the tensors in arguments and results by taking them apart
    as it does composites, so the class becomes one to it; its bases stay.

    Raises:
      TypeError: if the class has no `__tf_tracing_type__`.
    """
    if not callable(getattr(cls, "__tf_tracing_type__", None)):
        raise TypeError(
            f"traceable() argument 'cls': {cls.__qualname__} has no method "
            "__tf_tracing_type__(self, context)"
        )
    cls.__tf_type_spec__ = _spec  # type: ignore[attr-defined]
    adopt(cls)
    return cls


def trace_type_of(value: Any, context: Any = None) -> Any:
    """The trace type of any value that tf.function takes: tensor, number, structure, custom.

    Args:
      value: the value.
      context: what `__tf_tracing_type__` was given, so that one variable has one id.

    >>> trace_type_of(tf.constant([1, 2]))
    TensorSpec(shape=(2,), dtype=tf.int32, name=None)
    >>> trace_type_of((1, "a"))
    Tuple[Literal[1], Literal['a']]
    """
    return trace_types.from_value(value, context)


class _Alone:
    """A graph of no function, with no graph around it: placeholders of variables are its own."""

    def __init__(self, graph: Any) -> None:
        self.outer_graph = graph

    def __getattr__(self, name: str) -> Any:
        return getattr(self.outer_graph, name)

    def capture(self, tensor: Any, name: str | None = None) -> Any:
        return tensor


class PlaceholderContext(trace_types.InternalPlaceholderContext):  # type: ignore[misc]
    """What the placeholders of one trace share: the graph, and one placeholder for each alias.

    Source: RFC 437, "Abstracting Placeholder logic away from func_graph".
    """

    def __init__(self, graph: Any = None) -> None:
        is_plain = isinstance(graph, tf.Graph) and not hasattr(graph, "outer_graph")
        super().__init__(_Alone(graph) if is_plain else graph)
        self.update_naming_scope("input")  # placeholders of variables must have a name


class CastContext(trace_types.InternalCastContext):  # type: ignore[misc]
    """How far `TraceType.cast` may go.

    Args:
      allow_specs: whether a type passes in place of a value, as in `get_concrete_function`.
      rules: by class, how a value of it becomes one of the type: `rule(value, trace_type)`.

    Source: RFC 437, "Casting".
    """

    def __init__(
        self,
        allow_specs: bool = False,
        rules: Mapping[type, Callable[[Any, Any], Any]] | None = None,
    ) -> None:
        super().__init__(allow_specs)
        self.rules = dict(rules or {})


def _spec(self: Any) -> Any:
    """`__tf_type_spec__` of a traceable class: its trace type, which is a spec."""
    return self.__tf_tracing_type__(trace_types.InternalTracingContext())


def _type_or_none(value: Any) -> Any:
    """The trace type of a value, itself if it is one; None if it has none."""
    if isinstance(value, tf.types.experimental.TraceType):
        return value
    try:
        return trace_type_of(value)
    except (TypeError, ValueError):
        return None


def _unnested(part: Any) -> Any:
    """The trace type of a structure as a nest of trace types; anything else as it is.

    >>> _unnested(trace_type_of({"a": (tf.zeros([2]), 1)}))
    {'a': (TensorSpec(shape=(2,), dtype=tf.float32, name=None), Literal[1])}
    """
    if not isinstance(part, tf.types.experimental.TraceType) or isinstance(part, tf.TypeSpec):
        return part
    nest = part.placeholder_value(trace_types.InternalPlaceholderContext(unnest_only=True))
    return tf.nest.map_structure(_typed, nest) if tf.nest.is_nested(nest) else part


def _typed(leaf: Any) -> Any:
    return leaf if isinstance(leaf, tf.types.experimental.TraceType) else trace_type_of(leaf)


def _is_spec(kind: Any) -> bool:
    return isinstance(kind, tf.TypeSpec)


def _flat(structure: Any) -> list[Any]:
    return list(tf.nest.flatten(structure))
