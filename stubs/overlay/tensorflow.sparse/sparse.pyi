"""Sparse tensors."""

from collections.abc import Callable
from typing import Any, SupportsIndex

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, Flag, NamedDType, Open, Operand, R, ShapeLike, TensorLike, Value

def expand_dims(
    sp_input: tftypes.SparseTensor[DT, Any],
    axis: TensorLike | None = None,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def from_dense(
    tensor: Operand[tf.Tensor[DT, Any], object, object, object] | Value,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def eye(
    num_rows: TensorLike,
    num_columns: TensorLike | None = None,
    dtype: tf.DType[DT] | NamedDType = ...,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def fill_empty_rows(
    sp_input: tftypes.SparseTensor[DT, Any],
    default_value: TensorLike,
    name: str | None = None,
) -> tuple[tf.SparseTensor[DT, Any], tf.Tensor[tftypes.bool, Any]]: ...
def mask(
    a: tftypes.IndexedSlices[DT, Any],
    mask_indices: TensorLike,
    name: str | None = None,
) -> tf.IndexedSlices[DT, Any]: ...
def maximum(
    sp_a: tftypes.SparseTensor[DT, Any],
    sp_b: tftypes.SparseTensor[DT, Any],
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def minimum(
    sp_a: tftypes.SparseTensor[DT, Any],
    sp_b: tftypes.SparseTensor[DT, Any],
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def reorder(sp_input: tftypes.SparseTensor[DT, Any], name: str | None = None) -> tf.SparseTensor[DT, Any]: ...
def reset_shape(sp_input: tftypes.SparseTensor[DT, Any], new_shape: ShapeLike = None) -> tf.SparseTensor[DT, Any]: ...
def reshape(
    sp_input: tftypes.SparseTensor[DT, Any],
    shape: ShapeLike,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def retain(sp_input: tftypes.SparseTensor[DT, Any], to_retain: TensorLike) -> tf.SparseTensor[DT, Any]: ...
def slice(
    sp_input: tftypes.SparseTensor[DT, Any],
    start: TensorLike,
    size: TensorLike,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def softmax(sp_input: tftypes.SparseTensor[DT, Any], name: str | None = None) -> tf.SparseTensor[DT, Any]: ...
def sparse_dense_matmul(
    sp_a: Any,
    b: TensorLike,
    adjoint_a: Flag = False,
    adjoint_b: Flag = False,
    name: str | None = None,
) -> tf.Tensor[Any, Any]: ...
def split(
    sp_input: tftypes.SparseTensor[DT, Any] | None = None,
    num_split: int | None = None,
    axis: TensorLike | None = None,
    name: str | None = None,
) -> list[tf.SparseTensor[DT, Any]]: ...
def to_dense(
    sp_input: tftypes.SparseTensor[DT, Any],
    default_value: TensorLike | None = None,
    validate_indices: Flag = True,
    name: str | None = None,
) -> tf.Tensor[DT, Any]: ...
def to_indicator(
    sp_input: tftypes.SparseTensor[Any, Any],
    vocab_size: TensorLike,
    name: str | None = None,
) -> tf.Tensor[tftypes.bool, Any]: ...
def transpose(
    sp_input: tftypes.SparseTensor[DT, Any],
    perm: TensorLike | None = None,
    name: str | None = None,
) -> tf.SparseTensor[DT, Any]: ...
def concat(
    axis: SupportsIndex,
    sp_inputs: Any,
    expand_nonconcat_dims: Flag = False,
    name: str | None = None,
) -> tf.SparseTensor[Any, Any]: ...
def cross(
    inputs: Any,
    name: str | None = None,
    separator: str | None = None,
) -> tf.SparseTensor[tftypes.string, Any]: ...
def cross_hashed(
    inputs: Any,
    num_buckets: TensorLike = 0,
    hash_key: TensorLike | None = None,
    name: str | None = None,
) -> tf.SparseTensor[tftypes.int64, Any]: ...
def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> tf.SparseTensor[Any, Any]: ...
def bincount(
    values: TensorLike,
    weights: TensorLike | None = None,
    axis: TensorLike = 0,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    binary_output: Flag = False,
    name: str | None = None,
) -> tf.SparseTensor[Any, Any]: ...
def segment_mean(
    data: Open[R],
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: Flag = False,
) -> R: ...
def segment_sqrt_n(
    data: Open[R],
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: Flag = False,
) -> R: ...
def segment_sum(
    data: Open[R],
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: Flag = False,
) -> R: ...
