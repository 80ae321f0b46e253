"""How ragged structs are batched: each field as the `tf.RaggedTensor` that it is.

Datasets and `tf.map_fn` take values apart into tensors that can be stacked. A ragged tensor is one
variant; rows of a struct are one for each field, and share their splits again when they come out.

Source: `tf.RaggedTensorSpec`, as datasets batch its values; RFC 269, "tf.StackableTypeSpec".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tensorflow as tf

from tftypes.runtime.stackable import box_specs, boxes_of, component_of
from tftypes.struct.dense import dense
from tftypes.struct.ragged import RaggedStructTensor, ragged

#: The name under which what stands for a field is boxed; no field has it.
_EXTENT: Any = None


def of_rows(spec: Any, value: Any, minimum_rank: int) -> list[Any]:
    """The boxes of a ragged struct, or of one row."""
    if spec.is_row and minimum_rank:
        return list(spec.values_spec.to_boxed_tensor(value, minimum_rank))
    parts = field_specs(spec)
    return [
        box
        for name, part in parts.items()
        for box in boxes_of(part, _field(value, name), minimum_rank)
    ]


def _field(value: Any, name: Any) -> Any:
    if name is not _EXTENT:
        return value.field_value(name)
    if isinstance(value, RaggedStructTensor):
        extent = _field(value.values, _EXTENT)
        return tf.RaggedTensor(values=extent, row_partition=value.row_partition, internal=True)
    return value._extent


def box_specs_of(spec: Any) -> list[Any]:
    """The specs of the boxes."""
    return [box for part in field_specs(spec).values() for box in box_specs(part)]


def field_specs(spec: Any) -> dict[Any, Any]:
    """The specs of what is boxed, in order: of the rows of each field.

    Raises:
      TypeError: naming the field whose values have no ragged rows.
    """
    fields = dict(spec.field_specs)
    if not fields:
        rank = spec.shape.rank
        ragged_rank = rank - spec.flat_values_spec.shape.rank
        fields[_EXTENT] = tf.RaggedTensorSpec(
            spec.shape, tf.bool, ragged_rank, spec.row_splits_dtype
        )
    return {name: _of_row(name, field, spec) for name, field in fields.items()}


def _of_row(name: Any, field: Any, spec: Any) -> Any:
    """The spec of a field; in a row, one whose values become ragged when they are batched."""
    if isinstance(field, tf.RaggedTensorSpec) or hasattr(field, "row_splits_dtype"):
        return field
    if isinstance(field, tf.TensorSpec):
        return tf.RaggedTensorSpec(field.shape, field.dtype, 0, spec.row_splits_dtype)
    if hasattr(field, "field_specs"):
        return type(spec)(field.shape, field, spec.row_splits_dtype)
    raise TypeError(
        f"field {name!r}: {field!r} has no ragged rows, so it cannot be batched in rows"
    )


def to_rows(spec: Any, boxes: list[Any]) -> Any:
    """The ragged struct, or the row, in the boxes."""
    remaining = iter(boxes)
    fields = {n: component_of(part, remaining) for n, part in field_specs(spec).items()}
    return _assembled(spec, fields)


def _assembled(spec: Any, fields: dict[Any, Any]) -> Any:
    """A struct of this type, of its fields' values; ragged ones have the same splits."""
    if spec.is_row:
        return _assembled_values(spec.values_spec, fields)
    splits = next(_splits(fields, spec.row_splits_dtype))
    values = _assembled_values(spec.values_spec, {n: v.values for n, v in fields.items()})
    return ragged(values, splits, spec.shape[1])


def _assembled_values(spec: Any, fields: dict[Any, Any]) -> Any:
    if hasattr(spec, "values_spec"):
        return _assembled(spec, fields)
    extent = fields.pop(_EXTENT, None)
    found = {n: _with_splits(fields[n], part) for n, part in spec.field_specs.items()}
    return dense(spec.shape, found, None if extent is None else lambda: extent)


def _splits(fields: dict[Any, Any], dtype: tf.DType) -> Iterator[Any]:
    for value in fields.values():
        if value.row_splits.dtype == dtype:
            yield value.row_splits
    yield tf.cast(next(iter(fields.values())).row_splits, dtype)


def _with_splits(value: Any, spec: Any) -> Any:
    """A field value with the splits that its spec says; they all have those of the widest."""
    if not isinstance(value, tf.RaggedTensor) or value.row_splits.dtype == spec.row_splits_dtype:
        return value
    return value.with_row_splits_dtype(spec.row_splits_dtype)


def with_outer_splits(spec: Any, splits: tf.DType) -> Any:
    """The spec of one row of values that are in rows with such splits.

    A variant has splits of one dtype: of several, int64.
    """
    dtype = getattr(spec, "row_splits_dtype", splits)
    dtype = dtype if dtype == splits else tf.int64
    if isinstance(spec, tf.RaggedTensorSpec):
        return tf.RaggedTensorSpec(spec.shape, spec.dtype, spec.ragged_rank, dtype)
    if hasattr(spec, "values_spec"):
        return type(spec)(spec.shape, with_outer_splits(spec.values_spec, dtype), dtype)
    if hasattr(spec, "field_specs"):
        fields = {n: with_outer_splits(part, splits) for n, part in spec.field_specs.items()}
        return type(spec)(spec.shape, fields)
    return spec


def with_first_dim(spec: Any, size: int | None) -> Any:
    """The spec of values that have another number of elements."""
    shape = getattr(spec, "shape", None)
    return with_dims(spec, tf.TensorShape([size])) if isinstance(shape, tf.TensorShape) else spec


def with_dims(spec: Any, dims: tf.TensorShape) -> Any:
    """The spec with other first dims; with all dims open if `dims` is of unknown rank."""
    rank = spec.shape.rank
    if rank is None:
        return spec
    shape = [None] * rank if dims.rank is None else [*dims, *spec.shape[dims.rank :]]
    if isinstance(spec, tf.TensorSpec):
        return tf.TensorSpec(shape, spec.dtype)
    if isinstance(spec, tf.RaggedTensorSpec):
        return tf.RaggedTensorSpec(shape, spec.dtype, spec.ragged_rank, spec.row_splits_dtype)
    if hasattr(spec, "values_spec"):
        inner = dims if dims.rank is None else tf.TensorShape([None, *dims[2:]])
        return type(spec)(shape, with_dims(spec.values_spec, inner), spec.row_splits_dtype)
    if hasattr(spec, "field_specs"):
        fields = {name: with_dims(part, dims) for name, part in spec.field_specs.items()}
        return type(spec)(shape, fields)
    if isinstance(spec, tf.SparseTensorSpec):
        return tf.SparseTensorSpec(shape, spec.dtype)
    return spec
