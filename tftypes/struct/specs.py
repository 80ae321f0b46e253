"""The specs of structs: `tf.TypeSpec`s that batch and unbatch as TensorFlow's own do.

Source: StructTensor RFC, `class DenseStructTensorSpec`, `class RaggedStructTensorSpec`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime import StackableTypeSpec, register_type_spec, type_spec_of
from tftypes.runtime.stackable import boxed, boxed_specs, stacked_spec, unboxed, unstacked_spec
from tftypes.struct import boxes
from tftypes.struct import fields as _fields
from tftypes.struct import invariants as _validation
from tftypes.struct.dense import DenseStructTensor, assembled, dense
from tftypes.struct.dispatching import method
from tftypes.struct.ragged import RaggedStructTensor, ragged
from tftypes.struct.refusals import named
from tftypes.struct.tensors import StructTensor
from tftypes.struct.values import StructTensorValue

Fields = Mapping[str, Any] | Iterable[tuple[str, Any]]


class StructTensorSpec(StackableTypeSpec):
    """What the specs of structs have in common."""

    shape: tf.TensorShape

    @property
    def rank(self) -> int:
        """The number of dims of the collection."""
        rank = self.shape.rank
        assert rank is not None  # as the constructors see to
        return rank

    def field_names(self) -> tuple[str, ...]:
        """The names of the fields, in their order."""
        return tuple(self.field_specs)

    @property
    def field_specs(self) -> dict[str, Any]:
        """The spec of each field's values, the dims of the struct included; in their order."""
        raise NotImplementedError

    def with_shape(self, shape: tf.TensorShape) -> Any:
        """The spec of structs of another shape, of the same rank.

        A shape of unknown rank leaves all sizes open, those of the fields too.

        Raises:
          ValueError: if it has another rank.
        """
        if shape.rank not in (None, self.rank):
            raise ValueError(f"expected a shape of rank {self.rank}, got {shape}")
        return boxes.with_dims(self, shape)


@register_type_spec("tftypes.DenseStructTensorSpec")
class DenseStructTensorSpec(StructTensorSpec):
    """The type of dense structs.

    Args:
      shape: of known rank.
      field_specs: by name, the specs of the whole fields: their shapes begin with `shape`.

    Raises:
      ValueError: naming the field, if its shape does not.

    >>> DenseStructTensorSpec([2], {"x": tf.TensorSpec([2, 3], tf.int32)})
    DenseStructTensorSpec([2], {'x': TensorSpec(shape=(2, 3), dtype=tf.int32, name=None)})

    The order of the fields is part of the type.

    Source: StructTensor RFC, `class DenseStructTensorSpec`.
    """

    @named
    def __init__(self, shape: Any, field_specs: Fields) -> None:
        specs = dict(_fields.pairs(field_specs))
        for name, spec in specs.items():
            if not isinstance(name, str):
                raise TypeError(f"field_specs: expected strings as names, got {name!r}")
            if not isinstance(spec, tf.TypeSpec):
                raise TypeError(f"field_specs[{name!r}]: expected a tf.TypeSpec, got {spec!r}")
        self.shape = _validation.merged_shape(_validation.known_rank(shape), specs)
        self._specs = specs

    @property
    def field_specs(self) -> dict[str, Any]:
        return dict(self._specs)

    @property
    def _ghost(self) -> tuple[tf.TensorSpec, ...]:
        """The spec of `_extent`, where there is one."""
        specs = self._specs.values()
        if not self.rank or any(_fields.tells_shape(spec, self.rank) for spec in specs):
            return ()
        return (tf.TensorSpec(self.shape, tf.bool),)

    def serialize(self) -> tuple[Any, ...]:
        return self.shape, tuple(self._specs.items())

    def to_components(self, value: Any) -> Any:
        fields = tuple(value._fields.values())
        return fields if value._extent is None else (*fields, value._extent)

    def from_components(self, components: Any) -> Any:
        fields = dict(zip(self._specs, components))
        extent = components[-1] if len(components) > len(fields) else None
        if _is_numpy(components):
            return StructTensorValue(self.shape if extent is None else extent.shape, fields)
        return assembled(self.shape, fields, extent)

    @property
    def component_specs(self) -> Any:
        return (*self._specs.values(), *self._ghost)

    @property
    def value_type(self) -> type:
        return DenseStructTensor

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        other = spec_or_none(spec_or_value)
        return (
            isinstance(other, DenseStructTensorSpec)
            and self.shape.is_compatible_with(other.shape)
            and tuple(self._specs) == tuple(other._specs)
            and all(
                mine.is_compatible_with(theirs) or theirs.is_compatible_with(mine)
                for mine, theirs in zip(self._specs.values(), other._specs.values())
            )
        )

    @property
    def _boxed(self) -> tuple[Any, ...]:
        """The components that are boxed: rows are batched where they are, and tell their lengths."""
        fields = tuple(self._specs.values())
        return fields if any(map(_fields.is_shaped, fields)) else self.component_specs

    def to_boxed_tensor(self, value: Any, minimum_rank: int = 0) -> Any:
        parts = self._boxed
        return boxed(self, parts, self.to_components(value)[: len(parts)], minimum_rank)

    def from_boxed_tensor(self, boxed_tensor: Any) -> Any:
        found = unboxed(self._boxed, boxed_tensor)
        if len(found) > len(self._specs):
            return self.from_components(found)
        return dense(self.shape, dict(zip(self._specs, found)))

    def boxed_tensor_spec(self, minimum_rank: int = 0) -> Any:
        return boxed_specs(self._boxed)

    def stacked(self, num: int | None) -> Any:
        specs = {name: stacked_spec(spec, num) for name, spec in self._specs.items()}
        return DenseStructTensorSpec([num, *self.shape], specs)

    def unstacked(self) -> Any:
        if not self.rank:
            raise ValueError(f"a single structure cannot be unstacked: {self!r}")
        specs = {name: unstacked_spec(spec) for name, spec in self._specs.items()}
        return DenseStructTensorSpec(self.shape[1:], specs)

    def __repr__(self) -> str:
        return f"DenseStructTensorSpec({_validation.shown(self.shape)}, {self._specs!r})"


