"""Batches of structs of different sizes: ragged, or padded.

`Dataset.batch` takes structs as they are. `Dataset.ragged_batch` and `padded_batch` look for tensors
only, so they are here for structs, and for structures in which there are structs.

Source: `tf.data.Dataset.ragged_batch`, `tf.data.Dataset.padded_batch`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime.stackable import boxes_of, component_of, stacked_spec
from tftypes.struct.dense import DenseStructTensor, mapped
from tftypes.struct.ragged import RaggedStructTensor
from tftypes.struct.refusals import kind_of, named
from tftypes.struct.specs import DenseStructTensorSpec, RaggedStructTensorSpec
from tftypes.struct.tensors import StructTensor


@named
def ragged_batch(
    dataset: Any, batch_size: Any, drop_remainder: bool = False, row_splits_dtype: Any = tf.int64
) -> Any:
    """As `dataset.ragged_batch(...)`, with structs among the elements.

    A field whose size is not static becomes ragged; a struct of such a shape a `RaggedStructTensor`.

    Args:
      dataset: its elements are structs, tensors, or structures of them.
      batch_size: how many elements a batch has.
      drop_remainder: whether a last batch with fewer is dropped.
      row_splits_dtype: of the rows that are made; ragged fields keep theirs.

    >>> from tftypes import struct
    >>> rows = struct.RaggedStructTensor.from_row_lengths(struct.constant([{"x": 1}, {"x": 2}]), [2, 0])
    >>> elements = tf.data.Dataset.range(2).map(lambda i: rows[i])
    >>> [batch.to_py() for batch in ragged_batch(elements, 2)]
    [[[{'x': 1}, {'x': 2}], []]]

    Source: `tf.data.Dataset.ragged_batch`.
    """
    _check("ragged_batch", dataset, batch_size)
    dtype = tf.as_dtype(row_splits_dtype)
    if dtype not in (tf.int32, tf.int64):
        raise ValueError(
            f"argument 'row_splits_dtype': expected int32 or int64, got {row_splits_dtype!r}"
        )
    spec = tf.nest.map_structure(lambda part: _ragged_spec(part, dtype), dataset.element_spec)
    parts = tf.nest.flatten(spec)

    def boxed(*element: Any) -> tuple[Any, ...]:
        values = tf.nest.flatten(element)
        return tuple(box for part, value in zip(parts, values) for box in _boxes(part, value))

    def batch(*boxes: Any) -> Any:
        size = batch_size if drop_remainder and isinstance(batch_size, int) else None
        remaining = iter(boxes)
        values = [component_of(stacked_spec(part, size), remaining) for part in parts]
        return tf.nest.pack_sequence_as(spec, values)

    return dataset.map(boxed).batch(batch_size, drop_remainder).map(batch)


def _check(function: str, dataset: Any, batch_size: Any) -> None:
    if not isinstance(dataset, tf.data.Dataset):
        raise TypeError(
            f"{function}() argument 'dataset': expected a tf.data.Dataset, got "
            f"{type(dataset).__name__}"
        )
    static = tf.get_static_value(batch_size) if tf.is_tensor(batch_size) else batch_size
    if static is not None and not (isinstance(static, (int, np.integer)) and static > 0):
        raise ValueError(
            f"{function}() argument 'batch_size': expected 1 or more, got {batch_size!r}"
        )


def _unpacks(spec: Any) -> bool:
    """Whether a dataset calls functions with the parts of such an element as arguments."""
    return isinstance(spec, tuple) and not hasattr(spec, "_fields")


def _boxes(spec: Any, value: Any) -> list[Any]:
    if isinstance(spec, tf.RaggedTensorSpec) and isinstance(value, tf.Tensor) and spec.ragged_rank:
        value = tf.RaggedTensor.from_tensor(
            value, ragged_rank=spec.ragged_rank, row_splits_dtype=spec.row_splits_dtype
        )
    elif isinstance(spec, DenseStructTensorSpec):
        return [
            box
            for part, field in zip(spec.component_specs, spec.to_components(value))
            for box in _boxes(part, field)
        ]
    return boxes_of(spec, value, 0)


def _ragged_spec(spec: Any, splits: tf.DType) -> Any:
    """The spec whose batches are ragged where a size is not static."""
    if isinstance(spec, tf.TensorSpec):
        open_axes = [axis for axis, size in enumerate(spec.shape) if size is None]
        if not open_axes:
            return spec
        return tf.RaggedTensorSpec(spec.shape, spec.dtype, open_axes[-1], splits)
    if isinstance(spec, DenseStructTensorSpec):
        if not spec.rank:
            return DenseStructTensorSpec(
                [], {name: _ragged_spec(part, splits) for name, part in spec.field_specs.items()}
            )
        if spec.rank == 1 and not spec.shape.is_fully_defined():
            return RaggedStructTensorSpec(spec.shape, spec, splits)
    return spec


@named
def padded_batch(
    dataset: Any,
    batch_size: Any,
    padding_values: Mapping[Any, Any] | None = None,
    drop_remainder: bool = False,
) -> Any:
    """As `dataset.padded_batch(...)`, with structs among the elements: as long as the longest.

    Args:
      dataset: its elements are structs, tensors, or structures of them.
      batch_size: how many elements a batch has.
      padding_values: by dtype; 0, False and "" if left out.
      drop_remainder: whether a last batch with fewer is dropped.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"x": [1, 2]}, {"x": []}])
    >>> elements = tf.data.Dataset.from_tensor_slices(rows)
    >>> [batch.to_py() for batch in padded_batch(elements, 2, {tf.int32: -1})]
    [[{'x': [1, 2]}, {'x': [-1, -1]}]]

    Source: `tf.data.Dataset.padded_batch`.
    """
    _check("padded_batch", dataset, batch_size)
    padding = _by_dtype(padding_values)
    batches = ragged_batch(dataset, batch_size, drop_remainder)

    def pad(*batch: Any) -> Any:
        value = batch if _unpacks(batches.element_spec) else batch[0]
        return tf.nest.map_structure(lambda part: _padded(part, padding), value)

    return batches.map(pad)


@named
def padded(value: Any, padding: Mapping[Any, Any] | None = None) -> Any:
    """Ragged values with all rows as long as the longest; others as they are.

    Args:
      value: a struct, ragged tensor or tensor.
      padding: values by dtype; 0, False and "" if left out.

    >>> from tftypes import struct
    >>> padded(struct.constant([[{"x": 1}, {"x": 2}], [{"x": 3}]])).to_py()
    [[{'x': 1}, {'x': 2}], [{'x': 3}, {'x': 0}]]
    """
    if not isinstance(value, (tf.Tensor, tf.RaggedTensor, StructTensor)):
        raise TypeError(
            f"argument 'value': expected a struct, a ragged tensor or a tensor, got {kind_of(value)}"
        )
    return _padded(value, _by_dtype(padding))


def _by_dtype(padding: Mapping[Any, Any] | None) -> dict[tf.DType, Any]:
    try:
        return {tf.as_dtype(dtype): value for dtype, value in (padding or {}).items()}
    except (TypeError, AttributeError):
        raise TypeError(f"padding values: expected values by dtype, got {padding!r}") from None


def _padded(value: Any, padding: Mapping[Any, Any]) -> Any:
    if isinstance(value, tf.RaggedTensor):
        return value.to_tensor(padding.get(value.dtype))
    if isinstance(value, RaggedStructTensor):
        fields = {name: _padded(value.field_value(name), padding) for name in value.field_names()}
        return DenseStructTensor([None] * value.rank, fields, validate=False)
    if isinstance(value, DenseStructTensor):
        return mapped(value, lambda field: _padded(field, padding), value.shape)
    return value
