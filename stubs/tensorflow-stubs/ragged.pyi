# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from collections.abc import Callable, Sequence
from tensorflow._bases import DT, NamedDType
from tensorflow._typing import DTypeLike, ShapeLike, TensorLike
from typing import Any, SupportsIndex, overload

# Ragged, unless no ragged dimension is left.
@overload
def boolean_mask(data: tftypes.RaggedTensor[DT, Any], mask: TensorLike, name: str | None = None) -> tf.RaggedTensor[DT, Any]: ...
@overload
def boolean_mask(data: TensorLike, mask: TensorLike, name: str | None = None) -> Any: ...
@overload
def constant(  # type: ignore[overload-overlap]
    pylist: Sequence[str | bytes],
    dtype: tf.DType[DT] | NamedDType | None = None,
    ragged_rank: None = None,
    inner_shape: None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = ...,
) -> tf.Tensor[DT, Any]: ...
@overload
def constant(
    pylist: Sequence[Sequence[Any]],
    dtype: tf.DType[DT] | NamedDType | None = None,
    ragged_rank: None = None,
    inner_shape: None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = ...,
) -> tf.RaggedTensor[DT, Any]: ...
@overload
def constant(
    pylist: Any,
    dtype: DTypeLike | None = None,
    ragged_rank: SupportsIndex | None = None,
    inner_shape: ShapeLike = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = ...,
) -> Any: ...
def cross(inputs: Any, name: str | None = None) -> tf.RaggedTensor[Any, Any]: ...
def cross_hashed(
    inputs: Any,
    num_buckets: TensorLike = 0,
    hash_key: TensorLike | None = None,
    name: str | None = None,
) -> tf.RaggedTensor[tftypes.int64, Any]: ...
def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any: ...
def range(
    starts: TensorLike,
    limits: TensorLike | None = None,
    deltas: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = ...,
) -> tf.RaggedTensor[Any, Any]: ...
def row_splits_to_segment_ids(
    splits: TensorLike,
    name: str | None = None,
    out_type: DTypeLike | None = None,
) -> tf.Tensor[Any, Any]: ...
def segment_ids_to_row_splits(
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
# Of scalars it is dense.
@overload
def stack(values: Sequence[tf.RaggedTensor[DT, Any]], axis: int = 0, name: str | None = None) -> tf.RaggedTensor[DT, Any]: ...
@overload
def stack(values: Any, axis: int = 0, name: str | None = None) -> Any: ...
def stack_dynamic_partitions(
    data: TensorLike,
    partitions: TensorLike,
    num_partitions: TensorLike,
    name: str | None = None,
) -> tf.RaggedTensor[Any, Any]: ...
