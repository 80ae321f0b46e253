"""`TypeSpec`: what is static about the values of an extension type, with the RFC's public methods.

A subclass says five things (`serialize`, `to_components`, `from_components`, `component_specs`,
`value_type`); all else is derived from these. It is a `tf.TypeSpec`, so every TensorFlow API that
takes specs takes it.

Source: RFC 269, "tf.TypeSpec"; `tf.TypeSpec`.
"""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf
from typing_extensions import Self

from tftypes.runtime import serializations
from tftypes.runtime.private import input_lib


class _SubclassCheck:
    """`issubclass(spec, other)` of two specs; of classes it stays what it is."""

    def __get__(self, instance: Any, owner: Any) -> Callable[[Any], bool]:
        if instance is None:
            check: Callable[[Any], bool] = type(owner).__subclasscheck__.__get__(owner)
            return check
        return lambda other: isinstance(other, TypeSpec) and other.is_subtype_of(instance)


class TypeSpec(tf.TypeSpec):
    """The type of an extension type's values: static data, and the way to and from tensors.

    >>> class MaskedSpec(TypeSpec):
    ...     def __init__(self, shape, dtype):
    ...         self.shape, self.dtype = tf.TensorShape(shape), tf.as_dtype(dtype)
    ...     def serialize(self):
    ...         return self.shape, self.dtype
    ...     def to_components(self, value):
    ...         return value.values, value.mask
    ...     def from_components(self, components):
    ...         return Masked(*components)
    ...     @property
    ...     def component_specs(self):
    ...         return tf.TensorSpec(self.shape, self.dtype), tf.TensorSpec(self.shape, tf.bool)
    ...     @property
    ...     def value_type(self):
    ...         return Masked
    >>> MaskedSpec([3], tf.int32)
    MaskedSpec(TensorShape([3]), tf.int32)
    >>> MaskedSpec([3], tf.int32).most_specific_compatible_type(MaskedSpec([4], tf.int32))
    MaskedSpec(TensorShape([None]), tf.int32)
    >>> MaskedSpec([3], tf.int32).most_specific_compatible_type(MaskedSpec([3], tf.bool)) is None
    True

    A spec has no name: two specs are equal when they are of one class and serialize equally.

    Source: RFC 269, "tf.TypeSpec".
    """

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name in ("component_specs", "value_type"):
            if inspect.isfunction(vars(cls).get(name)):
                raise TypeError(f"{cls.__qualname__}.{name} is a method; make it a property")

    @abstractmethod
    def serialize(self) -> tuple[Any, ...]:
        """The state of this spec as a nested tuple, from which `deserialize` rebuilds it.

        It may hold bools, numbers, strings, bytes, None, `tf.DType`s, `tf.TensorShape`s, specs,
        NumPy arrays, and tuples, lists and dicts of these. Equality, hash, repr, pickling,
        compatibility, supertypes and the SavedModel format are derived from it.
        """

    @classmethod
    def deserialize(cls, serialization: Any) -> Self:
        """The spec from what `serialize` returned: `cls(*serialization)` unless overridden."""
        return cls(*serialization)

    @abstractmethod
    def to_components(self, value: Any) -> Any:
        """The tensors and extension types that make up `value`, in any nest. No op may be called."""

    @abstractmethod
    def from_components(self, components: Any) -> Any:
        """The value that `to_components` took apart. No op may be called."""

    @property
    @abstractmethod
    def component_specs(self) -> Any:
        """The specs of the components, nested as `to_components` returns them."""

    @property
    @abstractmethod
    def value_type(self) -> type:
        """The class of the values."""

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value belongs to this type, or some value could belong to both specs.

        By default: specs of one class whose serializations agree, shapes and dtypes and specs in
        them by their own `is_compatible_with`.
        """
        other = _spec_or_none(spec_or_value)
        return type(other) is type(self) and serializations.agree(
            self.serialize(), other.serialize(), lambda a, b: bool(a.is_compatible_with(b))
        )

    def most_specific_compatible_type(self, other: Any) -> Self | None:
        """The narrowest spec of which the values of both are, or None where there is none.

        Source: RFC 269; `tf.TypeSpec`'s raises ValueError instead of returning None.
        """
        return self.most_specific_common_supertype([other])

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every value of this type is one of the other.

        Source: `tf.types.experimental.TraceType`.
        """
        return type(other) is type(self) and serializations.agree(
            self.serialize(), other.serialize(), lambda a, b: bool(a.is_subtype_of(b))
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Self | None:
        """The narrowest type of which this and all the others are subtypes, or None.

        Source: `tf.types.experimental.TraceType`.
        """
        if any(type(other) is not type(self) for other in others):
            return None
        try:
            common = serializations.supertype([spec.serialize() for spec in (self, *others)])
        except serializations.NoCommonType:
            return None
        return type(self).deserialize(common)

    def castable_type(self, spec: Any) -> Any:
        """A spec to which values of this one and of `spec` can be cast, or None.

        Override it, with `cast`, to mix types or versions of an encoding in `runtime.cond`.

        Source: RFC 269, "Automatic type casting".
        """
        return self.most_specific_compatible_type(spec)

    def cast(self, value: Any, cast_context: Any = None) -> Any:
        """`value` as a value of this type: itself, with its components cast.

        Args:
          value: a value, or where the context allows specs (`get_concrete_function`), a spec.
          cast_context: a `tftypes.CastContext`; None casts a value.

        Raises:
          TypeError: if `value` is of another type. Static metadata is never replaced by the
            spec's: a value that differs in it is refused.

        Source: RFC 269, "Automatic type casting"; RFC 437, "Casting".
        """
        spec = _spec_or_none(value)
        if spec is None or not spec.is_subtype_of(self):
            raise TypeError(f"expected {self!r}, got {_shown(spec, value)}")
        if spec is value:
            if cast_context is None or not cast_context.allow_specs:
                raise TypeError(f"expected a value of {self!r}, got a spec")
            return self
        return value if cast_context is None else super().cast(value, cast_context)

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors of a value, as TensorFlow puts them into a graph.

        Raises:
          TypeError: if a component is not as its spec.
        """
        specs, components = self.component_specs, self._to_components(value)
        tensors: list[Any] = []
        try:
            tf.nest.map_structure(
                lambda spec, part: tensors.extend(spec.to_tensors(part)), specs, components
            )
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"{type(self).__name__}.to_components(): expected components as in "
                f"component_specs, which are {specs!r}: {error}"
            ) from error
        return tensors

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """The value that the body of a function sees: one made of placeholders."""
        for part in tf.nest.flatten(self.component_specs):
            if not isinstance(part, tf.TypeSpec):
                raise TypeError(
                    f"{type(self).__name__}.component_specs: expected type specs in a nest, "
                    f"got {part!r:.200}"
                )
        return super().placeholder_value(placeholder_context)

    # Under these names TensorFlow looks for the same things.

    def _serialize(self) -> tuple[Any, ...]:
        return self.serialize()

    @classmethod
    def _deserialize(cls, serialization: Any) -> Any:
        return cls.deserialize(serialization)

    def _to_components(self, value: Any) -> Any:
        components = self.to_components(value)
        specs = self.component_specs
        if not _is_nested_alike(specs, components):
            raise TypeError(
                f"{type(self).__name__}.to_components(): expected components nested as "
                f"component_specs, which are {specs!r}, got {components!r:.200}"
            )
        return components

    def _from_components(self, components: Any) -> Any:
        value = self.from_components(components)
        if not isinstance(value, self.value_type):
            raise TypeError(
                f"{type(self).__name__}.from_components(): expected a value of value_type, which is "
                f"{self.value_type.__qualname__}, got {value!r:.200}"
            )
        return value

    @property
    def _component_specs(self) -> Any:
        return self.component_specs

    # `StackableTypeSpec` has what these stand for.

    def _batch(self, batch_size: int | None) -> Any:
        raise TypeError(f"{self!r} cannot be stacked: it is no tftypes.runtime.StackableTypeSpec")

    def _unbatch(self) -> Any:
        raise TypeError(f"{self!r} cannot be unstacked: it is no tftypes.runtime.StackableTypeSpec")

    def _to_batched_tensor_list(self, value: Any) -> Any:
        return self._unbatch()

    # What a strategy gives to a replica for which there is nothing left in the last batch.

    def _create_empty_value(self) -> Any:
        return self.from_components(input_lib._dummy_tensor_fn(self.component_specs))

    # AutoGraph compares the shapes of a loop variable with those of its invariant, which this one
    # is not: `tf.while_loop` compares specs.
    dims = None

    # A dataset describes its state by a type, a shape and a class for each part. A spec in place of
    # a class stands for itself, and is asked with `issubclass` whether a new state fits.

    def _to_legacy_output_types(self) -> Any:
        return getattr(self, "dtype", self.value_type)

    def _to_legacy_output_shapes(self) -> Any:
        shape = getattr(self, "shape", None)
        return shape if isinstance(shape, tf.TensorShape) else tf.TensorShape(None)

    def _to_legacy_output_classes(self) -> Any:
        return self

    __subclasscheck__ = _SubclassCheck()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and serializations.same(
            self.serialize(), other.serialize()
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        where = f"{type(self).__name__}.serialize()"
        return hash((type(self), serializations.key(self.serialize(), where)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _deserialized, (type(self), self.serialize())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.serialize()))})"


def _deserialized(cls: type[TypeSpec], serialization: Any) -> TypeSpec:
    return cls.deserialize(serialization)


def type_spec_of(value: Any) -> Any:
    """The spec of a value: of an extension type, a tensor, or what converts to one.

    It is what `value.__tf_type_spec__()` gives, for TensorFlow's own types too.

    >>> type_spec_of(tf.constant([1, 2]))
    TensorSpec(shape=(2,), dtype=tf.int32, name=None)
    >>> type_spec_of(tf.ragged.constant([[1], []]))
    RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)

    Raises:
      TypeError: if the value is no extension type, and TensorFlow makes no tensor of it.

    Source: RFC 269, `__tf_type_spec__`; `tf.type_spec_from_value`.
    """
    if getattr(type(value), "__tf_type_spec__", None) is not None:
        return own_spec_of(value)
    return tf.type_spec_from_value(value)


def own_spec_of(value: Any) -> Any:
    """What `value.__tf_type_spec__()` gives.

    Raises:
      TypeError: if that is no type spec.
    """
    spec = value.__tf_type_spec__()
    if not isinstance(spec, tf.TypeSpec):
        raise TypeError(
            f"{type(value).__qualname__}.__tf_type_spec__(): expected a tf.TypeSpec, got "
            f"{spec!r:.60} ({type(spec).__name__})"
        )
    return spec


def _is_nested_alike(specs: Any, components: Any) -> bool:
    """Whether there is one component for each spec."""
    if isinstance(specs, dict):
        return (
            isinstance(components, Mapping)
            and specs.keys() == components.keys()
            and all(_is_nested_alike(specs[key], components[key]) for key in specs)
        )
    if isinstance(specs, (tuple, list)):
        return (
            isinstance(components, (tuple, list))
            and len(specs) == len(components)
            and all(map(_is_nested_alike, specs, components))
        )
    return isinstance(specs, tf.TypeSpec) and not isinstance(components, (tuple, list, dict))


def _spec_or_none(spec_or_value: Any) -> Any:
    if isinstance(spec_or_value, tf.TypeSpec):
        return spec_or_value
    try:
        return type_spec_of(spec_or_value)
    except (TypeError, ValueError):
        return None


def _shown(spec: Any, value: Any) -> str:
    return repr(value) if spec is None else repr(spec)