@register_type_spec("tftypes.RaggedStructTensorSpec")
class RaggedStructTensorSpec(StructTensorSpec):
    """The type of ragged structs.

    Args:
      shape: `[nrows, None, ...]`, or `[nrows, k, ...]` if all rows are of length k.
      values_spec: the spec of the values, of shape `[nvals, ...]`.
      row_splits_dtype: `tf.int32` or `tf.int64`.

    Where `shape` has the rank of the values, it is the type of one row: its values are those of
    `values_spec`, and stacked they make a ragged struct. Datasets have such elements, as they have
    elements of `tf.RaggedTensorSpec`s with `ragged_rank=0`.

    Source: StructTensor RFC, `class RaggedStructTensorSpec`.
    """

    @named
    def __init__(self, shape: Any, values_spec: Any, row_splits_dtype: Any = tf.int64) -> None:
        self.shape = _validation.known_rank(shape)
        if not isinstance(values_spec, StructTensorSpec):
            raise TypeError(f"values_spec: expected the spec of a struct, got {values_spec!r}")
        self.row_splits_dtype = tf.as_dtype(row_splits_dtype)
        if self.row_splits_dtype not in (tf.int32, tf.int64):
            raise ValueError(f"row_splits_dtype: expected int32 or int64, got {row_splits_dtype}")
        self.values_spec = values_spec
        if not self.is_row:
            if values_spec.rank != self.rank - 1 or values_spec.rank == 0:
                raise ValueError(
                    f"values_spec: expected a shape of rank {self.rank - 1} for one of shape "
                    f"{_validation.shown(self.shape)}, got {_validation.shown(values_spec.shape)}"
                )
            inner = self.shape[2:].merge_with(values_spec.shape[1:])
            self.shape = self.shape[:2].concatenate(inner)

    @property
    def is_row(self) -> bool:
        """Whether it is the type of one row, encoded as the values are."""
        return self.shape.rank == self.values_spec.rank

    @property
    def field_specs(self) -> dict[str, Any]:
        values = self.values_spec.field_specs
        if self.is_row:
            return values
        return {name: self._rows_of(spec) for name, spec in values.items()}

    def _rows_of(self, spec: Any) -> Any:
        """The spec of these rows of a field's values."""
        if isinstance(spec, StructTensorSpec):
            shape = [*self.shape[:2], *spec.shape[1:]]
            return RaggedStructTensorSpec(shape, spec, self.row_splits_dtype)
        if not isinstance(spec, (tf.TensorSpec, tf.RaggedTensorSpec)):
            return spec
        shape = self.shape[:2].concatenate(spec.shape[1:])
        ragged_rank, splits = 1, self.row_splits_dtype
        if isinstance(spec, tf.RaggedTensorSpec):
            ragged_rank += spec.ragged_rank
            splits = splits if splits == spec.row_splits_dtype else tf.int64
        return tf.RaggedTensorSpec(shape, spec.dtype, ragged_rank, splits)

    def serialize(self) -> tuple[Any, ...]:
        return self.shape, self.values_spec, self.row_splits_dtype

    def to_components(self, value: Any) -> Any:
        if self.is_row:
            return self.values_spec.to_components(value)
        return value._values, value._row_splits

    def from_components(self, components: Any) -> Any:
        if self.is_row:
            return self.values_spec.from_components(components)
        values, splits = components
        if isinstance(splits, np.ndarray):
            return StructTensorValue.from_row_splits(values, splits)
        return ragged(values, splits, self.shape[1])

    @property
    def component_specs(self) -> Any:
        if self.is_row:
            return self.values_spec.component_specs
        nrows = self.shape[0]
        splits = tf.TensorSpec([None if nrows is None else nrows + 1], self.row_splits_dtype)
        return self.values_spec, splits

    @property
    def value_type(self) -> type:
        return self.values_spec.value_type if self.is_row else RaggedStructTensor

    @property
    def flat_values_spec(self) -> DenseStructTensorSpec:
        """The spec of the innermost values, which are dense."""
        spec = self.values_spec
        while isinstance(spec, RaggedStructTensorSpec):
            spec = spec.values_spec
        assert isinstance(spec, DenseStructTensorSpec)
        return spec

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        other = spec_or_none(spec_or_value)
        if isinstance(other, RaggedStructTensorSpec) and other.is_row == self.is_row:
            return (
                self.shape.is_compatible_with(other.shape)
                and self.row_splits_dtype == other.row_splits_dtype
                and self.values_spec.is_compatible_with(other.values_spec)
            )
        return self.is_row and self.values_spec.is_compatible_with(other)

    def to_boxed_tensor(self, value: Any, minimum_rank: int = 0) -> Any:
        return boxes.of_rows(self, value, minimum_rank)

    def from_boxed_tensor(self, boxed_tensor: Any) -> Any:
        return boxes.to_rows(self, boxed_tensor)

    def boxed_tensor_spec(self, minimum_rank: int = 0) -> Any:
        return boxes.box_specs_of(self)

    def stacked(self, num: int | None) -> Any:
        values = self.values_spec if self.is_row else self
        return RaggedStructTensorSpec(
            [num, *self.shape], boxes.with_first_dim(values, None), self.row_splits_dtype
        )

    def unstacked(self) -> Any:
        if self.is_row:
            return self.values_spec.unstacked()
        values = boxes.with_outer_splits(self.values_spec, self.row_splits_dtype)
        values = boxes.with_first_dim(values, self.shape[1])
        if isinstance(values, RaggedStructTensorSpec):
            return values
        return RaggedStructTensorSpec(self.shape[1:], values, self.row_splits_dtype)

    def __repr__(self) -> str:
        shape = _validation.shown(self.shape)
        return f"RaggedStructTensorSpec({shape}, {self.values_spec!r}, {self.row_splits_dtype!r})"


