"""Dense structs: fields that are tensors, all with the dims of the struct first.

Source: StructTensor RFC, `class DenseStructTensor`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime import extension_type
from tftypes.struct import fields as _fields
from tftypes.struct import invariants as _validation
from tftypes.struct.dispatching import METHODS
from tftypes.struct.refusals import named
from tftypes.struct.tensors import Schema, Sh, StructTensor

_SCALAR = tf.TensorShape([])


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
    ValueError: DenseStructTensor(): the fields of a struct of shape [2] need these dims first, but 'y' has shape [1]

    Source: StructTensor RFC, `class DenseStructTensor`.
    """

    __slots__ = ("_exact", "_extent", "_fields", "_rank", "_shape")
    _exact: bool
    _extent: Any
    _fields: dict[str, Any]
    _rank: int
    _shape: Any

    @named
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

    @named
    def field_value(self, name: str) -> Any:
        try:
            return self._fields[name]
        except (KeyError, TypeError):
            raise _fields.missing(name, self._fields) from None

    def _with_fields(self, given: dict[str, Any]) -> DenseStructTensor[Any, Sh]:
        new = {name: _fields.converted(name, value) for name, value in given.items()}
        static = _validation.merged_shape(self.shape, new)
        others = {k: v for k, v in self._fields.items() if k not in new}
        new = _validation.with_equal_dims(static, new, among=others, extent=self._extent)
        return self._with({**self._fields, **new}, static)

    def _without(self, names: Sequence[str]) -> DenseStructTensor[Any, Sh]:
        gone = self._known(names)
        return self._with({k: v for k, v in self._fields.items() if k not in gone})

    @named
    def with_only(self, *names: str) -> DenseStructTensor[Any, Sh]:
        kept = self._known(names)
        return self._with({k: v for k, v in self._fields.items() if k in kept})

    def _known(self, names: Sequence[str]) -> set[str]:
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
            self._spec = METHODS["dense_spec"](self)
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
