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
        known = _is_told(values, static.rank)
        _fill(self, static, values, None if known else _validation.made_extent(values, static))

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
        return dense(shape or self._shape, fields, lambda: ghost(self))

    def _dynamic_shape(self, rank: int) -> Any:
        return _validation.extent_shape(self._fields, self._extent, rank)

    def __tf_type_spec__(self) -> Any:
        if self._spec is None:
            self._spec = METHODS["dense_spec"](self)
        return self._spec


def dense(
    shape: Any, fields: dict[str, Any], extent: Callable[[], Any] | None = None
) -> DenseStructTensor[Any, Any]:
    """A dense struct of what is known to fit: no checks, and no ops where a field tells the shape.

    Where none does and the rank is not 0, an extent tells it: a bool tensor of the struct's shape
    whose values mean nothing. Whatever is done to the fields is done to it.

    Args:
      shape: a `tf.TensorShape`, or the rank alone: the dims are then those of the fields.
      fields: converted values; the dict is kept, never changed.
      extent: makes the extent; it is called where one is needed. By default it is made of the
        shape, and of what the fields know.
    """
    rank = shape if type(shape) is int else shape.rank
    if _is_told(fields, rank):
        return assembled(shape, fields, None)
    if extent is None:
        static = tf.TensorShape([None] * rank) if type(shape) is int else shape
        return assembled(shape, fields, _validation.made_extent(fields, static))
    return assembled(shape, fields, extent())


def assembled(shape: Any, fields: dict[str, Any], extent: Any) -> DenseStructTensor[Any, Any]:
    """A dense struct of its parts: `extent` is there where it must be."""
    made: DenseStructTensor[Any, Any] = object.__new__(DenseStructTensor)
    _fill(made, shape, fields, extent)
    return made


def _fill(st: Any, shape: Any, fields: dict[str, Any], extent: Any) -> None:
    st._rank = shape if type(shape) is int else shape.rank
    st._shape = shape
    st._exact = False
    st._fields = fields
    st._extent = extent
    st._spec = None


def _is_told(fields: dict[str, Any], rank: int) -> bool:
    """Whether a field tells the shape, or there is nothing to tell."""
    if not rank:
        return True
    for value in fields.values():  # noqa: SIM110  # a generator costs more, and this is asked often
        if _fields.tells_shape(value, rank):
            return True
    return False


def ghost(st: DenseStructTensor[Any, Any]) -> Any:
    """What stands for a field where none tells the shape: the extent, or one that is made now."""
    return _validation.made_extent(st._fields, st.shape) if st._extent is None else st._extent


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
    return dense(shape, fields, lambda: function(ghost(st)))


def _refined(shape: Any, rank: int, fields: dict[str, Any], extent: Any) -> tf.TensorShape:
    """The shape with what the fields know of it."""
    if rank == 0:
        return _SCALAR
    if type(shape) is int:
        shape = tf.TensorShape([None] * rank)
    for value in (extent, *fields.values()):
        if shape.is_fully_defined():
            break
        static = _fields.static_shape(value)
        if static.rank is not None:
            shape = shape.merge_with(static[:rank])
    if tf.executing_eagerly() and not shape.is_fully_defined():  # of fields that are ragged there
        found = np.array(_validation.extent_shape(fields, extent, rank))
        shape = tf.TensorShape([n if size is None else size for size, n in zip(shape, found)])
    return shape