@method("dense_spec")
def spec_of_dense(st: Any) -> DenseStructTensorSpec:
    """The spec of a dense struct, made of what is known to fit."""
    made = DenseStructTensorSpec.__new__(DenseStructTensorSpec)
    made.shape = st.shape
    made._specs = {name: spec_of_field(value) for name, value in st._fields.items()}
    return made


@method("ragged_spec")
def spec_of_ragged(st: Any) -> RaggedStructTensorSpec:
    """The spec of a ragged struct, made of what is known to fit.

    It does not say how many values there are in all, nor does that of a `tf.RaggedTensor`: one trace
    serves any number.
    """
    made = RaggedStructTensorSpec.__new__(RaggedStructTensorSpec)
    made.shape = st.shape
    made.values_spec = boxes.with_first_dim(st._values.__tf_type_spec__(), None)
    made.row_splits_dtype = st._row_splits.dtype
    return made


def spec_of_field(value: Any) -> Any:
    """The spec of a field value; that of a tensor has no name."""
    if isinstance(value, tf.Tensor):
        return tf.TensorSpec(value.shape, value.dtype)
    return type_spec_of(value)


def spec_or_none(spec_or_value: Any) -> Any:
    """The spec of a struct, or the one given; None for what is neither."""
    if isinstance(spec_or_value, tf.TypeSpec):
        return spec_or_value
    return spec_or_value.__tf_type_spec__() if isinstance(spec_or_value, StructTensor) else None


def _is_numpy(components: Any) -> bool:
    return bool(components) and isinstance(components[0], (np.ndarray, np.generic))
