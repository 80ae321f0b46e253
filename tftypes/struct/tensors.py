"""`StructTensor`, and the dense one: structures with the same fields, kept as parallel tensors.

Data and invariants are here; what ops do to structs is in `ops/`, indexing in `indexing.py`.

Source: StructTensor RFC, "Detailed Design".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic

import numpy as np
import tensorflow as tf
from typing_extensions import TypeVar

from tftypes.runtime import extension_type
from tftypes.struct import fields as _fields
from tftypes.struct import invariants as _validation
from tftypes.struct.dispatching import OPS as _OPS

Schema = TypeVar("Schema", covariant=True, default=Any)
Sh = TypeVar("Sh", default=Any)

_SCALAR = tf.TensorShape([])


class StructTensor(ABC, Generic[Schema, Sh]):
    """A collection of structures of any shape, all with the same fields.

    Immutable, and equal to itself only, as tensors are. `DenseStructTensor` and
    `RaggedStructTensor` are its two encodings; `struct.constant` makes either.

    Args:
      Schema: a TypedDict or dataclass that names the fields, for type checkers.
      Sh: `Shape[...]`, that of the collection.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"title": "cookies", "time": 55.0}, {"title": "soup", "time": 20.0}])
    >>> rows.shape, rows.field_names()
    (TensorShape([2]), ('title', 'time'))
    >>> rows[1].to_py()
    {'title': b'soup', 'time': 20.0}

    Source: StructTensor RFC, `class StructTensor`.
    """

    __slots__ = ("__weakref__", "_spec")
    _spec: Any

    @property
    @abstractmethod
    def shape(self) -> tf.TensorShape[Sh]:
        """The static shape of the collection: its rank is known, its dims may not be."""

    @property
    @abstractmethod
    def rank(self) -> int:
        """The number of dims of the collection: 0 for a single structure."""

    @property
    def dtype(self) -> tf.DType[Any]:
        """`tf.string`, for frameworks that ask anything for a dtype: it is no number to be cast.

        A struct has none; its fields have. Keras asks before it passes an input on.
        """
        return tf.string

    @abstractmethod
    def field_names(self) -> tuple[str, ...]:
        """The names of the fields, in the order in which they were given."""

    @abstractmethod
    def field_value(self, name: str) -> Any:
        """The values of a field, for all structures: of shape `[*self.shape, ...]`.

        Raises:
          KeyError: with the fields that there are, if it is none of them.

        Source: StructTensor RFC, `StructTensor.field_value`.
        """

    @abstractmethod
    def with_updates(
        self, updates: Mapping[str, Any] | None = None, /, **named: Any
    ) -> StructTensor[Any, Sh]:
        """A copy with fields changed or added; the others are shared.

        Args:
          updates: values by name, for names that are no identifiers.
          **named: values by name. Each has the dims of the struct first.

        Raises:
          ValueError: naming the field, if its leading dims are not those of the struct.

        Source: StructTensor RFC, `StructTensor.with_updates`.
        """

    @abstractmethod
    def without(self, *names: str) -> StructTensor[Any, Sh]:
        """A copy without these fields; the others are shared.

        Raises:
          KeyError: with the fields that there are, if one is none of them.
        """

    @abstractmethod
    def with_only(self, *names: str) -> StructTensor[Any, Sh]:
        """A copy with these fields only, in the order of the struct; they are shared.

        Raises:
          KeyError: with the fields that there are, if one is none of them.
        """

    @abstractmethod
    def __tf_type_spec__(self) -> Any:
        """What is static about the struct, and how it is taken apart into tensors."""

    @abstractmethod
    def _dynamic_shape(self, rank: int) -> Any:
        """The first dims as an int64 vector."""

    def to_py(self) -> Any:
        """Nested dicts and lists, with Python scalars; strings are bytes, as in TensorFlow.

        Raises:
          ValueError: for a symbolic struct, which has no values yet.

        Source: StructTensor RFC, `StructTensor.to_py`.
        """
        from tftypes.struct import values

        return values.to_py(self)

    def numpy(self) -> Any:
        """The values as a `StructTensorValue`, whose fields are NumPy arrays.

        Raises:
          ValueError: for a symbolic struct, which has no values yet.
        """
        from tftypes.struct import values

        return values.value_of(self)

    @property
    def schema(self) -> Any:
        """The fields with their types; printed, a tree. All that takes a schema takes it."""
        from tftypes.struct import trees

        return trees.Schema.of(self.__tf_type_spec__())

    def to_pandas(self) -> Any:
        """A pandas DataFrame with a row for each structure; see `struct.to_pandas`."""
        from tftypes import struct

        return struct.to_pandas(self)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The Arrow C data interface: what reads Arrow takes structs as they are."""
        from tftypes.struct.formats import arrow

        return arrow.c_array(self, requested_schema)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The Arrow C stream interface, for what reads tables."""
        from tftypes.struct.formats import arrow

        return arrow.c_stream(self, requested_schema)

    def __arrow_c_schema__(self) -> Any:
        """The Arrow C schema of the structs."""
        from tftypes.struct.formats import arrow

        return arrow.c_schema(self)

    def __getitem__(self, key: Any) -> Any:
        """A field, elements, or both: names and positions in any order.

        A name selects a field; it takes no dim. Positions (integers, slices, `...`,
        `tf.newaxis`, scalar tensors, a boolean mask) index the dims in turn, of the struct before a
        name and of the field after it.

        Source: StructTensor RFC, "Indexing".
        """
        from tftypes.struct import indexing

        return indexing.getitem(self, key)

    def __len__(self) -> int:
        """The size of the first dim.

        Raises:
          TypeError: for a single structure, and while tracing where the size is not static.
        """
        if not self.rank:
            raise TypeError("a single structure (shape []) has no len()")
        size = self.shape[0]
        if size is None:
            raise TypeError(f"len() of a struct of shape {self.shape}: use tf.shape(st)[0]")
        return int(size)

    def __bool__(self) -> bool:
        """As of what `to_py` returns: whether a dict has fields, or a list elements."""
        return len(self) > 0 if self.rank else bool(self.field_names())

    def __iter__(self) -> Iterator[StructTensor[Schema, Any]]:
        """The elements along the first dim.

        Raises:
          TypeError: for a single structure, and while tracing where the size is not static.
        """
        from tftypes.struct import indexing

        return indexing.iterate(self)

    def __contains__(self, item: object) -> bool:
        raise TypeError(
            "`in` is not defined for structs: use st.field_names() for names, to_py() for values"
        )

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise TypeError(
            f"a {type(self).__name__} is no array: st.numpy() has the values, "
            "struct.to_numpy(st) makes a structured array"
        )

    def __repr__(self) -> str:
        from tftypes.struct import display

        return display.text(self)

    def _repr_html_(self) -> str:
        from tftypes.struct import display

        return display.html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        spec = self.__tf_type_spec__()
        return _rebuilt, (spec, spec.to_components(self))

    @classmethod
    def __tf_annotation__(cls, args: tuple[Any, ...], reader: Any) -> Any:
        """What `runtime.function` makes of `StructTensor[...]` as an annotation."""
        from tftypes.struct import annotations

        return annotations.node(cls, args, reader)

    def _shape_invariant_to_type_spec(self, shape: Any) -> Any:
        """The spec of a loop variable, or of `tf.map_fn`'s elements, whose sizes may change."""
        return self.__tf_type_spec__().with_shape(tf.TensorShape(shape))

    @classmethod
    def __tf_dispatch__(cls, op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
        implementation = _OPS.get(op)
        return NotImplemented if implementation is None else implementation(*args, **kwargs)


def _rebuilt(spec: Any, components: Any) -> Any:
    return spec.from_components(components)


def _no_tensor(value: Any, dtype: Any = None, name: Any = None, as_ref: bool = False) -> Any:
    """What `tf.convert_to_tensor` does to structs, and what every op does that takes tensors only."""
    listed = ", ".join(map(repr, value.field_names())) or "none"
    raise TypeError(f"a {type(value).__name__} is no tensor, its fields are: {listed}")


tf.register_tensor_conversion_function(StructTensor, _no_tensor)


@extension_type
class DenseStructTensor(StructTensor[Schema, Sh]):
    """A struct whose fields are tensors that all have its dims first.

    Args:
      shape: static information about the shape, of known rank; None for unknown dims.
      fields: values by name: tensors, ragged and sparse tensors, structs, any extension type, or
        what converts to a tensor. Their order is kept.
      validate: whether what is not static is checked too, by one assertion while tracing.
        `struct.validation` switches that off for many.

    Raises:
      ValueError: naming the fields and their shapes, if their first dims differ from `shape` or
        from each other.

    >>> rows = DenseStructTensor([2], {"x": [1, 2], "y": [[1.0, 2.0], [3.0, 4.0]]})
    >>> rows.field_value("y").shape
    TensorShape([2, 2])
    >>> DenseStructTensor([2], {"x": [1, 2], "y": [1.0]})
    Traceback (most recent call last):
    ValueError: the fields of a struct of shape [2] need these dims first, but 'y' has shape [1]

    Source: StructTensor RFC, `class DenseStructTensor`.
    """

    __slots__ = ("_exact", "_extent", "_fields", "_rank", "_shape")
    _exact: bool
    _extent: Any
    _fields: dict[str, Any]
    _rank: int
    _shape: Any

    def __init__(self, shape: Any, fields: Mapping[str, Any], *, validate: bool = True) -> None:
        values = {name: _fields.converted(name, v) for name, v in _fields.pairs(fields)}
        static = _validation.merged_shape(_validation.known_rank(shape), values)
        if validate:
            values = _validation.with_equal_dims(static, values)
        self._set(static, values, None)
        if static.rank and not any(map(_fields.tells_shape, values.values())):
            self._extent = _extent(values, static)

    def _set(self, shape: Any, fields: dict[str, Any], extent: Any) -> None:
        self._rank = shape if type(shape) is int else shape.rank
        self._shape = shape
        self._exact = False
        self._fields = fields
        self._extent = extent
        self._spec = None

    @property
    def shape(self) -> tf.TensorShape[Sh]:
        if not self._exact:
            self._shape = _refined(self._shape, self._rank, self._fields, self._extent)
            self._exact = True
        shape: tf.TensorShape[Sh] = self._shape
        return shape

    @property
    def rank(self) -> int:
        return self._rank

    def field_names(self) -> tuple[str, ...]:
        return tuple(self._fields)

    def field_value(self, name: str) -> Any:
        try:
            return self._fields[name]
        except (KeyError, TypeError):
            raise _fields.missing(name, self._fields) from None

    def with_updates(
        self, updates: Mapping[str, Any] | None = None, /, **named: Any
    ) -> DenseStructTensor[Any, Sh]:
        given = {**(updates or {}), **named}
        new = {name: _fields.converted(name, value) for name, value in given.items()}
        static = _validation.merged_shape(self.shape, new)
        others = {k: v for k, v in self._fields.items() if k not in new}
        new = _validation.with_equal_dims(static, new, among=others, extent=self._extent)
        return self._with({**self._fields, **new}, static)

    def without(self, *names: str) -> DenseStructTensor[Any, Sh]:
        gone = self._known(names)
        return self._with({k: v for k, v in self._fields.items() if k not in gone})

    def with_only(self, *names: str) -> DenseStructTensor[Any, Sh]:
        kept = self._known(names)
        return self._with({k: v for k, v in self._fields.items() if k in kept})

    def _known(self, names: tuple[str, ...]) -> set[str]:
        for name in names:
            if name not in self._fields:
                raise _fields.missing(name, self._fields)
        return set(names)

    def _with(self, fields: dict[str, Any], shape: Any = None) -> DenseStructTensor[Any, Sh]:
        """These fields instead; what knows the shape must not be lost with the last field."""
        extent = None
        if self._rank and not any(map(_fields.tells_shape, fields.values())):
            extent = self._extent
            if extent is None:
                extent = _extent(self._fields, self.shape)
        return dense(shape or self._shape, fields, extent)

    def _dynamic_shape(self, rank: int) -> Any:
        return _validation.extent_shape(self._fields, self._extent, rank)

    def __tf_type_spec__(self) -> Any:
        if self._spec is None:
            from tftypes.struct import specs

            self._spec = specs.spec_of_dense(self)
        return self._spec


def dense(shape: Any, fields: dict[str, Any], extent: Any = None) -> DenseStructTensor[Any, Any]:
    """A dense struct of what is known to fit: no checks, no ops.

    Args:
      shape: a `tf.TensorShape`, or the rank alone: the dims are then those of the fields.
      fields: converted values; the dict is kept, never changed.
      extent: where no field tells the shape and the rank is not 0, a bool tensor of the struct's
        shape whose values mean nothing: whatever is done to the fields is done to it.
    """
    made: DenseStructTensor[Any, Any] = object.__new__(DenseStructTensor)
    made._rank = shape if type(shape) is int else shape.rank
    made._shape = shape
    made._exact = False
    made._fields = fields
    made._extent = extent
    made._spec = None
    return made


def mapped(
    st: DenseStructTensor[Any, Any], function: Callable[[Any], Any], shape: Any
) -> DenseStructTensor[Any, Any]:
    """A dense struct with `function` applied to each field, and to what stands for one.

    Args:
      st: the struct.
      function: changes the leading dims of a field value, of all alike.
      shape: of the result, a `tf.TensorShape` or the rank alone.

    Raises:
      TypeError: as `function` does, naming the field.
    """
    fields = {}
    for name, value in st._fields.items():
        try:
            fields[name] = function(value)
        except TypeError as error:
            raise TypeError(f"field {name!r}: {error}") from error
    return dense(shape, fields, None if st._extent is None else function(st._extent))


def _refined(shape: Any, rank: int, fields: dict[str, Any], extent: Any) -> tf.TensorShape:
    """The shape with what the fields know of it."""
    if rank == 0:
        return _SCALAR
    if type(shape) is int:
        shape = tf.TensorShape([None] * rank)
    for value in (*fields.values(), extent):
        if shape.is_fully_defined():
            break
        static = _fields.static_shape(value)
        if static.rank is not None:
            shape = shape.merge_with(static[:rank])
    if tf.executing_eagerly() and not shape.is_fully_defined():  # of fields that are ragged there
        # Rows of no row do not tell their length: what is static is known better.
        found = np.array(_validation.extent_shape(fields, extent, rank))
        shape = tf.TensorShape([n if size is None else size for size, n in zip(shape, found)])
    return shape


def _extent(fields: dict[str, Any], shape: tf.TensorShape) -> Any:
    """A bool tensor of this shape, for a struct of which no field tells it."""
    if shape.is_fully_defined():
        return tf.zeros(shape, tf.bool)
    return tf.zeros(_validation.extent_shape(fields, None, shape.rank), tf.bool)
